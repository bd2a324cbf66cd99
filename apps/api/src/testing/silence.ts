import { silentSeconds } from '../lib/jobs/job-takeover.ts';
import type { TestApp } from './test-app.ts';

/** Makes the workers that hold jobs of this name look dead: their locks and heartbeats become older than `silentSeconds`. */
export async function letSilencePass(api: TestApp, jobName: string): Promise<void> {
  const past = `make_interval(secs => ${silentSeconds + 1})`;
  await api.admin.query(
    `with held as (
       update graphile_worker._private_jobs j set locked_at = locked_at - ${past}
       from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1 and j.locked_by is not null returning j.locked_by),
     queues as (
       update graphile_worker._private_job_queues set locked_at = locked_at - ${past} where locked_by in (select locked_by from held))
     update worker_heartbeats set beat_at = beat_at - ${past} where worker_id in (select locked_by from held)`,
    [jobName],
  );
}

/** Makes the job's lock older than `silentSeconds`. The heartbeat of its worker stays as it is. */
export async function ageLock(api: TestApp, jobName: string): Promise<void> {
  await api.admin.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - make_interval(secs => ${silentSeconds + 1})
     where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
    [jobName],
  );
}
