import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './world.ts';

const copied = ['apps', 'packages', 'scripts', 'package.json', 'tsconfig.base.json', 'biome.json', '.gitignore'];
/** Folders that are built, downloaded or written by a run. They are not copied. */
const left = new Set(['node_modules', 'dist', '.output', '.wxt', '.vite', 'coverage', 'test-results']);
const installed = ['.', 'apps/api', 'apps/web', 'apps/extension', 'packages/contracts', 'packages/domain'];
const own = '@headhaul';

/** Links the packages of the original. Our own packages link to the copy, because files that are made there must be found there. */
function linkPackages(from: string, to: string, copy: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) if (name !== own) symlinkSync(join(from, name), join(to, name));
  if (!existsSync(join(from, own))) return;
  mkdirSync(join(to, own));
  for (const name of readdirSync(join(from, own))) symlinkSync(join(copy, 'packages', name), join(to, own, name));
}

/** A copy of the sources, for commands that write files among them. */
export function copyTree(folder: string): string {
  const copy = join(folder, 'tree');
  for (const name of copied) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !left.has(basename(path)) });
  }
  for (const name of installed) {
    const from = join(root, name, 'node_modules');
    if (existsSync(from)) linkPackages(from, join(copy, name, 'node_modules'), copy);
  }
  return copy;
}
