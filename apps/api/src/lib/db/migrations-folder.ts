import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Searches upward, because this file is at another depth in the build than in the sources. */
function findFolder(from: string): string {
  const folder = join(from, 'migrations');
  if (existsSync(folder)) return folder;
  if (dirname(from) === from) throw new Error('The folder with the migrations is not there.');
  return findFolder(dirname(from));
}

export const migrationsFolder = findFolder(import.meta.dirname);
