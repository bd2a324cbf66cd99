import type { Departure, HandOver } from '@headhaul/contracts/team';
import { activeStatuses } from '@headhaul/domain/loads/status';
import { sql } from 'kysely';
import { lockCompany, lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import { lockOpenSessions } from '../../lib/auth/open-sessions.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { enqueueSync } from '../billing/enqueue-sync.service.ts';
import { disconnectAllOf } from '../email-accounts/disconnect.service.ts';
import { canBeHandedOver, handOverMailboxes, hasCompanyAddress } from '../email-accounts/hand-over.service.ts';
import { listEndingCopies, stopCopiesOf } from '../email-templates/copies.service.ts';
import { enqueueHandOver } from '../loads/write/enqueue-hand-over.service.ts';
import { withdrawOffersOf } from '../taught-pages/withdraw-offers.service.ts';
import { revokeTeamLink } from './invite.service.ts';
import { findMember } from './team.service.ts';

interface Member {
  id: string;
  user_id: string;
}

const nothing: HandOver = { mailboxes: [], loadsToUserId: null };

/** The list shows members and open invites, so both are removed the same way. */
export function removeMember({ actor, transaction, requireFresh }: Ctx, id: string, handOver: HandOver = nothing): Promise<void> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    const member = await findMember(tx, id);
    if (!member) return cancelInvite(tx, id, actor.userId);
    await requireFresh();
    if (member.role === 'owner') throw new AppError('not_allowed', { detail: 'Hand the company over before the owner can go.' });
    await endMembership(tx, member, { action: 'member.removed', actorId: actor.userId, handOver });
  });
}

