import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findInventedNames } from './plain-names.ts';

/** `node scripts/names.ts`: refuses names that only their inventor understands. */
const root = resolve(import.meta.dirname, '..');
const written = /\.(ts|tsx|css|md|sql|sh)$/;
/** Fewer would mean that the files were not found. */
const leastFiles = 1_000;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
const files = listed
  .split('\n')
  .filter((path) => written.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const faults = findInventedNames(files);
if (files.length < leastFiles) faults.push(`only ${files.length} files were found, fewer than ${leastFiles}`);
for (const fault of faults) process.stdout.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
