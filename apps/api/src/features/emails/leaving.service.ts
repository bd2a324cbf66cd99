import { mailCaps } from '@headhaul/contracts/mail/accounts';
import { undoSendMs } from '@headhaul/contracts/mail/emails';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Mailbox } from './mailbox.service.ts';

/** When a mail written now would leave: after the undo time, and after the mailbox's pause and the mails before it. */
export async function readLeavesAt(tx: TenantTx, mailbox: Mailbox, waiting: number): Promise<string | null> {
  if (!mailbox.isConnected) return null;
  const { rows } = await sql<{ next_in: number | null }>`
    select case when next_at > now() and next_at < 'infinity' then extract(epoch from next_at - now())::float8 * 1000 end as next_in
    from mail_lanes where account_id = ${mailbox.id}`.execute(tx.db);
  const nextIn = rows[0]?.next_in ?? null;
  const paceMs = 60_000 / mailCaps[mailbox.provider].perMinute;
  return new Date(Date.now() + Math.max(undoSendMs, (nextIn ?? 0) + waiting * paceMs)).toISOString();
}

const threadDays = 30;
const longestThread = 10;

/** Our earlier mails from this mailbox to the same address about the same freight. The new mail is a reply to the last one. */
export async function readThread(
  tx: TenantTx,
  accountId: string,
  to: string,
  about: { fingerprints: readonly string[]; loadId: string | null },
): Promise<{ in_reply_to: string | null; thread_ids: string[] }> {
  const none = { in_reply_to: null, thread_ids: [] };
  if (about.fingerprints.length === 0 && about.loadId === null) return none;
  const { rows } = await sql<{ message_id: string; thread_ids: string[] }>`
    select message_id, thread_ids from emails
    where company_id = ${tx.companyId} and created_at > ${new Date(Date.now() - threadDays * 86_400_000)} and account_id = ${accountId}
      and to_address = ${to} and kind = 'BROKER' and state in ('QUEUED', 'SENT', 'UNKNOWN')
      and (fingerprint = any(${about.fingerprints}::text[]) or load_id = ${about.loadId})
    order by created_at desc limit 1`.execute(tx.db);
  const [last] = rows;
  if (!last) return none;
  return { in_reply_to: last.message_id, thread_ids: [...last.thread_ids, last.message_id].slice(-longestThread) };
}
