import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { toJsonText } from '../../../lib/db/row-sets.ts';
import { type ChangedMail, tellEmails } from '../write-email.ts';
import { type OutcomeRow, orphanReason, type Settled, toRow } from './outcomes.ts';

/**
 * Writes the outcomes of one company's mails. It may be repeated: a mail that its worker no longer holds is left as it is. Except that a
 * worker that was thought dead and comes back with an answer corrects the unknown outcome of the takeover.
 */
export async function writeOutcomes(tx: TenantTx, given: readonly Settled[]): Promise<void> {
  const rows = (await withoutStale(tx, given)).map(toRow);
  const released = await leaveQueue(tx, rows);
  const changed = await writeStates(tx, rows, released);
  if (changed.length === 0) return;
  // After the lanes: all code locks in this order.
  if (rows.some(({ state }) => state === null)) await wakeCompany(tx);
  if (rows.some(({ is_lost, pause, error }) => is_lost || pause !== null || error !== null)) tx.publish({ type: 'email-accounts.changed' });
  tellEmails(tx, changed);
}

/** For each mail that its worker still held: when it began, or null if it waits again. */
type Released = ReadonlyMap<string, string | null>;

/** Updates the queue, the lanes and the mailboxes. None of them is partitioned by day, so the statement can stay prepared. */
async function leaveQueue(tx: TenantTx, rows: readonly OutcomeRow[]): Promise<Released> {
  const cells = await tx.read({ name: 'mails_leave_queue', text: leaveQueueText, values: [tx.companyId, toJsonText(rows)] });
  return new Map(cells.map(([id, beganAt]) => [id ?? '', beganAt ?? null]));
}

const leaveQueueText = `
  with given as materialized (
    select g.*, clock_timestamp() - make_interval(secs => g.age_ms / 1000) as at
    from json_to_recordset($2::json) as g (id uuid, account_id uuid, holder text, age_ms float8, state text, wait_ms float8, pause text,
      holds_lane boolean, stops_lane boolean, is_lost boolean, error text)),
  gone as (
    delete from mail_queue q using given g where q.email_id = g.id and q.holder = g.holder and g.state is not null
    returning g.id, q.began_at),
  back as (
    update mail_queue q set began_at = null, holder = null, due_at = greatest(q.due_at, g.at + make_interval(secs => g.wait_ms / 1000))
    from given g where q.email_id = g.id and q.holder = g.holder and g.state is null
    returning g.id, q.account_id, q.due_at, g.wait_ms, g.holds_lane, g.stops_lane, g.at),
  lanes as (
    update mail_lanes l set due_at = least(l.due_at, b.due_at), next_at = greatest(l.next_at, b.next_at)
    from (select account_id, min(due_at) as due_at, max(case when stops_lane then 'infinity' when holds_lane then at + make_interval(secs => wait_ms / 1000) else '-infinity' end) as next_at
      from back group by 1) b
    where l.account_id = b.account_id),
  accounts as (
    update email_accounts a set
      status = case when g.is_lost and a.status = 'CONNECTED' then 'RECONNECT_NEEDED' else a.status end,
      paused_until = case when g.pause is not null then g.until when g.has_sent then null else a.paused_until end,
      pause_reason = case when g.pause is not null then g.pause when g.has_sent then null else a.pause_reason end,
      last_error = coalesce(left(g.error, 500), a.last_error), last_error_at = case when g.error is null then a.last_error_at else now() end
    from (select account_id, bool_or(is_lost) as is_lost, max(pause) as pause, max(error) as error, bool_or(state = 'SENT') as has_sent,
        max(at + make_interval(secs => wait_ms / 1000)) as until from given group by 1) g
    where a.company_id = $1 and a.id = g.account_id
      and (g.is_lost or g.pause is not null or g.error is not null or g.has_sent and a.paused_until is not null))
  select id, began_at from gone union all select id, null from back`;

