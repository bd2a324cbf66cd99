import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { cancelWaitingOfAccount, cancelWaitingOfUser } from '../emails/cancel.service.ts';
import { giveBackMailbox } from './disconnect.jobs.ts';

/** Nothing leaves from it any more. The worker gives the access back and deletes what opened it. */
export async function disconnectMailbox(tx: TenantTx, accountId: string): Promise<void> {
  await tx.db
    .updateTable('email_accounts')
    .set({ status: 'DISCONNECTED', disconnected_at: sql<Date>`now()`, paused_until: null, pause_reason: null })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', accountId)
    .execute();
  const cancelled = await cancelWaitingOfAccount(tx, accountId);
  await giveBackMailbox(tx, { companyId: tx.companyId, accountId });
  if (cancelled > 0) tx.publish({ type: 'emails.changed', ids: null });
}

/**
 * Of somebody who leaves the team, with what they wrote and has not left yet. What they share stays: the team works with it, and its
 * owner can disconnect it.
 */
export async function disconnectUnsharedOf(tx: TenantTx, userId: string): Promise<void> {
  const ids = await listOf(tx, userId, false);
  const cancelled = await cancelWaitingOfUser(tx, userId);
  for (const id of ids) await disconnectMailbox(tx, id);
  if (cancelled > 0) tx.publish({ type: 'emails.changed', ids: null });
  if (ids.length > 0) tx.publish({ type: 'email-accounts.changed' });
}

/** Of somebody who deletes the account: all go, and nothing in them names the person any more. */
export async function forgetMailboxesOf(tx: TenantTx, userId: string): Promise<void> {
  for (const id of await listOf(tx, userId, true)) await disconnectMailbox(tx, id);
  await cancelWaitingOfUser(tx, userId);
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
}

async function listOf(tx: TenantTx, userId: string, withShared: boolean): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'DISCONNECTED')
    .$if(!withShared, (query) => query.where('is_shared', '=', false))
    .orderBy('id')
    .forUpdate()
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
