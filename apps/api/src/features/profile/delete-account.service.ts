import { type Kysely, sql } from 'kysely';
import { lockCompany } from '../../lib/auth/company-lock.ts';
import { sha256 } from '../../lib/auth/crypto.ts';
import { lockOpenSessions } from '../../lib/auth/open-sessions.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { forgetMailboxesOf } from '../email-accounts/disconnect.service.ts';
import { forgetInvitedAddress } from '../referrals/referral-rewards.service.ts';
import { revokeTeamLink } from '../team/invite.service.ts';
import { endMembership } from '../team/leave.service.ts';
import { emptyCompanyRecord } from './empty-company.jobs.ts';
import { startForgetting } from './forget-person.jobs.ts';
import { wordsOf } from './person-texts.ts';

const mostOwnTexts = 100;

/**
 * Removes everything that names the person. The account's row is emptied (records of others point to it), sign-in identities are
 * deleted, sessions end, and a company that had no other member is emptied too. An owner with a team has to hand the company over
 * first, so that no team is left without an owner. The company of this session comes last, together with the account: after a
 * failure in between, the person is still signed in and can try again.
 */
export async function deleteAccount(ctx: Ctx, typedEmail: string): Promise<void> {
  const { platform, actor } = ctx;
  if (actor.audience !== 'web') throw new AppError('not_allowed');
  const { email } = await platform.db.global.selectFrom('users').where('id', '=', actor.userId).select('email').executeTakeFirstOrThrow();
  if (typedEmail.trim().toLowerCase() !== email.toLowerCase()) {
    throw new AppError('validation_failed', { errors: [{ path: 'body.email', message: 'Type your own email address to confirm' }] });
  }
  const been = await platform.db.global.selectFrom('person_companies').where('user_id', '=', actor.userId).select('been_in').execute();
  const others = been.map(({ been_in }) => been_in).filter((id) => id !== actor.companyId);
  for (const id of [...others, actor.companyId]) await platform.db.withTenant(id, (tx) => refuseOwnerOfTeam(tx, actor.userId));
  for (const id of others) await platform.db.withTenant(id, (tx) => leaveForGood(ctx, tx));
  await ctx.ownTransaction(async (tx) => {
    await leaveForGood(ctx, tx);
    await refuseJoinedMeanwhile(tx.db, actor.userId, [...others, actor.companyId]);
    if (await isNobodyElses(tx.db, actor.userId)) await listInvites(tx.db, actor.userId, email.toLowerCase());
    await emptyAccount(tx.db, actor.userId);
    await forgetInvitedAddress(tx, [...others, actor.companyId]);
    await startForgetting(tx, actor.userId);
  });
}

/** Locks the person's row, as a join does, so that the second of the two sees what the first has done. */
async function refuseJoinedMeanwhile(db: Kysely<DB>, userId: string, left: readonly string[]): Promise<void> {
  await db.selectFrom('users').where('id', '=', userId).forUpdate().select('id').execute();
  const been = await db.selectFrom('person_companies').where('user_id', '=', userId).select('been_in').execute();
  if (been.some(({ been_in }) => !left.includes(been_in))) {
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

/** Leaves a company the person is in or was in, and ends everything they left there. */
async function leaveForGood({ actor }: Ctx, tx: TenantTx): Promise<void> {
  const { isAlone } = await refuseOwnerOfTeam(tx, actor.userId);
  // Locked before the sessions, as a join and a sign-in do, so that no two of them deadlock.
  const person = await tx.db
    .selectFrom('users')
    .where('id', '=', actor.userId)
    .forUpdate()
    .select(['name', 'family_name as familyName', 'email', 'phone'])
    .executeTakeFirstOrThrow();
  const member = await tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', actor.userId)
    .where('removed_at', 'is', null)
    .select(['id', 'user_id'])
    .executeTakeFirst();
  const handOver = { mailboxes: [], loadsToUserId: null };
  if (member) await endMembership(tx, member, { action: 'account.deleted', actorId: actor.userId, handOver });
  const mailboxes = await forgetMailboxesOf(tx, actor.userId);
  const address = (await isNobodyElses(tx.db, actor.userId)) ? person.email.toLowerCase() : '';
  // In the transaction that deletes the mailboxes: after a failure in between, no address is lost.
  await tx.db
    .insertInto('people_to_forget')
    .values({
      user_id: actor.userId,
      named_in: tx.companyId,
      has_worked_there: true,
      address,
      words: wordsOf({ ...person, email: address }),
      own_words: mailboxes.slice(0, mostOwnTexts),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (isAlone) await emptyCompany(tx);
}

/** The company has no members left. Its log stays, without names. */
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
    .set({ factoring_type: null, factoring_id: null, factor_name: null, factor_email: null })
    .where('company_id', '=', tx.companyId)
    .execute();
  await emptyCompanyRecord(tx, { companyId: tx.companyId });
}

/**
 * True if no other account has proven this address. Another person may sign in with the same address at another provider. Then the
 * address names that person too, and nothing may be removed by it.
 */
async function isNobodyElses(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users u join users other on lower(other.email) = lower(u.email) and other.id <> u.id and other.deleted_at is null
      and other.email_proven_at is not null
    where u.id = ${userId} limit 1`.execute(db);
  return rows.length === 0;
}

/** Notes the companies that only invited the person. Only the sign-in address counts, because a mailbox may have any address. */
async function listInvites(db: Kysely<DB>, userId: string, address: string): Promise<void> {
  const invited = await db
    .selectFrom('address_companies')
    .where('address_hash', '=', sha256(Buffer.from(address)))
    .select('named_in')
    .execute();
  if (invited.length === 0) return;
  await db
    .insertInto('people_to_forget')
    .values(invited.map(({ named_in }) => ({ user_id: userId, named_in, has_worked_there: false, address, words: [], own_words: [] })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
  await db
    .updateTable('sessions')
    .set({ user_agent: null, ip: null, last_ip: null, place: null, device_hash: null })
    .where('user_id', '=', userId)
    .execute();
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()`, revoke_reason: 'deleted', ended_by: userId })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

function deletedEmail(userId: string): string {
  return `deleted-${userId}@deleted.invalid`;
}
