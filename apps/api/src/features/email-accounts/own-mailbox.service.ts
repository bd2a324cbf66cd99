import type { Actor } from '../../lib/auth/actor.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';

function selectMailbox(tx: TenantTx, id: string) {
  return tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('status', '<>', 'DISCONNECTED')
    .select(['id', 'user_id', 'address', 'provider', 'is_shared', 'signature_html', 'connected_at']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMailbox>['execute']>>[number];

function requireVisible(row: Row | undefined, actor: Actor) {
  const isOwn = row?.user_id === actor.userId;
  if (!row || !(isOwn || row.is_shared)) throw new AppError('not_found');
  return { ...row, isOwn };
}

/**
 * A mailbox that this person may see: their own or a shared one. Nobody else sees a private mailbox, not even the team's owner. Takes
 * no lock, so readers block nobody.
 */
export async function readVisibleMailbox(tx: TenantTx, actor: Actor, id: string) {
  return requireVisible(await selectMailbox(tx, id).executeTakeFirst(), actor);
}

/** The same, locked until commit, for changing the mailbox or what belongs to it. */
export async function lockVisibleMailbox(tx: TenantTx, actor: Actor, id: string) {
  return requireVisible(await selectMailbox(tx, id).forUpdate().executeTakeFirst(), actor);
}

/** A mailbox that this person owns. Nobody else may rename it, share it or connect it again. */
export async function requireOwnMailbox(tx: TenantTx, actor: Actor, id: string) {
  const row = await lockVisibleMailbox(tx, actor, id);
  if (!row.isOwn) throw new AppError('not_allowed', { detail: 'Only who connected this mailbox can do this.' });
  return row;
}
