import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository, type Stage } from './stage.ts';

export interface Patch {
  /** Path under the package's `src` folder. */
  file: string;
  find: string;
  replace: string;
}

/**
 * A copy of the source of a package, usually the API, with a planted fault. The product has no switches for tests, so the fault is written
 * into the copy. The copy is inside the package's folder (ignored by git) so that its packages resolve. The extension is built
 * from more than its `src`, so all of that is copied.
 */
export async function plantFault(
  stage: Stage,
  name: string,
  patches: readonly Patch[],
  packageFolder: 'apps/api' | 'apps/extension' | 'packages/domain' = 'apps/api',
): Promise<string> {
  const home = join(repository, packageFolder);
  const folder = join(home, '.data/mutants', `${name}-${process.pid}`);
  stage.defer(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'src');
  // Tests are left out, because a test run at the same time must not find them twice.
  const folders = packageFolder === 'apps/extension' ? ['src', 'entrypoints', 'public', 'wxt.config.ts', 'package.json'] : ['src'];
  for (const one of folders) {
    await cp(join(home, one), join(folder, one), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) });
  }
  for (const { file, find, replace } of patches) {
    const text = await readFile(join(source, file), 'utf8');
    if (text.split(find).length !== 2) throw new Error(`mutant ${name}: expected once in ${file}: ${find}`);
    await writeFile(
      join(source, file),
      text.replace(find, () => replace),
    );
  }
  return source;
}
