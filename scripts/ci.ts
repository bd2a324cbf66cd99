import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addCounts, type Counts, formatCounts, oneFailed, onePassed, readPlaywrightCounts, readVitestCounts } from './ci/counts.ts';
import { readPlaywrightFailures, readVitestFailures } from './ci/failures.ts';
import { ensureTestServices } from './ci/services.ts';
import { type CommandResult, formatDuration, runCommand } from './run-command.ts';

/** `.ci/run`: all that a change must pass, in the order in which a fault is cheapest to find. */
const root = resolve(import.meta.dirname, '..');
const reports = join(root, '.data/ci');
const none: Counts = { passed: 0, failed: 0, skipped: 0 };

let total = none;
const failures: string[] = [];

/** Runs one section and adds what it counted. A section that throws counts as one failure. */
async function section(title: string, run: () => Promise<Counts>): Promise<boolean> {
  process.stdout.write(`\n=== ${title}\n`);
  const startedAt = performance.now();
  const counts = await run().catch((error: Error) => {
    process.stdout.write(`${error.message}\n`);
    return oneFailed;
  });
  total = addCounts(total, counts);
  if (counts.failed > 0) failures.push(title);
  process.stdout.write(`--- ${title}: ${formatCounts(counts)} in ${formatDuration(performance.now() - startedAt)}\n`);
  return counts.failed === 0;
}

/** Several times what each takes: a hang is told by name instead of using up the whole run's time. */
const limitMinutes = 10;

function pnpm(args: readonly string[], env: NodeJS.ProcessEnv = {}, minutes = limitMinutes): Promise<CommandResult> {
  return runCommand('pnpm', args, { cwd: root, env: { ...process.env, ...env }, show: true, limitMs: minutes * 60_000 });
}

/** The total stands alone on the last line; programs that run this file read it there. */
function finish(): never {
  if (failures.length > 0) process.stdout.write(`\n=== failed\n${failures.join('\n')}\n`);
  process.stdout.write(`\n${formatCounts(total)}\n`);
  process.exit(total.failed === 0 ? 0 : 1);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const canRun =
  (await section('services', async () => {
    await ensureTestServices();
    return none;
  })) && (await section('install', async () => ((await pnpm(['install', '--frozen-lockfile'])).code === 0 ? none : oneFailed)));
if (!canRun) finish();

await section('check', async () => ((await pnpm(['check'])).code === 0 ? onePassed : oneFailed));

await section('tests', async () => {
  const file = join(reports, 'vitest.json');
  const { code } = await pnpm(['test', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], {}, 30);
  failures.push(...readVitestFailures(file));
  return readVitestCounts(file, code);
});

await section('row types', async () => {
  // A database of its own, so that nobody's demo data is dropped.
  const env = { DATABASE_MIGRATOR_URL: process.env.DATABASE_MIGRATOR_URL ?? 'postgres://migrator@127.0.0.1:5432/headhaul_row_types' };
  const isSame = (await pnpm(['db:reset'], env)).code === 0 && (await pnpm(['db:types', '--verify'], env)).code === 0;
  return isSame ? onePassed : oneFailed;
});

const isBuilt = await section('build', async () => {
  // The extension's build wants to know whom it may trust; these addresses belong to nobody.
  const addresses = { WXT_WEB_ORIGINS: 'https://app.headhaul.example', WXT_API_BASE: 'https://app.headhaul.example/api' };
  return (await pnpm(['build'], addresses)).code === 0 ? none : oneFailed;
});
if (!isBuilt) finish();

await section('page weight', async () => ((await pnpm(['--filter', '@headhaul/web', 'size'])).code === 0 ? onePassed : oneFailed));

await section('end to end', async () => {
  const file = join(reports, 'playwright.json');
  const { code } = await pnpm(['e2e', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, 50);
  failures.push(...readPlaywrightFailures(file));
  return readPlaywrightCounts(file, code);
});

const list = await runCommand('pnpm', ['--silent', 'proof', '--list'], { cwd: root });
const proofs = list.stdout.split('\n').filter((line) => /^[a-z][a-z-]*$/.test(line));
if (list.code !== 0 || proofs.length === 0)
  await section('proofs', () => Promise.reject(new Error(`No proofs are listed.\n${list.output}`)));
for (const proof of proofs) {
  await section(`proof ${proof}`, async () => ((await pnpm(['proof', proof])).code === 0 ? onePassed : oneFailed));
}

finish();
