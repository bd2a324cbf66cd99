import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import type { OutgoingMail } from '../../email-accounts/senders/mail-sender.service.ts';
import type { SendingAccount } from '../../email-accounts/senders/open-sender.service.ts';
import type { LeasedMail } from './lease.ts';

/** A leased mail with its text, or why it can't be sent now. */
export type ReadMail =
  | { mail: LeasedMail; outgoing: OutgoingMail; account: SendingAccount; version: string }
  | { mail: LeasedMail; outgoing: null; because: 'GONE' | 'NOT_ALLOWED' | 'DISCONNECTED' | 'TOO_OLD' }
  | { mail: LeasedMail; outgoing: null; because: 'NOT_CONNECTED'; version: string }
  | { mail: LeasedMail; outgoing: null; because: 'NO_ROOM'; waitMs: number };

const waitedTooLongMs = 3 * 86_400_000;

interface MailRow {
  id: string;
  account_id: string;
  to_address: string;
  to_name: string | null;
  cc_address: string | null;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  in_reply_to: string | null;
  thread_ids: string[];
  address: string;
  display_name: string;
  status: string;
  daily_cap: number;
  provider: SendingAccount['provider'];
  smtp: SendingAccount['smtp'];
  connected_at: Date;
  /** The writer is still in the team and may use the mailbox. This may have changed while the mail was at a provider. */
  may_send: boolean;
}

/** Reads mails of one company with one statement. */
export async function readMails(tx: TenantTx, mails: readonly LeasedMail[]): Promise<ReadMail[]> {
  const times = mails.map(({ createdAt }) => createdAt.getTime());
  // The bounds are plain values, so that the planner reads only the daily partitions of these mails.
  const { rows } = await sql<MailRow>`
    select e.id, e.account_id, e.to_address, e.to_name, e.cc_address, e.subject, e.html, e.text, e.message_id, e.in_reply_to, e.thread_ids,
      a.address, a.display_name, a.status, a.daily_cap, a.provider, a.smtp, a.connected_at,
      (a.is_shared or a.user_id = e.user_id) and exists (
        select from memberships m where m.company_id = e.company_id and m.user_id = e.user_id and m.removed_at is null) as may_send
    from emails e join email_accounts a on a.company_id = e.company_id and a.id = e.account_id
    where e.company_id = ${tx.companyId} and e.created_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}
      and e.id = any(${mails.map(({ emailId }) => emailId)}::uuid[]) and e.state = 'QUEUED'`.execute(tx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const read: ReadMail[] = [];
  for (const mail of mails) read.push(await readOne(tx, mail, byId.get(mail.emailId)));
  return read;
}

async function readOne(tx: TenantTx, mail: LeasedMail, row: MailRow | undefined): Promise<ReadMail> {
  if (!row) return { mail, outgoing: null, because: 'GONE' };
  if (!row.may_send) return { mail, outgoing: null, because: 'NOT_ALLOWED' };
  if (row.status === 'DISCONNECTED') return { mail, outgoing: null, because: 'DISCONNECTED' };
  // Whatever the mail waited for, nobody wants an offer of last week to leave now.
  if (Date.now() - mail.createdAt.getTime() > waitedTooLongMs) return { mail, outgoing: null, because: 'TOO_OLD' };
  const version = row.connected_at.toISOString();
  if (row.status !== 'CONNECTED') return { mail, outgoing: null, because: 'NOT_CONNECTED', version };
  if (mail.mustCount) {
    const waitMs = await countRoom(tx, row.account_id, row.daily_cap);
    if (waitMs !== null) return { mail, outgoing: null, because: 'NO_ROOM', waitMs };
  }
  return {
    mail,
    account: { companyId: tx.companyId, id: row.account_id, provider: row.provider, smtp: row.smtp },
    version,
    outgoing: {
      from: { name: row.display_name, address: row.address },
      to: { name: row.to_name ?? '', address: row.to_address },
      cc: row.cc_address,
      subject: row.subject,
      html: row.html,
      text: row.text,
      messageId: row.message_id,
      inReplyTo: row.in_reply_to,
      references: row.thread_ids,
    },
  };
}

/**
 * Counts the mails of the mailbox's last 24 hours and stores the remaining room in its lane. Returns null if there is room for the current
 * mail, which is among the begun ones, or else how long to wait for room. A mail with an unknown outcome counts: it may have been sent.
 */
async function countRoom(tx: TenantTx, accountId: string, dailyCap: number): Promise<number | null> {
  const { rows } = await sql<{ used: number; begun: number }>`
    select count(*) filter (where sent_at > now() - interval '24 hours' or state = 'UNKNOWN' and finished_at > now() - interval '24 hours')::int as used,
      (select count(*)::int from mail_queue q where q.account_id = ${accountId} and q.began_at is not null) as begun
    from emails where company_id = ${tx.companyId} and account_id = ${accountId} and created_at > ${daysAgo(8)}
      and (sent_at > now() - interval '24 hours' or state = 'UNKNOWN')`.execute(tx.db);
  const { used = 0, begun = 0 } = rows[0] ?? {};
  const room = dailyCap - used - begun;
  await sql`update mail_lanes set room = ${Math.max(room, 0)} where account_id = ${accountId}`.execute(tx.db);
  if (room >= 0) return null;
  const { rows: oldest } = await sql<{ wait: number }>`
    select extract(epoch from coalesce(sent_at, finished_at) + interval '24 hours' - now())::float8 * 1000 as wait
    from emails where company_id = ${tx.companyId} and account_id = ${accountId} and created_at > ${daysAgo(8)}
      and (sent_at > now() - interval '24 hours' or state = 'UNKNOWN' and finished_at > now() - interval '24 hours')
    order by 1 offset ${Math.max(used - dailyCap, 0)} limit 1`.execute(tx.db);
  return Math.max(oldest[0]?.wait ?? 0, 1_000);
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}
