import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { lockKey, once, type StoredAnswer } from '../../lib/http/idempotency.ts';
import { readEmailRow, requireReadable } from './email-row.ts';
import { type ChangedMail, tellEmails } from './write-email.ts';

/** Takes a mail back. This and the worker's lease change the same queue row, so a mail is either taken back or sent, never both. */
export function cancelEmail(ctx: Ctx, id: string): Promise<EmailRow> {
  return ctx.transaction(async (tx) => {
    const email = await readEmailRow(ctx, tx, id);
    requireReadable(email);
    const cancelled = await takeBack(tx, sql`q.email_id = ${id}`, null, ctx.actor.userId);
    if (cancelled.length === 0) {
      const isBack = email.state === 'CANCELLED';
      throw new AppError('move_not_allowed', {
        detail: isBack ? 'This email was canceled already.' : 'It is too late to cancel this email: it was sent.',
      });
    }
    const row = await readEmailRow(ctx, tx, id);
    tellEmails(tx, cancelled);
    return row;
  });
}

const StoredMail = z.object({ id: z.uuid() });

/** The mail that was made with a key. Undefined for a key that was withdrawn, or that was used for something else. */
function readStoredId({ contentType, body }: StoredAnswer): string | undefined {
  return contentType?.startsWith('application/json') ? StoredMail.safeParse(JSON.parse(body ?? 'null')).data?.id : undefined;
}

const nothing: StoredAnswer = { status: 204, contentType: null, body: null };

/**
 * Takes back the mail that the caller has sent with this key. If there is none, the key is taken, so that a request which is still on its
 * way finds it used. Both happen under the key's lock, so nothing can be sent between the look and the answer.
 */
export function withdrawEmail(ctx: Ctx, key: string): Promise<{ email: EmailRow | null }> {
  const { userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const stored = await lockKey(tx, userId, key);
    // No request has this fingerprint.
    if (stored === undefined) await once(tx, userId, key, 'withdrawn', async () => nothing);
    const id = stored && readStoredId(stored);
    if (id === undefined) return { email: null };
    const cancelled = await takeBack(tx, sql`q.email_id = ${id}`, null, userId);
    if (cancelled.length > 0) tellEmails(tx, cancelled);
    return { email: await readEmailRow(ctx, tx, id) };
  });
}

/**
 * Cancels those of the chosen mails that still wait. A mail that is at the provider now can't be taken back. `q` is the queue, `e` the
 * mail. Call it in the transaction of its cause. The caller publishes `emails.changed`.
 */
async function takeBack(tx: TenantTx, which: RawBuilder<unknown>, note: string | null, userId: string | null): Promise<ChangedMail[]> {
  const { rows } = await sql<ChangedMail>`
    with gone as (
      delete from mail_queue q using emails e
      where q.of_company = ${tx.companyId} and q.began_at is null
        and e.company_id = ${tx.companyId} and e.created_at = q.email_created_at and e.id = q.email_id and ${which}
      returning q.email_id, q.email_created_at),
    lines as (
      insert into email_history (company_id, id, email_id, state, user_id, note)
      select ${tx.companyId}::uuid, gen_random_uuid(), email_id, 'CANCELLED', ${userId}::uuid, ${note} from gone)
    update emails e set state = 'CANCELLED', finished_at = clock_timestamp() from gone
    where e.company_id = ${tx.companyId} and e.created_at = gone.email_created_at and e.id = gone.email_id and e.state = 'QUEUED'
    returning e.id, e.fingerprint`.execute(tx.db);
  return rows;
}

/** For a mailbox that is disconnected, also because its owner left the team. */
export async function cancelWaitingOfAccount(tx: TenantTx, accountId: string): Promise<number> {
  return (await takeBack(tx, sql`q.account_id = ${accountId}`, 'The mailbox was disconnected before it left.', null)).length;
}

/** For a mailbox that is no longer shared: only its owner may send from it. */
export async function cancelWaitingOfOthers(tx: TenantTx, accountId: string, ownerId: string): Promise<number> {
  const which = sql`q.account_id = ${accountId} and e.user_id <> ${ownerId}`;
  return (await takeBack(tx, which, 'The mailbox was no longer shared before it left.', null)).length;
}

/** Cancels mails to a person who deletes their account, because the address is being deleted. */
export async function cancelWaitingTo(tx: TenantTx, address: string): Promise<void> {
  const cancelled = await takeBack(tx, sql`e.to_address = ${address}`, 'Whom it was for has deleted their account.', null);
  if (cancelled.length > 0) tx.publish({ type: 'emails.changed', ids: null, fingerprints: null });
}

/**
 * Whether a mail to this address, by this person or from their mailbox is still queued. Call it after the waiting mails were cancelled:
 * the rest is at a provider, and its answer will still be written to the mail.
 */
export async function hasMailUnderway(tx: TenantTx, address: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from emails e join email_accounts a on a.company_id = e.company_id and a.id = e.account_id
    where e.company_id = ${tx.companyId} and e.state = 'QUEUED'
      and (e.to_address = ${address} or e.user_id = ${userId} or a.user_id = ${userId}) limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** Cancels all waiting mails that this person wrote, also from mailboxes of teammates. */
export async function cancelWaitingOfUser(tx: TenantTx, userId: string): Promise<number> {
  return (await takeBack(tx, sql`e.user_id = ${userId}`, 'Who wrote it left the team before it left.', null)).length;
}