async function cancelInvite(tx: TenantTx, id: string, actorId: string): Promise<void> {
  const cancelled = await tx.db
    .updateTable('invitations')
    .set({ cancelled_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!cancelled) throw new AppError('not_found');
  tx.audit({ action: 'invite.cancelled', actorId, detail: { invitationId: cancelled.id } });
  tx.publish({ type: 'team.changed' });
}

async function cancelInvitesOf(tx: TenantTx, userId: string, actorId: string): Promise<void> {
  const cancelled = await tx.db
    .updateTable('invitations')
    .set({ cancelled_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of cancelled) tx.audit({ action: 'invite.cancelled', actorId, detail: { invitationId: id } });
}

export function leaveTeam({ actor, transaction }: Ctx, handOver: HandOver): Promise<void> {
  return transaction(async (tx) => {
    await lockCompany(tx);
    const member = await tx.db
      .selectFrom('memberships')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', actor.userId)
      .where('removed_at', 'is', null)
      .select(['id', 'user_id', 'role'])
      .executeTakeFirstOrThrow(() => new AppError('session_expired', { reason: 'no longer a member' }));
    if (member.role === 'owner') throw new AppError('not_allowed', { detail: 'You own this company. Hand it over to a teammate first.' });
    await endMembership(tx, member, { action: 'member.left', actorId: actor.userId, handOver });
  });
}

/** What the person's browsers are told. */
const revokeReasons = { 'member.removed': 'removed', 'member.left': 'left', 'account.deleted': 'deleted' } as const;

interface Ending {
  action: keyof typeof revokeReasons;
  actorId: string;
  handOver: HandOver;
}

/**
 * The only way out of a team: removed, left or account deleted. The caller holds the company's lock. What is handed over goes to
 * teammates first. Everything else of the person ends here: the membership, sessions in this company with their extensions,
 * mailboxes, waiting mails, offered pages. Open streams and downloads notice within a quarter of a second, running imports and exports at their
 * next page.
 */
export async function endMembership(tx: TenantTx, member: Member, { action, actorId, handOver }: Ending): Promise<void> {
  const given = await giveToTeammates(tx, member.user_id, actorId, handOver);
  await tx.db
    .updateTable('memberships')
    .set({ removed_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', member.id)
    .execute();
  await enqueueSync(tx, tx.companyId);
  await tx.db.deleteFrom('user_companies').where('user_id', '=', member.user_id).where('member_of', '=', tx.companyId).execute();
  await lockOpenSessions(tx.db, member.user_id);
  await tx.db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()`, revoke_reason: revokeReasons[action], ended_by: actorId })
    .where('user_id', '=', member.user_id)
    .where('current_company_id', '=', tx.companyId)
    .where('revoked_at', 'is', null)
    .execute();
  const mailboxesDisconnected = await disconnectAllOf(tx, member.user_id);
  await stopCopiesOf(tx, member.user_id, actorId);
  await withdrawOffersOf(tx, member.user_id);
  // The person may have kept the team's link, or invited themselves under another address, and must not come back that way.
  await revokeTeamLink(tx);
  await cancelInvitesOf(tx, member.user_id, actorId);
  tx.audit({ action, actorId, detail: { userId: member.user_id, mailboxesDisconnected, ...given } });
  tx.publish({ type: 'session.changed', userId: member.user_id });
  tx.publish({ type: 'sign-ins.changed' });
  tx.publish({ type: 'team.changed' });
}

/** What went to teammates, for the log. `mailboxesToUserId` is missing when several people got them. */
interface Given {
  mailboxesHandedOver?: number;
  mailboxesToUserId?: string;
  loadsGiven?: number;
  driversGiven?: number;
  loadsToUserId?: string;
}

async function giveToTeammates(tx: TenantTx, fromUserId: string, actorId: string, { mailboxes, loadsToUserId }: HandOver): Promise<Given> {
  const takers = [...new Set([...mailboxes.map(({ toUserId }) => toUserId), ...(loadsToUserId === null ? [] : [loadsToUserId])])];
  if (takers.length === 0) return {};
  const team = await tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('user_id', 'in', takers)
    .where('removed_at', 'is', null)
    .select('user_id')
    .execute();
  if (team.length < takers.length || takers.includes(fromUserId)) {
    throw new AppError('not_allowed', { detail: 'Who takes this over is not on your team. Choose somebody else.' });
  }
  await handOverMailboxes(tx, fromUserId, actorId, mailboxes);
  const [first, ...others] = new Set(mailboxes.map(({ toUserId }) => toUserId));
  const mail: Given = {
    ...(mailboxes.length > 0 ? { mailboxesHandedOver: mailboxes.length } : {}),
    ...(first !== undefined && others.length === 0 ? { mailboxesToUserId: first } : {}),
  };
  if (loadsToUserId === null) return mail;
  const { activeLoads, drivers } = await countWork(tx, fromUserId);
  await enqueueHandOver(tx, { companyId: tx.companyId, fromUserId, toUserId: loadsToUserId, actorId });
  return { ...mail, loadsGiven: activeLoads, driversGiven: drivers, loadsToUserId };
}

async function countWork(tx: TenantTx, userId: string): Promise<{ activeLoads: number; drivers: number }> {
  const { rows } = await sql<{ activeLoads: number; drivers: number }>`
    select
      (select count(*)::int from loads where company_id = ${tx.companyId} and dispatcher_id = ${userId} and deleted_at is null
        and status = any(${[...activeStatuses]}::load_status[])) as "activeLoads",
      (select count(*)::int from drivers where company_id = ${tx.companyId} and dispatcher_id = ${userId}
        and deleted_at is null) as drivers`.execute(tx.db);
  const [work] = rows;
  if (!work) throw new Error('a count gave no row');
  return work;
}

/** For the owner, and for the member in question. */
export function getDeparture({ actor, transaction }: Ctx, id: string): Promise<Departure> {
  return transaction(async (tx) => {
    const member = await findMember(tx, id);
    if (!member || (actor.teamRole !== 'owner' && member.user_id !== actor.userId)) throw new AppError('not_found');
    const { rows: mailboxes } = await sql<Departure['mailboxes'][number]>`
      select a.id, a.provider, a.address, ${canBeHandedOver} as "canBeHandedOver", ${await hasCompanyAddress(tx)} as "isOfCompany",
        (select count(*)::int from mail_queue q where q.account_id = a.id and q.began_at is null) as waiting
      from email_accounts a join users u on u.id = a.user_id
      where a.company_id = ${tx.companyId} and a.user_id = ${member.user_id} and a.status <> 'DISCONNECTED'
      order by ${canBeHandedOver} desc, a.address`.execute(tx.db);
    const { rows } = await sql<Omit<Departure, 'mailboxes' | 'copies' | 'activeLoads' | 'drivers'>>`
      select
        (select count(*)::int from email_templates t join email_accounts a on a.company_id = t.company_id and a.id = t.account_id
          where t.company_id = ${tx.companyId} and a.user_id = ${member.user_id} and a.status <> 'DISCONNECTED') as templates,
        (select count(*)::int from saved_views where company_id = ${tx.companyId} and user_id = ${member.user_id} and is_shared) as "sharedViews",
        (select count(*)::int from board_filters where company_id = ${tx.companyId} and user_id = ${member.user_id}) as "ownFilters",
        count(*) filter (where s.audience = 'web')::int as "webSessions",
        count(*) filter (where s.audience = 'extension')::int as extensions
      from sessions s where s.user_id = ${member.user_id} and s.current_company_id = ${tx.companyId}
        and s.revoked_at is null and s.expires_at > now()`.execute(tx.db);
    const [counts] = rows;
    if (!counts) throw new Error('a count gave no row');
    return { mailboxes, copies: await listEndingCopies(tx, member.user_id), ...(await countWork(tx, member.user_id)), ...counts };
  });
}
