import type { Audience, Role } from '@headhaul/contracts/session';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';

/** The person who is calling, as the database has them now. */
export interface Actor {
  sessionId: string;
  userId: string;
  companyId: string;
  audience: Audience;
  role: Role;
  teamRole: 'owner' | 'member';
  canManageBilling: boolean;
  isEmailProven: boolean;
  /** Seconds since the person last proved who they are. Null if unknown. */
  authenticatedSecondsAgo: number | null;
  hasSecondFactor: boolean;
}

/** The owner may pay, and so may members whom the owner has allowed to. */
export function mayManageBilling({ teamRole, canManageBilling }: Actor): boolean {
  return teamRole === 'owner' || canManageBilling;
}

/** Short, so that a sign-out, a removal or a role change takes effect on every process within a second, without Redis. */
const cacheMs = 250;
const cacheSize = 20_000;

export interface Actors {
  load(sessionId: string, audience: Audience): Promise<Actor>;
  /** The same person in the company of their request, even if their session has since switched to another company. */
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
      // Do not cache a failed lookup (database away). Do cache the answer that a session has ended.
      actor.catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'session_expired') cache.delete(sessionId);
      });
      return actor;
    },
    loadIn: (asked) => readMembership(db, asked),
    forget: (sessionId) => cache.delete(sessionId),
  };
}

/** Every request runs these two reads, so they are prepared statements with a fixed text. */
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
