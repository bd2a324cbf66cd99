import { join, resolve } from 'node:path';
import { type CommandResult, runCommand } from '../run-command.ts';
import { type Counts, noneCounted, oneFailed, onePassed, readPlaywrightCounts, readVitestCounts } from './counts.ts';
import { describeOutput, type Failure, readPlaywrightFailures, readVitestFailures } from './failures.ts';
import type { Section } from './schedule.ts';

export interface Outcome {
  counts: Counts;
  failures: Failure[];
}

export interface CiSection extends Section {
  run(): Promise<Outcome>;
}

export const root = resolve(import.meta.dirname, '../..');
/** Reports of the runners and what each section printed. */
export const reportsFolder = join(root, '.data/ci');

function logFileOf(section: string): string {
  return join(reportsFolder, `${section.replaceAll(' ', '-')}.log`);
}

/** Several times longer than each takes, so that a hanging program is named instead of using up the whole run's time. */
const limitMinutes = 20;

interface PnpmOptions {
  env?: NodeJS.ProcessEnv;
  minutes?: number;
}

function runPnpm(section: string, args: readonly string[], { env = {}, minutes = limitMinutes }: PnpmOptions = {}): Promise<CommandResult> {
  const options = { cwd: root, env: { ...process.env, ...env }, logFile: logFileOf(section), limitMs: minutes * 60_000 };
  return runCommand('pnpm', args, options);
}

/** A section that is one program, judged by its exit code. */
function program(section: Section, args: readonly string[], options: PnpmOptions & { isCounted?: boolean } = {}): CiSection {
  const { isCounted = true, ...pnpm } = options;
  return {
    ...section,
    async run() {
      const { code, output } = await runPnpm(section.name, args, pnpm);
      if (code === 0) return { counts: isCounted ? onePassed : noneCounted, failures: [] };
      return { counts: oneFailed, failures: [describeOutput(section.name, output)] };
    },
  };
}

/** If a test runner failed without naming a test, its last lines are reported instead. */
function withOutput(section: string, counts: Counts, failures: Failure[], output: string): Outcome {
  return { counts, failures: counts.failed > 0 && failures.length === 0 ? [describeOutput(section, output)] : failures };
}

const builtWeb = join(root, 'apps/web/dist');

const tests: CiSection = {
  name: 'tests',
  // One of the tests serves the web app through nginx.
  after: ['build'],
  takes: 3,
  async run() {
    const file = join(reportsFolder, 'vitest.json');
    const args = ['test', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const { code, output } = await runPnpm('tests', args, { env: { PREBUILT_WEB: builtWeb }, minutes: 30 });
    return withOutput('tests', readVitestCounts(file, code), readVitestFailures(file), output);
  },
};

const endToEnd: CiSection = {
  name: 'end to end',
  after: ['build'],
  takes: 4,
  async run() {
    const file = join(reportsFolder, 'playwright.json');
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_PREBUILT: '1' };
    const { code, output } = await runPnpm('end to end', ['e2e', '--reporter=list,json'], { env, minutes: 50 });
    return withOutput('end to end', readPlaywrightCounts(file, code), readPlaywrightFailures(file), output);
  },
};

/** What it says is printed also when it passes: who releases the extension reads there what it may do now that it couldn't before. */
const extensionPackages: CiSection = {
  name: 'extension packages',
  takes: 2,
  async run() {
    const { code, output } = await runPnpm('extension packages', ['--silent', 'extension:package', '--check']);
    process.stdout.write(output);
    return code === 0
      ? { counts: onePassed, failures: [] }
      : { counts: oneFailed, failures: [describeOutput('extension packages', output)] };
  },
};

async function listNames(runner: 'proof' | 'bench'): Promise<string[]> {
  const { code, stdout, output } = await runCommand('pnpm', ['--silent', runner, '--list'], { cwd: root });
  const names = stdout.split('\n').filter((line) => /^[a-z][a-z-]*$/.test(line));
  if (code !== 0 || names.length === 0) throw new Error(`pnpm ${runner} --list names nothing.\n${output}`);
  return names;
}

/** These start first, so that none of them runs alone at the end. */
const longestProofs = ['mail', 'matrix', 'updates', 'leavers'];
/**
 * The mail proof mostly waits, so it fits beside the tests. The availability proof compares waiting times, which other work would change.
 */
const proofTakes: Record<string, number> = { mail: 1, availability: 4 };

function rankProof(name: string): number {
  const rank = longestProofs.indexOf(name);
  return rank === -1 ? longestProofs.length : rank;
}

/**
 * All sections, ordered so that faults are found as cheaply as possible. `takes` is in halves of a core: proofs run in pairs, and the
 * end-to-end tests, which drive two browsers against the whole product, run alone.
 */
export async function listSections(): Promise<CiSection[]> {
  const proofs = (await listNames('proof')).sort((a, b) => rankProof(a) - rankProof(b));
  const benches = await listNames('bench');
  return [
    program({ name: 'check', takes: 4 }, ['check']),
    program({ name: 'build', takes: 4 }, ['e2e:build'], { isCounted: false }),
    program({ name: 'page weight', takes: 1, after: ['build'] }, ['--filter', '@headhaul/web', 'size']),
    endToEnd,
    tests,
    program({ name: 'commands', takes: 1 }, ['commands']),
    extensionPackages,
    ...proofs.map((name) => program({ name: `proof ${name}`, takes: proofTakes[name] ?? 2 }, ['proof', name])),
    ...benches.map((name) =>
      program({ name: `bench ${name}`, takes: 2, after: ['build'] }, ['bench', name, '--tiny'], {
        env: { BENCH_PREBUILT_WEB: builtWeb },
      }),
    ),
  ];
}
