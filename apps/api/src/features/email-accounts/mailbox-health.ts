import type { MailboxHealth } from '@headhaul/contracts/mail/accounts';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

const spans = 12;
const spanSeconds = 2 * 60 * 60;

/** The counted values. The rest is in the mailbox's row. */
type Counted = Pick<
  MailboxHealth,
  'sentLast24h' | 'sentBySpan' | 'waiting' | 'nextRoom' | 'bounced' | 'sentLast7d' | 'unknown' | 'duplicatesHeld'
>;

export type HealthByAccount = ReadonlyMap<string, Counted>;

export function healthOf(health: HealthByAccount, accountId: string): Counted {
  return health.get(accountId) ?? nothingYet();
}

function nothingYet(): Counted {
  return {
    sentLast24h: 0,
    sentBySpan: Array.from({ length: spans }, () => 0),
    waiting: 0,
    nextRoom: null,
    bounced: 0,
    sentLast7d: 0,
    unknown: 0,
    duplicatesHeld: 0,
  };
}

interface SentRow {
  account_id: string;
  /** Which two-hour span before now, from 0. Span 12 is everything older than a day. */
  span: number;
  mails: number;
  oldest: Date;
  /** How many of these leave the 24-hour count within an hour after the day's oldest mail does. */
  leaving: number;
}

interface OtherRow {
  account_id: string;
  waiting: number;
  unknown: number;
  bounced: number;
  held: number;
}

/**
 * Two statements for any number of mailboxes. Each uses an index and reads no further back than it must. The bound on `created_at` keeps
 * old partitions out: no mail waits for a month.
 */
export async function readHealth(tx: TenantTx, accountIds: readonly string[]): Promise<HealthByAccount> {
  const health = new Map(accountIds.map((id) => [id, nothingYet()]));
  if (accountIds.length === 0) return health;
  const { rows: sent } = await sql<SentRow>`
    with recent as (
      select account_id, sent_at, least(floor(extract(epoch from now() - sent_at) / ${spanSeconds}), ${spans})::int as span
      from emails where company_id = ${tx.companyId} and account_id = any(${accountIds}::uuid[])
        and sent_at > now() - interval '7 days' and created_at > now() - interval '35 days'),
    firsts as (select account_id, min(sent_at) as at from recent where span < ${spans} group by 1)
    select r.account_id, greatest(r.span, 0) as span, count(*)::int as mails, min(r.sent_at) as oldest,
      count(*) filter (where r.span < ${spans} and r.sent_at <= f.at + interval '1 hour')::int as leaving
    from recent r left join firsts f on f.account_id = r.account_id group by 1, 2`.execute(tx.db);
  for (const row of sent) addSent(health.get(row.account_id), row);
  const { rows: others } = await sql<OtherRow>`
    select a.id as account_id,
      (select count(*)::int from mail_queue q where q.account_id = a.id and q.of_company = ${tx.companyId}) as waiting,
      (select count(*)::int from email_holds h where h.company_id = ${tx.companyId} and h.account_id = a.id
        and h.at > now() - interval '7 days') as held,
      coalesce(e.unknown, 0) as unknown, coalesce(e.bounced, 0) as bounced
    from unnest(${accountIds}::uuid[]) as a (id)
    left join (
      select account_id, count(*) filter (where state = 'UNKNOWN')::int as unknown,
        count(*) filter (where is_bounce and finished_at > now() - interval '7 days')::int as bounced
      from emails where company_id = ${tx.companyId} and account_id = any(${accountIds}::uuid[]) and state in ('UNKNOWN', 'FAILED')
        and created_at > now() - interval '35 days' group by 1) e on e.account_id = a.id`.execute(tx.db);
  for (const { account_id, waiting, unknown, bounced, held } of others) {
    const own = health.get(account_id);
    if (own) Object.assign(own, { waiting, unknown, bounced, duplicatesHeld: held });
  }
  return health;
}

function addSent(own: Counted | undefined, { span, mails, oldest, leaving }: SentRow): void {
  if (!own) return;
  own.sentLast7d += mails;
  if (span >= spans) return;
  own.sentLast24h += mails;
  own.sentBySpan[spans - 1 - span] = mails;
  if (leaving === 0) return;
  const at = new Date(oldest.getTime() + 86_400_000).toISOString();
  own.nextRoom = {
    at: own.nextRoom && own.nextRoom.at < at ? own.nextRoom.at : at,
    mails: (own.nextRoom?.mails ?? 0) + leaving,
  };
}
