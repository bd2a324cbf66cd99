import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import { hasStandingRoom } from '../limits/plan-limits.service.ts';
import { deleteSecrets } from './secrets/secret-store.service.ts';

/** A mailbox that the team shares can stay with it. One's own address stays one's own, shared or not. */
export const canBeHandedOver = sql<boolean>`a.is_shared and a.address <> lower(u.email)`;

interface HandedMailbox {
  id: string;
  toUserId: string;
}

/**
 * From somebody who goes to teammates, each mailbox in words. They own it from now on. If the company's owner decides it, it works on and what
 * waits in it leaves under their name. Nobody can do that by leaving: what they signed in with is forgotten, so that nothing of the team's goes
 * through a mailbox that they still hold, and who takes over signs in anew. Call it under the company's lock: who takes over is in the team and
 * stays in it until commit.
 */
export async function handOverMailboxes(tx: TenantTx, fromUserId: string, actorId: string, given: readonly HandedMailbox[]): Promise<void> {
  for (const { id, toUserId } of [...given].sort((one, other) => one.id.localeCompare(other.id))) {
    const { rows } = await sql<{ mayGo: boolean }>`
      select ${canBeHandedOver} as "mayGo" from email_accounts a join users u on u.id = a.user_id
      where a.company_id = ${tx.companyId} and a.id = ${id} and a.user_id = ${fromUserId} and a.status <> 'DISCONNECTED'
      for update of a`.execute(tx.db);
    const [mailbox] = rows;
    if (!mailbox) throw new AppError('not_found', { detail: 'This mailbox is not theirs any more. Look again.' });
    if (!mailbox.mayGo) throw new AppError('not_allowed', { detail: 'A personal mailbox can’t be handed over.' });
    await requireRoomOf(tx, toUserId);
    await sql`update email_accounts set user_id = ${toUserId} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
    if (actorId === fromUserId) await forgetSignIn(tx, id);
    else {
      await sql`
        update emails e set user_id = ${toUserId} from mail_queue q
        where q.account_id = ${id} and q.began_at is null and e.company_id = ${tx.companyId} and e.created_at = q.email_created_at
          and e.id = q.email_id and e.user_id = ${fromUserId} and e.state = 'QUEUED'`.execute(tx.db);
    }
    tx.audit({ action: 'mailbox.handed_over', actorId, detail: { accountId: id, userId: toUserId } });
  }
  if (given.length === 0) return;
  tx.publish({ type: 'email-accounts.changed' });
  tx.publish({ type: 'emails.changed', ids: null });
  tx.publish({ type: 'limits.changed' });
}

/** As much room as for one that they connect themselves; said in words that fit who decides it. */
async function requireRoomOf(tx: TenantTx, userId: string): Promise<void> {
  if (await hasStandingRoom(tx, 'emailAddresses', userId)) return;
  const { name } = await tx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(personName('users').as('name'))
    .executeTakeFirstOrThrow();
  throw new AppError('not_allowed', { detail: `${name} has no room for another mailbox. Choose somebody else, or disconnect it.` });
}

/** Mails that wait there wait on, until who took the mailbox over has connected it again. */
async function forgetSignIn(tx: TenantTx, id: string): Promise<void> {
  await tx.db
    .updateTable('email_accounts')
    .set({ status: 'RECONNECT_NEEDED' })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  await deleteSecrets(tx, id);
}
