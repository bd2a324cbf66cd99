import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { cancelWaitingOfAccount, cancelWaitingOfUser } from '../emails/cancel.service.ts';
import { giveBackMailbox } from './disconnect.jobs.ts';

/** Stops all sending from the mailbox. The worker then revokes our access and deletes the secrets. */
export async function disconnectMailbox(tx: TenantTx, accountId: string): Promise<void> {
  await tx.db
    .updateTable('email_accounts')
    .set({ status: 'DISCONNECTED', disconnected_at: sql<Date>`now()`, paused_until: null, pause_reason: null })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', accountId)
    .execute();
  const cancelled = await cancelWaitingOfAccount(tx, accountId);
  await giveBackMailbox(tx, { companyId: tx.companyId, accountId });
  if (cancelled > 0) tx.publish({ type: 'emails.changed', ids: null, fingerprints: null });
}

/**
 * Disconnects all mailboxes of a person who leaves the team and cancels the waiting mails that they wrote. Mailboxes that were handed over
 * before belong to a teammate by now. Returns how many were disconnected.
 */
export async function disconnectAllOf(tx: TenantTx, userId: string): Promise<number> {
  const ids = await lockMailboxesOf(tx, userId);
  const cancelled = await cancelWaitingOfUser(tx, userId);
  for (const id of ids) await disconnectMailbox(tx, id);
  if (cancelled > 0) tx.publish({ type: 'emails.changed', ids: null, fingerprints: null });
  if (ids.length > 0) tx.publish({ type: 'email-accounts.changed' });
  return ids.length;
}

/**
 * For a person who deletes their account: disconnects their mailboxes and removes everything that names them, also from mailboxes that were
 * disconnected long ago. Returns the addresses.
 */
export async function forgetMailboxesOf(tx: TenantTx, userId: string): Promise<string[]> {
  await disconnectAllOf(tx, userId);
  const addresses = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('address', 'not like', '%@deleted.invalid')
    .select('address')
    .execute();
  const own = tx.db.selectFrom('email_accounts').where('company_id', '=', tx.companyId).where('user_id', '=', userId).select('id');
  await tx.db.deleteFrom('email_templates').where('company_id', '=', tx.companyId).where('account_id', 'in', own).execute();
  await tx.db
    .updateTable('email_accounts')
    .set({
      address: sql`'deleted-' || id || '@deleted.invalid'`,
      display_name: '',
      signature_html: null,
      last_error: null,
      last_error_at: null,
      smtp: sql`case when smtp is null then null else '{}'::jsonb end`,
    })
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .execute();
  return addresses.map(({ address }) => address);
}

async function lockMailboxesOf(tx: TenantTx, userId: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'DISCONNECTED')
    .orderBy('id')
    .forUpdate()
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
