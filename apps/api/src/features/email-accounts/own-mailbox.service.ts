import type { Actor } from '../../lib/auth/actor.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';

/** A mailbox of the company that this person may see: their own, a shared one, and the owner sees all. */
export async function requireVisibleMailbox(tx: TenantTx, actor: Actor, id: string) {
  const row = await tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('status', '<>', 'DISCONNECTED')
    .forUpdate()
    .select(['id', 'user_id', 'address', 'provider', 'is_shared'])
    .executeTakeFirst();
  const isOwn = row?.user_id === actor.userId;
  if (!row || !(isOwn || row.is_shared || actor.teamRole === 'owner')) throw new AppError('not_found');
  return { ...row, isOwn };
}

/** One that this person connected: nobody else renames, shares or connects it again. */
export async function requireOwnMailbox(tx: TenantTx, actor: Actor, id: string) {
  const row = await requireVisibleMailbox(tx, actor, id);
  if (!row.isOwn) throw new AppError('not_allowed', { detail: 'Only who connected this mailbox can do this.' });
  return row;
}
