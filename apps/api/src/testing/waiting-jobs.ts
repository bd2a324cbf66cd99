import { type Job, runJob } from '../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../lib/platform.ts';
import type { TestApp } from './test-app.ts';

/**
 * Takes the waiting jobs of this kind out of the queue, runs them one after another and returns their number. Each runs as its last
 * attempt, unless `maxAttempts` is higher.
 */
export async function runWaitingJobs(api: TestApp, worker: WorkerPlatform, job: Job, maxAttempts = 1): Promise<number> {
  const { rows } = await api.admin.query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier = $1) returning payload`,
    [job.definition.name],
  );
  for (const { payload } of rows) await runJob(job, worker, payload, { attempt: 1, maxAttempts, signal: new AbortController().signal });
  return rows.length;
}
