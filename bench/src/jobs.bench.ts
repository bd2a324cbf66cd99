import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { databaseUrl, makeOwnDatabase, openAdmin } from './lib/database.ts';
import type { Form } from './lib/form.ts';
import { drainBare, fillQueues, mailboxCount, seedMailboxes } from './lib/mail-queue.ts';
import { type Program, startProgram } from './lib/programs.ts';
import type { Measured } from './lib/report.ts';
import type { Result } from './lib/results.ts';
import { apiSource, type Stage } from './lib/stage.ts';

interface Size {
  rounds: number;
  mails: number;
}
const sizes: Record<Form, Size> = {
  // More mails than the larger batch size, which is 64.
  tiny: { rounds: 1, mails: 70 },
  short: { rounds: 2, mails: 300 },
  full: { rounds: 5, mails: 2_000 },
};

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

/**
 * Measures wall time, because both sides mostly wait for commits. They run in turns, so that other work on the machine affects both
 * equally.
 */
export async function benchJobs(stage: Stage): Promise<Measured> {
  const { rounds, mails } = sizes[stage.form];
  const database = await makeOwnDatabase(stage, 'jobs');
  // One connection, because the seeding uses temporary tables.
  const admin = openAdmin(stage, database, 1);
  await seedMailboxes(admin);
  const bare = { ms: 0, mails: 0 };
  const ours = ways.map((way) => ({ way, ms: 0, mails: 0 }));
  for (let round = 0; round < rounds; round++) {
    for (const measured of ours) {
      await fillQueues(admin, mails);
      const from = performance.now();
      bare.mails += await drainBare(admin);
      bare.ms += performance.now() - from;
      measured.ms += await drainByEngine(stage, database, measured.way.batch);
      measured.mails += await countSent(admin, mails);
    }
  }
  const perSecond = (spent: { ms: number; mails: number }) => (spent.mails * 1_000) / spent.ms;
  const results = ours.map(
    (measured): Result => ({
      id: measured.way.id,
      promise: measured.way.name,
      figure: perSecond(measured) / perSecond(bare),
      samples: { taken: Math.min(measured.mails, bare.mails / ways.length), wanted: rounds * mails },
      bar: { atLeast: measured.way.atLeast },
      detail: `${perSecond(measured).toFixed(0)} mails/s, each leased, committed, sent, written down with its history and told; bare ${perSecond(bare).toFixed(0)} rows/s`,
    }),
  );
  return {
    results,
    about: `${rounds} rounds of ${mails.toLocaleString('en-US')} mails in ${mailboxCount.toLocaleString('en-US')} mailboxes`,
  };
}

/** Time from when the engine's process is ready until the queue is empty. */
async function drainByEngine(stage: Stage, database: string, batch: number): Promise<number> {
  const engine = startProgram(stage, {
    label: `the mail engine, ${batch} at a time`,
    args: [join(import.meta.dirname, 'lib/mail-engine-process.ts'), apiSource, String(batch)],
    env: {
      LOG_LEVEL: 'warn',
      DATABASE_APP_URL: databaseUrl(database, 'app'),
      DATABASE_WORKER_URL: databaseUrl(database, 'worker'),
      REDIS_URL: await stage.redisUrl(),
      MAIL_PROJECT_GOOGLE_PER_MINUTE: '100000000',
    },
    isTalkedTo: true,
  });
  await nextMessage(engine);
  const from = performance.now();
  engine.child.send('go');
  await nextMessage(engine);
  const took = performance.now() - from;
  if (engine.isRunning()) await once(engine.child, 'exit');
  return took;
}

async function nextMessage({ child, written }: Program): Promise<void> {
  const told = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
  if (!told) throw new Error(`The mail engine ended before its time:\n${written()}`);
}

async function countSent(admin: pg.Pool, mails: number): Promise<number> {
  const { rows } = await admin.query<{ sent: number; lines: number }>(
    `select (select count(*)::int from emails where state = 'SENT') as sent, (select count(*)::int from email_history where state = 'SENT') as lines`,
  );
  const { sent = 0, lines = 0 } = rows[0] ?? {};
  if (sent !== mails || lines !== mails) throw new Error(`Of ${mails} mails ${sent} were sent, and ${lines} are in the history.`);
  return sent;
}
