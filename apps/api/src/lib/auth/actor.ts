import type { Audience, Role } from '@headhaul/contracts/session';
import type { Database } from '../db/database.ts';
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
  isEmailProven: boolean;
  /** Since they last proved who they are; null if nobody knows. */
  authenticatedSecondsAgo: number | null;
  hasSecondFactor: boolean;
}

/** Who may pay: the owner, and whom the owner lets. */
export function mayManageBilling({ teamRole, canManageBilling }: Actor): boolean {
  return teamRole === 'owner' || canManageBilling;
}

/** Under a second, so that sign-out, removal and a role change are felt in time on every process, without Redis. */
const cacheMs = 250;
const cacheSize = 20_000;

export interface Actors {
  load(sessionId: string, audience: Audience): Promise<Actor>;
  /** The same person in the company they asked in, though their session has moved on to another. */
  loadIn(asked: Actor): Promise<Actor>;
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
      // A failed look-up (database away) must not be remembered as an answer; that a session has ended is one.
      actor.catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'session_expired') cache.delete(sessionId);
      });
      return actor;
    },
    loadIn: (asked) => readMembership(db, asked),
    forget: (sessionId) => cache.delete(sessionId),
  };
}

/** Every request asks for this, so it is two prepared reads and nothing is built. */
const sessionText = `select s.user_id, s.current_company_id, u.role, u.email_proven_at is not null,
    extract(epoch from now() - s.authenticated_at), s.has_second_factor
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.audience = $2 and s.revoked_at is null and s.expires_at > now()`;
const membershipText = `select role, can_manage_billing from memberships where company_id = $1 and user_id = $2 and removed_at is null`;

async function readActor(db: Database, sessionId: string, audience: Audience): Promise<Actor> {
  const [session] = await db.readGlobal({ name: 'actor_session', text: sessionText, values: [sessionId, audience] });
  const [userId, companyId, role, isEmailProven, secondsAgo, hasSecondFactor] = session ?? [];
  if (!userId || !companyId) throw new AppError('session_expired');
  return readMembership(db, {
    sessionId,
    userId,
    companyId,
    audience,
    role: role as Role,
    isEmailProven: isEmailProven === 't',
    authenticatedSecondsAgo: secondsAgo ? Number(secondsAgo) : null,
    hasSecondFactor: hasSecondFactor === 't',
  });
}

async function readMembership(db: Database, person: Omit<Actor, 'teamRole' | 'canManageBilling'>): Promise<Actor> {
  const { companyId, userId } = person;
  const [membership] = await db.readAsTenant(companyId, { name: 'actor_membership', text: membershipText, values: [companyId, userId] });
  if (!membership) throw new AppError('session_expired', { reason: 'no longer a member' });
  const [teamRole, canManageBilling] = membership;
  return { ...person, teamRole: teamRole as Actor['teamRole'], canManageBilling: canManageBilling === 't' };
}
