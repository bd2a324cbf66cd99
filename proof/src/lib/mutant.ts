import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository, type Stage } from './stage.ts';

export interface Patch {
  /** Under the API's source. */
  file: string;
  find: string;
  replace: string;
}

/**
 * A copy of the API's source with a fault planted in it. The product has no switches for tests, so the fault is written
 * into the copy. It lies inside the API's folder (ignored by git) so that its packages resolve.
 */
export async function plantFault(stage: Stage, name: string, patches: readonly Patch[]): Promise<string> {
  const api = join(repository, 'apps/api');
  const folder = join(api, '.data/mutants', `${name}-${process.pid}`);
  stage.defer(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, 'src');
  // Without the tests: a test run that happens to go on must not find them twice.
  await cp(join(api, 'src'), source, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
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
