import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findCrowded, maxFiles, maxLines } from './room-sizes.ts';

/** `node scripts/rooms.ts`: checks that no folder or file is too large for a newcomer to look through. */
const root = resolve(import.meta.dirname, '..');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
const files = listed
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }));

const crowded = findCrowded(files);
for (const one of crowded) process.stdout.write(`${one}\n`);
if (crowded.length > 0) {
  process.stdout.write(`A folder holds at most ${maxFiles} source files, a file at most ${maxLines} lines.\n`);
  process.exitCode = 1;
}
