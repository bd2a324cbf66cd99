import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { demoPeople } from '../packages/contracts/src/demo-people.ts';
import { type Program, ProgramGroup } from './dev/programs.ts';
import { ensureServices } from './dev/services.ts';
import { paint } from './paint.ts';
import { httpAnswers, isPortTaken, waitUntil } from './probe.ts';
import { runCommand } from './run-command.ts';

const root = resolve(import.meta.dirname, '..');
const readyMs = 90_000;

const api = join(root, 'apps/api');
const web = join(root, 'apps/web');
const programs: Program[] = [
  {
    name: 'sandbox',
    color: 'magenta',
    args: ['src/main.ts'],
    cwd: join(root, 'sandbox'),
    ports: Array.from({ length: 17 }, (_, index) => 4100 + index),
    readyUrl: 'http://localhost:4100/health',
  },
  {
    name: 'api',
    color: 'green',
    args: ['--watch', 'src/server.ts'],
    cwd: api,
    ports: [4000, 4001],
    readyUrl: 'http://localhost:4001/health/ready',
  },
  {
    name: 'worker',
    color: 'yellow',
    args: ['--watch', 'src/worker.ts'],
    cwd: api,
    ports: [4002],
    readyUrl: 'http://localhost:4002/health/ready',
  },
  {
    name: 'web',
    color: 'cyan',
    args: ['node_modules/vite/bin/vite.js', '--strictPort'],
    cwd: web,
    ports: [5173],
    readyUrl: 'http://localhost:5173/',
  },
];

function fail(sentence: string): never {
  process.stderr.write(`\n${paint('red', sentence)}\n`);
  process.exit(1);
}

async function refuseTakenPorts(): Promise<void> {
  const taken: string[] = [];
  for (const program of programs) {
    for (const port of program.ports) if (await isPortTaken(port)) taken.push(`${port} (${program.name})`);
  }
  if (taken.length > 0) fail(`Another program listens on port ${taken.join(', ')}. Stop it and run this again.`);
}

async function prepareDatabase(): Promise<void> {
  for (const task of ['db:migrate', 'db:seed']) {
    const { code } = await runCommand('pnpm', [task], { cwd: root, show: true });
    if (code !== 0) fail(`pnpm ${task} failed; its message is above.`);
  }
}

/**
 * Sets up plans, prices and paying demo offices in the sandbox's Stripe. A Stripe account in .env is set up by hand, with `pnpm
 * billing:setup`.
 */
async function prepareStripe(): Promise<boolean> {
  if (process.env.STRIPE_SECRET_KEY !== undefined) return true;
  for (const args of [['src/cli/billing-setup.ts'], ['src/cli/billing-demo.ts', 'http://localhost:4100']]) {
    const { code, output } = await runCommand(process.execPath, args, { cwd: api });
    if (code === 0) continue;
    process.stderr.write(output);
    return false;
  }
  return true;
}

/** Connects mailboxes of the demo offices at the sandbox, with some weeks of mails. */
async function prepareMail(): Promise<boolean> {
  const { code, output } = await runCommand(process.execPath, ['src/cli/mail-demo.ts', 'http://localhost:4100'], { cwd: api });
  if (code !== 0) process.stderr.write(output);
  return code === 0;
}

/** Builds the extension for this computer, so that it can be loaded at once. */
async function prepareExtension(): Promise<boolean> {
  const { code, output } = await runCommand('pnpm', ['--filter', '@headhaul/extension', 'build:dev'], { cwd: root });
  if (code !== 0) process.stderr.write(output);
  return code === 0;
}

function printAddresses(): void {
  const addresses = [
    ['App', 'http://localhost:5173'],
    ['API reference', 'http://localhost:4000/api/docs'],
    ['Sandbox', 'http://localhost:4100'],
    ['Demo board', 'http://localhost:4100/board'],
    ['Extension', 'apps/extension/.output/chrome-mv3-dev (load it unpacked at chrome://extensions)'],
    ['Mailbox', 'http://localhost:4100/mailbox'],
    ['Payments', 'http://localhost:4105 (card 4242 4242 4242 4242)'],
    ['Metrics', 'http://localhost:4001/metrics (api), http://localhost:4002/metrics (worker)'],
  ] as const;
  const width = Math.max(...demoPeople.map((person) => person.email.length));
  const lines = [
    '',
    paint('bold', 'Headhaul is running. Ctrl-C stops it.'),
    ...addresses.map(([label, address]) => `  ${label.padEnd(14)} ${paint('cyan', address)}`),
    '',
    paint('bold', 'Open the app, choose Google or Microsoft, and pick one of these people. No password is asked.'),
    ...demoPeople.map((person) => `  ${person.label.padEnd(16)} ${person.email.padEnd(width)}  ${person.about}`),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function main(): Promise<void> {
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.env.NODE_ENV ??= 'development';
  process.env.SANDBOX_STRIPE_WEBHOOK_URL ??= 'http://localhost:4000/api/billing/stripe-events';
  process.env.SANDBOX_STRIPE_FILE ??= join(root, '.data/sandbox-stripe');

  await refuseTakenPorts();
  await ensureServices().catch((error: Error) => fail(error.message));
  await prepareDatabase();

  const givingUp = new AbortController();
  const group = new ProgramGroup((sentence) => void stop(1, sentence));
  const stop = async (code: number, sentence?: string) => {
    if (givingUp.signal.aborted) return;
    givingUp.abort();
    if (sentence) process.stderr.write(`\n${paint('red', sentence)}\n`);
    await group.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(0));

  for (const program of programs) group.start(program);
  const extension = prepareExtension();
  for (const program of programs) {
    const isReady = await waitUntil(() => httpAnswers(program.readyUrl), readyMs, givingUp.signal);
    if (givingUp.signal.aborted) return;
    if (!isReady) return stop(1, `${program.name} did not answer at ${program.readyUrl} within ${readyMs / 1_000} s.`);
  }
  if (!(await prepareStripe())) return stop(1, 'The plans could not be set up in the sandbox; the message is above.');
  if (!(await prepareMail())) return stop(1, 'The demo offices could not connect their mailboxes; the message is above.');
  if (!(await extension)) return stop(1, 'The extension could not be built; the message is above.');
  printAddresses();
}

await main();
