import { sql } from 'kysely';
import type { Platform } from '../platform.ts';

/**
 * A worker that is killed during a job leaves the job locked, and graphile-worker alone would wait four hours. So every
 * process writes a heartbeat every 5 s. A process that finds a lock whose holder has had no heartbeat for 15 s releases the
 * job. Another worker takes the job over within 5 + 15 s plus one poll.
 */
export const beatMs = 5_000;
export const silentSeconds = 15;

export interface Takeover {
  /** Adds an id that jobs of this process are locked with. */
  addHolder(holderId: string): void;
  stop(): Promise<void>;
}

export function startTakeover(platform: Platform): Takeover {
  const holderIds: string[] = [];
  let beating: Promise<void> = Promise.resolve();
  const tick = () => {
    beating = beat(platform, holderIds).catch((error: unknown) => platform.log.warn({ err: error }, 'heartbeat failed'));
  };
  const timer = setInterval(tick, beatMs);
  return {
    addHolder(holderId) {
      holderIds.push(holderId);
      tick();
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await platform.db.global.deleteFrom('worker_heartbeats').where('worker_id', 'in', holderIds).execute();
    },
  };
}

async function beat(platform: Platform, holderIds: readonly string[]): Promise<void> {
  const db = platform.db.global;
  if (holderIds.length > 0) {
    await sql`insert into worker_heartbeats (worker_id) select unnest(${holderIds}::text[])
      on conflict (worker_id) do update set beat_at = now()`.execute(db);
  }
  const { rows } = await sql<{ worker_id: string }>`
    with holders as (
      select locked_by as worker_id, max(locked_at) as locked_at from graphile_worker._private_jobs where locked_by is not null group by 1
      union all
      select locked_by, max(locked_at) from graphile_worker._private_job_queues where locked_by is not null group by 1)
    select distinct worker_id from holders
    where locked_at < now() - make_interval(secs => ${silentSeconds}) and not exists (
      select from worker_heartbeats h where h.worker_id = holders.worker_id and h.beat_at > now() - make_interval(secs => ${silentSeconds}))`.execute(
    db,
  );
  if (rows.length > 0) {
    const dead = rows.map((row) => row.worker_id);
    await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db);
    platform.metrics.jobsTakenOver.inc(dead.length);
    platform.log.warn({ workers: dead.length }, 'gave back the jobs of workers that went silent');
  }
  const { rows: waiting } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs where run_at <= now() and locked_at is null and attempts < max_attempts`.execute(
    db,
  );
  platform.metrics.jobsWaiting.set(waiting[0]?.count ?? 0);
}
