import { freeMailDomains } from '@headhaul/domain/mail/free-mail-domains';
import { type RawBuilder, sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import { hasStandingRoom } from '../limits/plan-limits.service.ts';
import { deleteSecrets } from './secrets/secret-store.service.ts';

/** A shared mailbox can stay with the team. The address that a person signs in with stays theirs, even if it is shared. */
export const canBeHandedOver = sql<boolean>`a.is_shared and a.address <> lower(u.email)`;

/**
 * Whether a mailbox `a` has an address of the company. It decides how the mailbox is named, never who gets it: an address can be claimed,
 * and a mailbox that its person did not share holds mail that nobody else may read.
 */
export async function hasCompanyAddress(tx: TenantTx): Promise<RawBuilder<boolean>> {
  return sql<boolean>`(a.is_shared or coalesce(split_part(a.address, '@', 2) = ${await readCompanyDomain(tx)}::text, false))`;
}

/** The domain of the address that the owner signs in with. Null for a free mail service, whose domain belongs to no company. */
async function readCompanyDomain(tx: TenantTx): Promise<string | null> {
  const owner = await tx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.company_id', '=', tx.companyId)
    .where('memberships.role', '=', 'owner')
    .where('memberships.removed_at', 'is', null)
    .where('users.email_proven_at', 'is not', null)
    .select('users.email')
    .executeTakeFirst();
  const domain = owner?.email.toLowerCase().split('@').at(-1);
  return domain === undefined || freeMailDomains.has(domain) ? null : domain;
}

interface HandedMailbox {
  id: string;
  toUserId: string;
}

/**
 * Gives the listed mailboxes of a person who leaves to teammates, who own them from now on. If the company's owner decides it, the
 * mailbox keeps working and its waiting mails leave under the new owner's name. If the person leaves on their own, the sign-in is deleted
 * and the new owner must connect the mailbox again, so that no mail of the team goes through a mailbox that the leaver still controls.
 * Call it under the company's lock, so that the new owner stays in the team until commit.
 */
export async function handOverMailboxes(tx: TenantTx, fromUserId: string, actorId: string, given: readonly HandedMailbox[]): Promise<void> {
  for (const { id, toUserId } of [...given].sort((one, other) => one.id.localeCompare(other.id))) {
    const { rows } = await sql<{ mayGo: boolean }>`
      select ${canBeHandedOver} as "mayGo" from email_accounts a join users u on u.id = a.user_id
      where a.company_id = ${tx.companyId} and a.id = ${id} and a.user_id = ${fromUserId} and a.status <> 'DISCONNECTED'
      for update of a`.execute(tx.db);
    const [mailbox] = rows;
    if (!mailbox) throw new AppError('not_found', { detail: 'This mailbox is not theirs any more. Look again.' });
    if (!mailbox.mayGo) throw new AppError('not_allowed', { detail: 'A mailbox that is not shared can’t be handed over.' });
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
  tx.publish({ type: 'emails.changed', ids: null, fingerprints: null });
  tx.publish({ type: 'limits.changed' });
}

/** The same limit as for connecting a mailbox, with a message for the person who decides the hand-over. */
async function requireRoomOf(tx: TenantTx, userId: string): Promise<void> {
  if (await hasStandingRoom(tx, 'emailAddresses', userId)) return;
  const { name } = await tx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(personName('users').as('name'))
    .executeTakeFirstOrThrow();
  throw new AppError('not_allowed', { detail: `${name} has no room for another mailbox. Choose somebody else, or disconnect it.` });
}

/** Waiting mails stay in the queue until the new owner has connected the mailbox again. */
async function forgetSignIn(tx: TenantTx, id: string): Promise<void> {
  await tx.db
    .updateTable('email_accounts')
    .set({ status: 'RECONNECT_NEEDED' })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  await deleteSecrets(tx, id);
}
