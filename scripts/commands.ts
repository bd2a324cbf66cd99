import type { Check, Ending } from './commands/check.ts';
import { checks } from './commands/checks.ts';
import { elsewhere } from './commands/elsewhere.ts';
import { findGaps, listCliPrograms, listScripts } from './commands/package-scripts.ts';
import { openWorld, root, type World } from './commands/world.ts';
import { paint } from './paint.ts';
import { formatDuration } from './run-command.ts';

/** `pnpm commands`: runs every command of the repository once, in its smallest form, on a temporary database. */
const nothingForgotten: Check = {
  name: 'every script is run here or named as run elsewhere',
  covers: [],
  run: async () => {
    const run = new Set(checks.flatMap(({ covers }) => covers));
    const gaps = findGaps(listScripts(root), listCliPrograms(root), run, new Set(Object.keys(elsewhere)));
    return { code: gaps.length === 0 ? 0 : 1, output: gaps.join('\n') };
  },
};

async function runCheck({ name, run }: Check, world: World): Promise<boolean> {
  const startedAt = performance.now();
  const { code, output } = await run(world).catch((error: Error): Ending => ({ code: 1, output: error.stack ?? error.message }));
  const mark = code === 0 ? paint('green', 'pass') : paint('red', 'FAIL');
  process.stdout.write(`${mark}  ${name.padEnd(56)} ${formatDuration(performance.now() - startedAt)}\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n(code ${code})\n\n`);
  return code === 0;
}

// A signal ends this process at once. The cleanup runs on exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
const startedAt = performance.now();
const world = await openWorld();
let failures = 0;
for (const check of [nothingForgotten, ...checks]) if (!(await runCheck(check, world))) failures += 1;
const words = failures === 0 ? paint('green', 'All commands run.') : paint('red', `${failures} failed.`);
process.stdout.write(`${words} ${formatDuration(performance.now() - startedAt)}\n`);
await world.close();
// The sandbox would keep the process alive.
process.exit(failures === 0 ? 0 : 1);
