import { sql } from 'kysely';
import type { Platform } from '../../../lib/platform.ts';
import type { Settled } from './outcomes.ts';

const silentSeconds = 15;

/** Records that this process is alive, so that no other worker takes over its mails. */
export async function beat({ db }: Platform, holder: string): Promise<void> {
  await sql`insert into worker_heartbeats (worker_id) values (${holder}) on conflict (worker_id) do update set beat_at = clock_timestamp()`.execute(
    db.global,
  );
}

export async function endBeats({ db }: Platform, holder: string): Promise<void> {
  await db.global.deleteFrom('worker_heartbeats').where('worker_id', '=', holder).execute();
}

/** Mails at a provider whose worker has stopped its heartbeat. Nobody knows whether they were sent. */
export async function findOrphans({ db }: Platform): Promise<Settled[]> {
  const { rows } = await sql<{
    email_id: string;
    email_created_at: Date;
    of_company: string;
    account_id: string;
    attempt: number;
    holder: string;
  }>`
    select email_id, email_created_at, of_company, account_id, attempt, holder from mail_queue q
    where q.began_at < now() - make_interval(secs => ${silentSeconds}) and not exists (
      select from worker_heartbeats h where h.worker_id = q.holder and h.beat_at > now() - make_interval(secs => ${silentSeconds}))
    order by q.began_at limit 1000`.execute(db.global);
  return rows.map((row) => ({
    mail: {
      emailId: row.email_id,
      createdAt: row.email_created_at,
      companyId: row.of_company,
      accountId: row.account_id,
      attempt: row.attempt,
      holder: row.holder,
    },
    outcome: { kind: 'orphaned' },
    at: performance.now(),
  }));
}

export async function measureQueue({ db, metrics }: Platform): Promise<void> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select count(*)::int as waiting, coalesce(greatest(extract(epoch from now() - min(due_at)), 0), 0)::float8 as oldest from mail_queue`.execute(
    db.global,
  );
  metrics.mailsWaiting.set(rows[0]?.waiting ?? 0);
  metrics.mailsOldestDue.set(rows[0]?.oldest ?? 0);
}
