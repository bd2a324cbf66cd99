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

/** All of somebody who leaves the team, with what they wrote and has not left yet. What was handed over before is no longer theirs. */
export async function disconnectAllOf(tx: TenantTx, userId: string): Promise<void> {
  const ids = await lockMailboxesOf(tx, userId);
  const cancelled = await cancelWaitingOfUser(tx, userId);
  for (const id of ids) await disconnectMailbox(tx, id);
  if (cancelled > 0) tx.publish({ type: 'emails.changed', ids: null });
  if (ids.length > 0) tx.publish({ type: 'email-accounts.changed' });
}

/** Of somebody who deletes the account: all go, also those of long ago, and nothing in them names the person any more. Gives their addresses. */
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
