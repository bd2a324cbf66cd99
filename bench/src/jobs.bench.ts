import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { adminUrl, runScript } from './lib/bench-api.ts';
import { isReached, jobFigures, printResults, type Result, writeResults } from './lib/list-results.ts';
import { drainBare, fillQueues, seedMailboxes } from './lib/mail-queue.ts';

const apiSource = resolve(import.meta.dirname, '../../apps/api/src');
const short = { rounds: 2, mails: 300 };
const full = { rounds: 5, mails: 2_000 };

interface Way {
  name: string;
  id: string;
  batch: number;
  atLeast: number;
}
const ways: Way[] = [
  { id: 'B5', name: 'mail engine, one at a time ÷ bare lease loop', batch: 1, atLeast: 0.6 },
  { id: 'B5', name: 'mail engine, 64 at a time ÷ bare lease loop', batch: 64, atLeast: 4 },
];

/** By the clock, because both mostly wait for commits; in turns, so that whatever else the machine does hits both alike. */
export async function benchJobs(isFull: boolean): Promise<void> {
  const { rounds, mails } = isFull ? full : short;
  const name = `headhaul_bench_jobs_${process.pid}`;
  const url = (role: string) => Object.assign(new URL(adminUrl), { username: role, pathname: `/${name}` }).href;
  await runScript('cli/migrate.ts', name);
  const admin = new pg.Pool({ connectionString: url('postgres'), max: 1 });
  admin.on('error', () => {});
  try {
    await seedMailboxes(admin);
    const bare = { ms: 0, mails: 0 };
    const ours = ways.map((way) => ({ way, ms: 0, mails: 0 }));
    for (let round = 0; round < rounds; round++) {
      for (const measured of ours) {
        await fillQueues(admin, mails);
        const from = performance.now();
        bare.mails += await drainBare(admin);
        bare.ms += performance.now() - from;
        measured.ms += await drainByEngine(measured.way.batch, url);
        measured.mails += mails;
        await requireAllSent(admin, mails);
      }
    }
    const perSecond = (spent: { ms: number; mails: number }) => (spent.mails * 1_000) / spent.ms;
    const results = ours.map(
      (measured): Result => ({
        id: measured.way.id,
        promise: measured.way.name,
        figure: perSecond(measured) / perSecond(bare),
        bar: { atLeast: measured.way.atLeast },
        detail: `${perSecond(measured).toFixed(0)} mails/s, each leased, committed, sent, written down with its history and told; bare ${perSecond(bare).toFixed(0)} rows/s`,
      }),
    );
    printResults(results);
    const about = `${rounds} rounds of ${mails.toLocaleString('en-US')} mails in 2,000 mailboxes of 20 companies; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; ${new Date().toISOString().slice(0, 10)}.`;
    process.stdout.write(`${about}\n`);
    if (isFull) await writeResults(results, about, jobFigures);
    if (!results.every(isReached)) process.exitCode = 1;
  } finally {
    await admin.end();
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

async function drainByEngine(batch: number, url: (role: string) => string): Promise<number> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'lib/mail-engine-process.ts'), [apiSource, String(batch)], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      DATABASE_APP_URL: url('app'),
      DATABASE_WORKER_URL: url('worker'),
      REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/15',
      MAIL_PROJECT_GOOGLE_PER_MINUTE: '100000000',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const gone = once(child, 'exit');
  const from = performance.now();
  child.send('go');
  await Promise.race([once(child, 'message'), gone]);
  const took = performance.now() - from;
  await gone;
  return took;
}

async function requireAllSent(admin: pg.Pool, mails: number): Promise<void> {
  const { rows } = await admin.query<{ sent: number; lines: number }>(
    `select (select count(*)::int from emails where state = 'SENT') as sent, (select count(*)::int from email_history where state = 'SENT') as lines`,
  );
  if (rows[0]?.sent !== mails || rows[0].lines !== mails) throw new Error(`of ${mails} mails ${rows[0]?.sent} were sent`);
}
