import type { Audience, Role } from '@headhaul/contracts/session';
import type { Database } from '../db.ts';
import { AppError } from '../errors.ts';

/** Who is calling, as the database says now. */
export interface Actor {
  sessionId: string;
  userId: string;
  companyId: string;
  audience: Audience;
  role: Role;
  teamRole: 'owner' | 'member';
  canManageBilling: boolean;
}

/** Under a second, so that sign-out, removal and a role change are felt in time on every process, without Redis. */
const cacheMs = 250;
const cacheSize = 20_000;

export interface Actors {
  load(sessionId: string, audience: Audience): Promise<Actor>;
  forget(sessionId: string): void;
}

export function createActors(db: Database): Actors {
  const cache = new Map<string, { until: number; actor: Promise<Actor> }>();
  return {
    load(sessionId, audience) {
      const now = performance.now();
      const hit = cache.get(sessionId);
      if (hit && hit.until > now) return hit.actor;
      if (cache.size >= cacheSize) cache.clear();
      const actor = readActor(db, sessionId, audience);
      cache.set(sessionId, { until: now + cacheMs, actor });
      // A failed look-up (database away) must not be remembered as an answer.
      actor.catch(() => cache.delete(sessionId));
      return actor;
    },
    forget: (sessionId) => cache.delete(sessionId),
  };
}

async function readActor(db: Database, sessionId: string, audience: Audience): Promise<Actor> {
  const session = await db.global
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.audience', '=', audience)
    .select(['sessions.user_id', 'sessions.current_company_id', 'sessions.expires_at', 'sessions.revoked_at', 'users.role'])
    .executeTakeFirst();
  if (!session || session.revoked_at || session.expires_at <= new Date()) throw new AppError('session_expired');
  const membership = await db.withTenant(session.current_company_id, ({ db: tenant }) =>
    tenant
      .selectFrom('memberships')
      .where('user_id', '=', session.user_id)
      .where('removed_at', 'is', null)
      .select(['role', 'can_manage_billing'])
      .executeTakeFirst(),
  );
  if (!membership) throw new AppError('session_expired', { reason: 'no longer a member' });
  return {
    sessionId,
    userId: session.user_id,
    companyId: session.current_company_id,
    audience,
    role: session.role,
    teamRole: membership.role,
    canManageBilling: membership.can_manage_billing,
  };
}
