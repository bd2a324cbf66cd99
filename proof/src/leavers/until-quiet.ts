import { setTimeout as pause } from 'node:timers/promises';
import type { ProofDatabase } from '../lib/database.ts';
import type { Stage } from '../lib/stage.ts';

/** Many times longer than it takes. */
const settleMs = 300_000;

interface Waiting {
  mails: number;
  /** Jobs that are due, are running, or failed and will be tried again. */
  jobs: number;
  people: number;
}

async function readWaiting({ admin }: ProofDatabase): Promise<Waiting> {
  const { rows } = await admin.query<Waiting>(
    `select (select count(*)::int from mail_queue) as mails, (select count(*)::int from people_to_forget) as people,
       (select count(*)::int from graphile_worker._private_jobs where attempts < max_attempts and (run_at <= now() or attempts > 0)) as jobs`,
  );
  return rows[0] ?? { mails: 0, jobs: 0, people: 0 };
}

/** Waits until the worker has nothing to do. Without `isForMails`, mails may still wait for their time. */
export async function untilIdle({ report }: Stage, database: ProofDatabase, isForMails = true): Promise<Waiting> {
  const deadline = performance.now() + settleMs;
  let waiting = await readWaiting(database);
  const isBusy = () => waiting.jobs > 0 || waiting.people > 0 || (isForMails && waiting.mails > 0);
  const stopProgress = report.showProgress(() => `${waiting.mails} mails, ${waiting.jobs} jobs and ${waiting.people} people wait`);
  while (isBusy() && performance.now() < deadline) {
    await pause(200);
    waiting = await readWaiting(database);
  }
  stopProgress();
  return waiting;
}

/** Jobs that failed as often as they may be tried. */
export async function readGivenUp({ admin }: ProofDatabase): Promise<string[]> {
  const { rows } = await admin.query<{ told: string }>(
    `select t.identifier || ': ' || coalesce(left(j.last_error, 200), '') as told
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts >= j.max_attempts`,
  );
  return rows.map(({ told }) => told);
}
