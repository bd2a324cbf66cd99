import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { cancelWaitingOfOthers } from '../emails/cancel.service.ts';
import { readEmailAccount } from './account-list.service.ts';
import { disconnectMailbox } from './disconnect.service.ts';
import { lockVisibleMailbox, requireOwnMailbox } from './own-mailbox.service.ts';

export async function updateEmailAccount(
  ctx: Ctx,
  id: string,
  { displayName, isShared }: { displayName: string; isShared: boolean },
): Promise<EmailAccount> {
  const { actor } = ctx;
  await ctx.transaction(async (tx) => {
    const before = await requireOwnMailbox(tx, actor, id);
    await tx.db
      .updateTable('email_accounts')
      .set({ display_name: displayName, is_shared: isShared })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    if (before.is_shared !== isShared) {
      const action = isShared ? 'mailbox.shared' : 'mailbox.unshared';
      tx.audit({ action, actorId: actor.userId, detail: { accountId: id } });
    }
    const cancelled = isShared ? 0 : await cancelWaitingOfOthers(tx, id, actor.userId);
    tx.publish({ type: 'email-accounts.changed' });
    if (cancelled > 0) tx.publish({ type: 'emails.changed', ids: null, fingerprints: null });
  });
  return readEmailAccount(ctx, id);
}

/** Allowed for the person who connected the mailbox and for the team's owner. */
export function disconnectEmailAccount({ actor, transaction }: Ctx, id: string): Promise<void> {
  return transaction(async (tx) => {
    const mailbox = await lockVisibleMailbox(tx, actor, id);
    if (!mailbox.isOwn && actor.teamRole !== 'owner') {
      throw new AppError('not_allowed', { detail: 'Only who connected this mailbox, or the team’s owner, can disconnect it.' });
    }
    await disconnectMailbox(tx, id);
    tx.audit({ action: 'mailbox.disconnected', actorId: actor.userId, detail: { accountId: id } });
    tx.publish({ type: 'email-accounts.changed' });
    tx.publish({ type: 'limits.changed' });
  });
}
