import type { OpenSession, Profile, ProfileInput } from '@headhaul/contracts/profile';
import { type Kysely, sql } from 'kysely';
import { appendAudit } from '../../lib/audit.ts';
import type { DB } from '../../lib/db.generated.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { publish } from '../../lib/live-events.ts';
import { enterCompany } from '../team/join.service.ts';

export async function getProfile({ platform, actor }: Ctx): Promise<Profile> {
  const user = await platform.db.global
    .selectFrom('users')
    .where('id', '=', actor.userId)
    .select(['name', 'family_name', 'email', 'phone', 'time_zone'])
    .executeTakeFirstOrThrow();
  const memberOf = await platform.db.global.selectFrom('user_companies').where('user_id', '=', actor.userId).select('member_of').execute();
  const companies = await Promise.all(
    memberOf.map(async ({ member_of: id }) => {
      const company = await platform.db.withTenant(id, (tx) => tx.db.selectFrom('companies').select('name').executeTakeFirstOrThrow());
      return { id, name: company.name, isCurrent: id === actor.companyId };
    }),
  );
  return { name: user.name, familyName: user.family_name, email: user.email, phone: user.phone, timeZone: user.time_zone, companies };
}

export async function updateProfile(ctx: Ctx, input: ProfileInput): Promise<Profile> {
  const { platform, actor, tenant } = ctx;
  await tenant(async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ name: input.name, family_name: input.familyName, phone: input.phone, time_zone: input.timeZone })
      .where('id', '=', actor.userId)
      .execute();
    await publish(platform, tx, { type: 'team.changed' });
  });
  return getProfile(ctx);
}

export function completeSetup({ actor, tenant }: Ctx): Promise<void> {
  return tenant(async (tx) => {
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

async function readSessions(db: Kysely<DB>, userId: string, currentId: string): Promise<OpenSession[]> {
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

/** Signs one place out, and the extension that was signed in from it. */
export function endSession({ platform, actor, tenant }: Ctx, id: string): Promise<void> {
  return tenant(async (tx) => {
    const ended = await tx.db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()`, revoke_reason: 'ended' })
      .where('user_id', '=', actor.userId)
      .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    if (ended.length === 0) throw new AppError('not_found');
    await appendAudit(tx, { action: 'session.ended', actorId: actor.userId, detail: { sessionId: id } });
    await publish(platform, tx, { type: 'session.changed', userId: actor.userId });
  });
}

export async function switchCompany({ platform, actor }: Ctx, companyId: string): Promise<void> {
  await platform.db.withTenant(companyId, async (tx) => {
    const member = await tx.db
      .selectFrom('memberships')
      .where('company_id', '=', companyId)
      .where('user_id', '=', actor.userId)
      .where('removed_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!member) throw new AppError('not_found');
    await enterCompany(tx, actor.userId);
  });
}

export async function exportMyData(ctx: Ctx) {
  const { platform, actor } = ctx;
  const db = platform.db.global;
  const profile = await getProfile(ctx);
  const user = await db.selectFrom('users').where('id', '=', actor.userId).select('created_at').executeTakeFirstOrThrow();
  const signIns = await db
    .selectFrom('identities')
    .where('user_id', '=', actor.userId)
    .select(['provider', 'created_at', 'last_used_at'])
    .execute();
  return {
    profile: { ...profile, id: actor.userId, createdAt: user.created_at.toISOString() },
    signIns: signIns.map((one) => ({
      provider: one.provider,
      createdAt: one.created_at.toISOString(),
      lastUsedAt: one.last_used_at.toISOString(),
    })),
    sessions: await readSessions(db, actor.userId, actor.sessionId),
  };
}

/**
 * Nothing that names the person stays: the account's row is emptied (others' records point to it), sign-ins are deleted,
 * sessions end. An owner with a team hands the company over first, so that nobody is left in a company without one.
 */
export async function deleteAccount(ctx: Ctx, typedEmail: string): Promise<void> {
  const { platform, actor } = ctx;
  const { email, companies } = await getProfile(ctx);
  if (typedEmail.trim().toLowerCase() !== email.toLowerCase()) {
    throw new AppError('validation_failed', { errors: [{ path: 'body.email', message: 'Type your own email address to confirm' }] });
  }
  for (const { id, name } of companies) {
    const hasTeam = await platform.db.withTenant(id, async (tx) => {
      const members = await tx.db
        .selectFrom('memberships')
        .where('company_id', '=', id)
        .where('removed_at', 'is', null)
        .select(['user_id', 'role'])
        .execute();
      return members.length > 1 && members.some((member) => member.user_id === actor.userId && member.role === 'owner');
    });
    if (hasTeam) throw new AppError('not_allowed', { detail: `You own ${name}. Hand it over to a teammate first.` });
  }
  for (const { id } of companies) {
    await platform.db.withTenant(id, async (tx) => {
      await tx.db
        .updateTable('memberships')
        .set({ removed_at: sql`now()` })
        .where('company_id', '=', id)
        .where('user_id', '=', actor.userId)
        .where('removed_at', 'is', null)
        .execute();
      await appendAudit(tx, { action: 'account.deleted', actorId: actor.userId, detail: {} });
      await publish(platform, tx, { type: 'team.changed' });
    });
  }
  await platform.db.transaction(async (db) => {
    await db.deleteFrom('user_companies').where('user_id', '=', actor.userId).execute();
    await db.deleteFrom('identities').where('user_id', '=', actor.userId).execute();
    await db
      .updateTable('users')
      .set({
        email: `deleted-${actor.userId}@deleted.invalid`,
        name: '',
        family_name: '',
        phone: null,
        time_zone: null,
        deleted_at: sql`now()`,
      })
      .where('id', '=', actor.userId)
      .execute();
    await db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()`, revoke_reason: 'ended', user_agent: null })
      .where('user_id', '=', actor.userId)
      .where('revoked_at', 'is', null)
      .execute();
  });
}
