import { refreshIdleDays } from '@headhaul/contracts/constants';
import type { SignIn } from '@headhaul/contracts/sign-ins';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { knownName } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { isTrustedSession } from '../session/recognize-sign-in.service.ts';

/** The screen shows at most this many sign-ins of a company, those used last. A person has at most 50. */
const mostShown = 500;

/** Open, and not unused for so long that the next refresh would be refused. */
const isOpen = sql`s.revoked_at is null and s.expires_at > now() and s.rotated_at > now() - make_interval(days => ${refreshIdleDays})`;

/**
 * Web sessions that are in this company now. A person who works in two companies is listed in each by the sessions there. `userId`
 * is null for the owner, who sees everybody's sessions.
 */
const isIn = (tx: TenantTx, userId: string | null) => sql`
  s.current_company_id = ${tx.companyId} and s.audience = 'web' and (${userId}::uuid is null or s.user_id = ${userId}::uuid)`;

function onlyOwn({ actor }: Ctx): string | null {
  return actor.teamRole === 'owner' ? null : actor.userId;
}

export function listSignIns(ctx: Ctx): Promise<SignIn[]> {
  const { actor, transaction } = ctx;
  return transaction(async (tx) => {
    const { rows } = await sql<Omit<SignIn, 'signedInAt' | 'lastActiveAt'> & { signedInAt: Date; lastActiveAt: Date }>`
      select s.id, s.user_id as "userId", ${knownName('u')} as name,
        s.user_id = ${actor.userId} as "isYou", s.id = ${actor.sessionId} as "isCurrent", coalesce(s.user_agent, '') as "userAgent",
        e.rotated_at is not null as "hasExtension", s.place, host(s.last_ip) as ip, s.created_at as "signedInAt",
        greatest(s.rotated_at, e.rotated_at) as "lastActiveAt",
        s.is_new_device and s.answered_at is null as "isNewDevice", s.is_new_place and s.answered_at is null as "isNewPlace"
      from memberships m join users u on u.id = m.user_id join sessions s on s.user_id = m.user_id
      left join lateral (select max(rotated_at) as rotated_at from sessions e
        where e.parent_id = s.id and e.revoked_at is null and e.expires_at > now()) e on true
      where m.company_id = ${tx.companyId} and m.removed_at is null and ${isIn(tx, onlyOwn(ctx))} and ${isOpen}
      order by greatest(s.rotated_at, e.rotated_at) desc, s.id limit ${mostShown}`.execute(tx.db);
    return rows.map((row) => ({ ...row, signedInAt: row.signedInAt.toISOString(), lastActiveAt: row.lastActiveAt.toISOString() }));
  });
}

interface Held {
  id: string;
  user_id: string;
}

/** Locks the sessions in the same order as all other code does. A session that moved to another company meanwhile is left out. */
async function holdSessions(ctx: Ctx, tx: TenantTx, id: string | null): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select s.id, s.user_id from sessions s
    where ${isIn(tx, onlyOwn(ctx))} and s.revoked_at is null and (${id}::uuid is null or s.id = ${id}::uuid)
      and s.user_id in (select user_id from memberships where company_id = ${tx.companyId} and removed_at is null)
    order by s.user_id, s.id for update of s`.execute(tx.db);
  return rows;
}

/** Ends these sessions and the extensions signed in from them. Returns the ids of all that ended. */
async function endAll({ actor }: Ctx, tx: TenantTx, sessions: readonly Held[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sessions set revoked_at = now(), revoke_reason = 'ended', ended_by = ${actor.userId}
    where (id = any(${sessions.map(({ id }) => id)}::uuid[]) or parent_id = any(${sessions.map(({ id }) => id)}::uuid[])) and revoked_at is null
    returning id`.execute(tx.db);
  for (const { id, user_id: userId } of sessions) {
    const whose: Record<string, string> = userId === actor.userId ? {} : { userId };
    tx.audit({ action: 'session.ended', actorId: actor.userId, detail: { sessionId: id, ...whose } });
    tx.publish({ type: 'session.changed', userId });
  }
  tx.publish({ type: 'sign-ins.changed' });
  return rows.map(({ id }) => id);
}

export function endSignIn(ctx: Ctx, id: string): Promise<string[]> {
  return ctx.transaction(async (tx) => {
    const sessions = await holdSessions(ctx, tx, id);
    if (sessions.length === 0) throw new AppError('not_found');
    return endAll(ctx, tx, sessions);
  });
}

export function endOtherSignIns(ctx: Ctx): Promise<{ ended: number; sessionIds: string[] }> {
  return ctx.transaction(async (tx) => {
    const own = ctx.actor.sessionId;
    const others = (await holdSessions(ctx, tx, null)).filter(({ id }) => id !== own);
    if (others.length === 0) return { ended: 0, sessionIds: [] };
    return { ended: others.length, sessionIds: await endAll(ctx, tx, others) };
  });
}

/**
 * "It was Jay", answered by the owner or by Jay. Never from the session in question, because an intruder would say so too. Other
 * open sessions on the same device are answered with it.
 */
export function confirmSignIn(ctx: Ctx, id: string): Promise<void> {
  const { actor, transaction } = ctx;
  return transaction(async (tx) => {
    const [session] = await holdSessions(ctx, tx, id);
    if (!session) throw new AppError('not_found');
    if (session.id === actor.sessionId || !(await isTrusted(tx, actor.sessionId))) {
      throw new AppError('not_allowed', { detail: 'Answer on a device you have used before, or ask your team owner.' });
    }
    const { rows } = await sql<{ id: string }>`
      update sessions s set answered_at = now(), answered_by = ${actor.userId}
      where s.user_id = ${session.user_id} and s.answered_at is null and (s.is_new_device or s.is_new_place) and s.id <> ${actor.sessionId}
        and (s.id = ${id} or (s.revoked_at is null and s.current_company_id = ${tx.companyId}
          and s.device_hash = (select device_hash from sessions where id = ${id})))
      returning s.id`.execute(tx.db);
    for (const { id: sessionId } of rows) {
      tx.audit({ action: 'session.confirmed', actorId: actor.userId, detail: { sessionId, userId: session.user_id } });
    }
    if (rows.length > 0) tx.publish({ type: 'sign-ins.changed' });
  });
}

async function isTrusted(tx: TenantTx, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from sessions s where s.id = ${sessionId} and ${isTrustedSession}`.execute(tx.db);
  return rows.length > 0;
}