/** Updates the mails, their history and their templates. Returns the mails that changed. One that waits again is the same to a board. */
async function writeStates(tx: TenantTx, rows: readonly OutcomeRow[], released: Released): Promise<ChangedMail[]> {
  // For a mail that is no longer held, only a final answer after a takeover matters.
  const told = rows.filter(({ id, state }) => released.has(id) || state === 'SENT' || state === 'FAILED');
  if (told.length === 0) return [];
  const times = told.map(({ created_at }) => created_at).sort();
  const given = told.map((row) => ({ ...row, began_at: released.get(row.id) ?? null }));
  // The bounds are plain values and the statement is not prepared, so the planner reads only the daily partitions of these mails.
  const { rows: changed } = await sql<ChangedMail>`
    with given as materialized (
      select g.*, clock_timestamp() - make_interval(secs => g.age_ms / 1000) as at
      from json_to_recordset(${toJsonText(given)}::json) as g (id uuid, created_at timestamptz, began_at timestamptz, attempt int, age_ms float8, state text,
        reason text, is_bounce boolean, provider_message_id text, history_id uuid, began_id uuid)),
    changed as (
      update emails e set state = g.state, sent_at = case g.state when 'SENT' then g.at end, finished_at = g.at, attempts = greatest(e.attempts, g.attempt),
        reason = g.reason, is_bounce = g.is_bounce, provider_message_id = g.provider_message_id
      from given g
      where e.company_id = ${tx.companyId} and e.created_at between ${times[0]} and ${times.at(-1)} and e.created_at = g.created_at and e.id = g.id
        and (e.state = 'QUEUED' and g.began_at is not null or e.state = 'UNKNOWN' and e.reason = ${orphanReason} and g.state in ('SENT', 'FAILED'))
      returning e.id, e.kind, e.state, e.template_id, e.fingerprint),
    lines as (
      insert into email_history (company_id, at, id, email_id, state, note)
      select ${tx.companyId}::uuid, began_at, began_id, id, 'SENDING', null from given where began_at is not null
      union all
      select ${tx.companyId}::uuid, greatest(g.at, coalesce(g.began_at, g.at) + interval '1 microsecond'), g.history_id, g.id, g.state, g.reason
        from changed c join given g on g.id = c.id
      union all
      select ${tx.companyId}::uuid, at, history_id, id, 'QUEUED', reason from given where state is null and reason is not null),
    templates as (
      update email_templates t set sent = t.sent + c.mails
      from (select template_id, count(*)::int as mails from changed where state = 'SENT' and kind = 'BROKER' group by 1) c
      where t.company_id = ${tx.companyId} and t.id = c.template_id)
    select id, fingerprint from changed union select id, null from given where state is null`.execute(tx.db);
  return changed;
}

/**
 * A lost connection no longer matters if the mailbox was connected again since: its mails only wait. The mailbox's row is locked, so that
 * nobody connects it between this check and stopping the lane.
 */
async function withoutStale(tx: TenantTx, given: readonly Settled[]): Promise<readonly Settled[]> {
  const lost = given.flatMap(({ mail, outcome }) => (outcome.kind === 'disconnected' ? [mail.accountId] : []));
  if (lost.length === 0) return given;
  const accounts = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('id', 'in', lost)
    .orderBy('id')
    .forNoKeyUpdate()
    .select(['id', 'connected_at'])
    .execute();
  const versions = new Map(accounts.map(({ id, connected_at }) => [id, connected_at.toISOString()]));
  return given.map((one) => {
    const isStale = one.outcome.kind === 'disconnected' && versions.get(one.mail.accountId) !== one.outcome.version;
    return isStale ? { ...one, outcome: { kind: 'waits' } } : one;
  });
}

async function wakeCompany({ db, companyId }: TenantTx): Promise<void> {
  await sql`
    update mail_schedule t set ready_at = least(t.ready_at,
      (select min(l.ready_at) from mail_lanes l where l.of_company = t.of_company and l.provider = t.provider))
    where t.of_company = ${companyId}`.execute(db);
}
