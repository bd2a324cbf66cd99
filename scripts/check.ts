import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { paint } from './paint.ts';
import { formatDuration, runCommand } from './run-command.ts';

/** `pnpm check`: everything that can be checked without running the product. */
interface Check {
  name: string;
  args: readonly string[];
}

const root = resolve(import.meta.dirname, '..');
// More at once would only make each slower on a small machine.
const maxParallel = 2;

const typedFolders = globSync(['*/tsconfig.json', 'apps/*/tsconfig.json', 'packages/*/tsconfig.json'], { cwd: root })
  .map((file) => dirname(file))
  .sort();

const checks: Check[] = [
  { name: 'biome', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--diagnostic-level=warn', '.'] },
  { name: 'boundaries', args: ['scripts/boundaries.ts'] },
  { name: 'rooms', args: ['scripts/rooms.ts'] },
  { name: 'names', args: ['scripts/names.ts'] },
  { name: 'patterns', args: ['scripts/patterns.ts'] },
  { name: 'knip', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  ...typedFolders.map((folder) => ({ name: `types ${folder}`, args: ['node_modules/typescript/bin/tsc', '-p', folder] })),
];

async function runCheck(check: Check): Promise<boolean> {
  const { code, output, durationMs } = await runCommand(process.execPath, check.args, { cwd: root });
  const mark = code === 0 ? paint('green', 'pass') : paint('red', 'FAIL');
  process.stdout.write(`${mark}  ${check.name.padEnd(28)} ${formatDuration(durationMs)}\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n\n`);
  return code === 0;
}

/** WXT writes the types of the extension's build. A new clone does not have them yet. */
async function prepareExtensionTypes(): Promise<boolean> {
  const extension = join(root, 'apps/extension');
  const { code, output } = await runCommand(process.execPath, ['node_modules/wxt/bin/wxt.mjs', 'prepare'], { cwd: extension });
  if (code !== 0) process.stdout.write(`${paint('red', 'FAIL')}  wxt prepare\n${output.trimEnd()}\n\n`);
  return code === 0;
}

const results = [await prepareExtensionTypes()];
const waiting = [...checks];
await Promise.all(
  Array.from({ length: maxParallel }, async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await runCheck(check));
  }),
);
const failures = results.filter((passed) => !passed).length;
process.stdout.write(failures === 0 ? paint('green', 'All checks pass.\n') : paint('red', `${failures} failed.\n`));
if (failures > 0) process.exitCode = 1;
