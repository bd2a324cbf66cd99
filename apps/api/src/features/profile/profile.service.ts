import type { OpenSession, Profile, ProfileInput } from '@headhaul/contracts/profile';
import { type Kysely, sql } from 'kysely';
import { lockOpenSessions } from '../../lib/auth/open-sessions.ts';
import type { DB } from '../../lib/db/generated.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { endStreams, enterCompany } from '../team/join.service.ts';

export async function getProfile({ platform, actor }: Ctx): Promise<Profile> {
  const user = await platform.db.global
    .selectFrom('users')
    .where('id', '=', actor.userId)
    .select(['name', 'family_name', 'email', 'phone', 'time_zone'])
    .executeTakeFirstOrThrow();
  const memberOf = await platform.db.global
    .selectFrom('user_companies')
    .where('user_id', '=', actor.userId)
    .orderBy('member_of')
    .select('member_of')
    .execute();
  const companies: Profile['companies'] = [];
  // One after another, so that a request never holds more than one connection.
  for (const { member_of: id } of memberOf) {
    const company = await platform.db.withTenant(id, (tx) =>
      tx.db.selectFrom('companies').where('company_id', '=', id).where('archived_at', 'is', null).select('name').executeTakeFirst(),
    );
    if (company) companies.push({ id, name: company.name, isCurrent: id === actor.companyId });
  }
  return { name: user.name, familyName: user.family_name, email: user.email, phone: user.phone, timeZone: user.time_zone, companies };
}

export async function updateProfile(ctx: Ctx, input: ProfileInput): Promise<Profile> {
  const { actor, transaction } = ctx;
  await transaction(async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ name: input.name, family_name: input.familyName, phone: input.phone, time_zone: input.timeZone })
      .where('id', '=', actor.userId)
      // If the account was deleted a moment ago from another session, no name is written back.
      .where('deleted_at', 'is', null)
      .execute();
    tx.publish({ type: 'team.changed' });
  });
  return getProfile(ctx);
}

export function completeSetup({ actor, transaction }: Ctx): Promise<void> {
  return transaction(async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ setup_completed_at: sql`now()` })
      .where('id', '=', actor.userId)
      .where('setup_completed_at', 'is', null)
      .execute();
  });
}

export async function listSessions({ platform, actor }: Ctx): Promise<OpenSession[]> {
  return readSessions(platform.db.global, actor.userId, actor.sessionId);
}

export async function readSessions(db: Kysely<DB>, userId: string, currentId: string): Promise<OpenSession[]> {
  const sessions = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('rotated_at', 'desc')
    .limit(100)
    .select(['id', 'audience', 'user_agent', 'created_at', 'rotated_at'])
    .execute();
  return sessions.map((session) => ({
    id: session.id,
    audience: session.audience,
    device: session.user_agent ?? '',
    createdAt: session.created_at.toISOString(),
    lastActiveAt: session.rotated_at.toISOString(),
    isCurrent: session.id === currentId,
  }));
}

/** Signs one session out, and the extension that was signed in from it. */
export function endSession({ actor, transaction }: Ctx, id: string): Promise<string[]> {
  return transaction(async (tx) => {
    await lockOpenSessions(tx.db, actor.userId);
    const ended = await tx.db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()`, revoke_reason: 'ended', ended_by: actor.userId })
      .where('user_id', '=', actor.userId)
      .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    if (ended.length === 0) throw new AppError('not_found');
    tx.audit({ action: 'session.ended', actorId: actor.userId, detail: { sessionId: id } });
    tx.publish({ type: 'session.changed', userId: actor.userId });
    tx.publish({ type: 'sign-ins.changed' });
    return ended.map((session) => session.id);
  });
}

export async function switchCompany(ctx: Ctx, companyId: string): Promise<void> {
  const { platform, actor } = ctx;
  if (companyId === actor.companyId) return;
  await platform.db.withTenant(companyId, async (tx) => {
    const member = await tx.db
      .selectFrom('memberships')
      .innerJoin('companies', 'companies.company_id', 'memberships.company_id')
      .where('memberships.company_id', '=', companyId)
      .where('user_id', '=', actor.userId)
      .where('removed_at', 'is', null)
      .where('archived_at', 'is', null)
      .select('memberships.id')
      .executeTakeFirst();
    if (!member) throw new AppError('not_found');
    await enterCompany(tx, actor.userId);
  });
  await endStreams(ctx);
}
