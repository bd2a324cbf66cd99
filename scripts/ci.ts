import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginCompileCache } from './ci/compile-cache.ts';
import { addCounts, type Counts, formatCounts, noneCounted, oneFailed } from './ci/counts.ts';
import { describeOutput, type Failure, formatFailures } from './ci/failures.ts';
import { ensurePrograms } from './ci/programs.ts';
import { runSections } from './ci/schedule.ts';
import { type CiSection, listSections, type Outcome, reportsFolder, root } from './ci/sections.ts';
import { selectSections } from './ci/select.ts';
import { formatDuration, runCommand } from './run-command.ts';
import { makeTemplate, startTestServices, type TestServices } from './test-services/servers.ts';

/** `.ci/run [section …]`: everything that a change must pass, or the named sections and those they depend on. */

/** In halves of a core. More at once would only make each slower. */
const places = 4;

/** Outside the repository, so that a run on a new clone can still print what the previous run on this machine failed on. */
const lastFailureFile = join(tmpdir(), 'headhaul-ci-last-failure.txt');

let total: Counts = noneCounted;
const failures: Failure[] = [];
let services: TestServices | undefined;
const startedAt = performance.now();

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function sinceStart(): string {
  return formatDuration(performance.now() - startedAt);
}

function tellLastFailure(): void {
  try {
    say(`=== the run before this one failed\n${readFileSync(lastFailureFile, 'utf8').trimEnd()}\n`);
  } catch {
    // The previous run passed, or there was none.
  }
}

/** Runs one section and adds what it counted. A section that throws counts as one failure. */
async function runSection(name: string, run: () => Promise<Outcome>): Promise<boolean> {
  const from = performance.now();
  say(`=== ${name} (at ${sinceStart()})`);
  const outcome = await run().catch(
    (error: Error): Outcome => ({ counts: oneFailed, failures: [describeOutput(name, error.stack ?? error.message)] }),
  );
  total = addCounts(total, outcome.counts);
  failures.push(...outcome.failures);
  const load = `load ${loadavg()[0]?.toFixed(1)}`;
  say(`--- ${name}: ${formatCounts(outcome.counts)} in ${formatDuration(performance.now() - from)}, ${load}`);
  if (outcome.failures.length > 0) say(formatFailures(outcome.failures));
  return outcome.counts.failed === 0;
}

/** Work that must be done before any section can run. */
function prepare(name: string, work: () => Promise<void>): Promise<boolean> {
  return runSection(name, async () => {
    await work();
    return { counts: noneCounted, failures: [] };
  });
}

/** The total is alone on the last line, because programs that run this file read it there. */
async function finish(): Promise<never> {
  await services?.stop();
  if (failures.length > 0) {
    const told = formatFailures(failures);
    writeFileSync(lastFailureFile, `${new Date().toISOString()}\n${told}\n`);
    say(`\n=== failed\n${told}`);
  } else if (total.failed === 0) rmSync(lastFailureFile, { force: true });
  say(`\nAll of it took ${sinceStart()}.\n\n${formatCounts(total)}`);
  process.exit(total.failed === 0 ? 0 : 1);
}

async function install(): Promise<void> {
  const { code, output } = await runCommand('pnpm', ['install', '--frozen-lockfile'], { cwd: root, limitMs: 20 * 60_000 });
  if (code !== 0) throw new Error(output);
}

async function startServices(): Promise<void> {
  services = await startTestServices();
  Object.assign(process.env, services.env);
  Object.assign(process.env, await makeTemplate(process.env));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (services?.stop() ?? Promise.resolve()).finally(() => process.exit(130)));
}

async function runAll(): Promise<void> {
  const isReady =
    (await prepare('programs', ensurePrograms)) && (await prepare('install', install)) && (await prepare('test servers', startServices));
  if (!isReady) return;
  const sections: CiSection[] = selectSections(await listSections(), process.argv.slice(2));
  const endings = await runSections(sections, places, ({ name, run }) => runSection(name, run));
  for (const [name, ending] of endings) if (ending === 'skipped') say(`--- ${name}: not run, because what it needs failed`);
}

tellLastFailure();
rmSync(reportsFolder, { recursive: true, force: true });
mkdirSync(reportsFolder, { recursive: true });
beginCompileCache(process.env, join(root, '.data/compile-cache'));
// An error here belongs to no section, but the run has failed.
await runAll().catch((error: Error) => runSection('run', () => Promise.reject(error)));
await finish();
