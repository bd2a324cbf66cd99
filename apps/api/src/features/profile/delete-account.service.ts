import { type Kysely, sql } from 'kysely';
import { lockCompany } from '../../lib/auth/company-lock.ts';
import { lockOpenSessions } from '../../lib/auth/open-sessions.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { enqueueSync } from '../billing/enqueue-sync.service.ts';
import { forgetMailboxesOf } from '../email-accounts/disconnect.service.ts';
import { forgetInvitedAddress } from '../referrals/referral-rewards.service.ts';
import { revokeTeamLink } from '../team/invite.service.ts';
import { emptyCompanyRecord } from './empty-company.jobs.ts';

/**
 * Nothing that names the person stays: the account's row is emptied (others' records point to it), sign-ins are deleted,
 * sessions end, a company that was theirs alone is emptied too. An owner with a team hands the company over first, so that
 * nobody is left in a company without one. The session's own company comes last, together with the account itself: after a
 * failure half-way the person is still signed in and can go on.
 */
export async function deleteAccount(ctx: Ctx, typedEmail: string): Promise<void> {
  const { platform, actor } = ctx;
  if (actor.audience !== 'web') throw new AppError('not_allowed');
  const { email } = await platform.db.global.selectFrom('users').where('id', '=', actor.userId).select('email').executeTakeFirstOrThrow();
  if (typedEmail.trim().toLowerCase() !== email.toLowerCase()) {
    throw new AppError('validation_failed', { errors: [{ path: 'body.email', message: 'Type your own email address to confirm' }] });
  }
  const memberOf = await platform.db.global.selectFrom('user_companies').where('user_id', '=', actor.userId).select('member_of').execute();
  const others = memberOf.map(({ member_of }) => member_of).filter((id) => id !== actor.companyId);
  for (const id of [...others, actor.companyId]) await platform.db.withTenant(id, (tx) => refuseOwnerOfTeam(tx, actor.userId));
  for (const id of others) await platform.db.withTenant(id, (tx) => leaveForGood(ctx, tx, email));
  await ctx.ownTransaction(async (tx) => {
    await leaveForGood(ctx, tx, email);
    await refuseJoinedMeanwhile(tx.db, actor.userId, [...others, actor.companyId]);
    await emptyAccount(tx.db, actor.userId);
    await forgetInvitedAddress(tx, [...others, actor.companyId]);
  });
}

/** Holds the person's row, as a join does: whichever comes second sees what the first has done. */
async function refuseJoinedMeanwhile(db: Kysely<DB>, userId: string, left: readonly string[]): Promise<void> {
  await db.selectFrom('users').where('id', '=', userId).forUpdate().select('id').execute();
  const memberOf = await db.selectFrom('user_companies').where('user_id', '=', userId).select('member_of').execute();
  if (memberOf.some(({ member_of }) => !left.includes(member_of))) {
    throw new AppError('not_allowed', { detail: 'You joined another team a moment ago. Please try again.' });
  }
}

async function refuseOwnerOfTeam(tx: TenantTx, userId: string): Promise<{ isAlone: boolean }> {
  const company = await lockCompany(tx);
  const members = await tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('removed_at', 'is', null)
    .select(['user_id', 'role'])
    .execute();
  const isOwner = members.some((member) => member.user_id === userId && member.role === 'owner');
  if (isOwner && members.length > 1) {
    throw new AppError('not_allowed', { detail: `You own ${company.name}. Hand it over to a teammate first.` });
  }
  return { isAlone: isOwner };
}

async function leaveForGood({ actor }: Ctx, tx: TenantTx, email: string): Promise<void> {
  const { isAlone } = await refuseOwnerOfTeam(tx, actor.userId);
  await tx.db
    .updateTable('memberships')
    .set({ removed_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', actor.userId)
    .where('removed_at', 'is', null)
    .execute();
  await tx.db
    .updateTable('invitations')
    .set({ email: deletedEmail(actor.userId), cancelled_at: sql`coalesce(cancelled_at, now())` })
    .where('company_id', '=', tx.companyId)
    .where((where) => where.or([where('email', '=', email.toLowerCase()), where('accepted_by', '=', actor.userId)]))
    .execute();
  await forgetMailboxesOf(tx, actor.userId);
  if (isAlone) await emptyCompany(tx);
  await enqueueSync(tx, tx.companyId);
  tx.audit({ action: 'account.deleted', actorId: actor.userId, detail: {} });
  tx.publish({ type: 'team.changed' });
  tx.publish({ type: 'session.changed', userId: actor.userId });
}

/** Nobody is left in it. Its log stays, without a name in it. */
async function emptyCompany(tx: TenantTx): Promise<void> {
  await revokeTeamLink(tx);
  await tx.db
    .updateTable('invitations')
    .set({ email: sql`'deleted-' || id || '@deleted.invalid'`, cancelled_at: sql`coalesce(cancelled_at, now())` })
    .where('company_id', '=', tx.companyId)
    .execute();
  await tx.db.deleteFrom('company_logos').where('company_id', '=', tx.companyId).execute();
  await tx.db
    .updateTable('companies')
    .set({ name: 'Deleted company', mc: null, dot: null, address: null, phone: null, archived_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .execute();
  await emptyCompanyRecord(tx, { companyId: tx.companyId });
}

async function emptyAccount(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom('user_companies').where('user_id', '=', userId).execute();
  await db.deleteFrom('identities').where('user_id', '=', userId).execute();
  await db
    .updateTable('users')
    .set({ email: deletedEmail(userId), name: '', family_name: '', phone: null, time_zone: null, deleted_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
  await lockOpenSessions(db, userId);
  await db.updateTable('sessions').set({ user_agent: null }).where('user_id', '=', userId).execute();
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()`, revoke_reason: 'ended' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

function deletedEmail(userId: string): string {
  return `deleted-${userId}@deleted.invalid`;
}
