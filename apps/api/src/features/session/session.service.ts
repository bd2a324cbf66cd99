import { oneTimeCodeSeconds, refreshFamilyDays, refreshIdleDays, refreshOverlapSeconds } from '@headhaul/contracts/constants';
import type { SessionUser, TokenPair } from '@headhaul/contracts/session';
import { type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AccessTokens } from '../../lib/auth/access-token.ts';
import { randomSecret, sameBytes, sha256 } from '../../lib/auth/crypto.ts';
import { lockOpenSessions } from '../../lib/auth/open-sessions.ts';
import { hashToken, openSuccessor, type RefreshTokens, sealSuccessor } from '../../lib/auth/refresh-token.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { Platform } from '../../lib/platform.ts';
import { endFormerSession, endReplayed, revokeFamilies } from './end-families.service.ts';
import { explainEnd, type RevokedFamily } from './explain-end.service.ts';
import { recognizeSignIn, type SignInOrigin } from './recognize-sign-in.service.ts';
import { issueCode, redeemCode } from './sign-in.service.ts';

export interface Tokens {
  access: AccessTokens;
  refresh: RefreshTokens;
}

export interface OpenedSession {
  token: TokenPair;
  user: SessionUser;
  /** The other half of a web session's secret, for the HttpOnly cookie. */
  cookieHalf: string | null;
}

/** Rolls the redemption back, so that the code stays usable. */
class SessionMoved extends AppError {
  constructor() {
    super('invalid_code', { reason: 'the web session moved to another company meanwhile' });
  }
}

/** What the client sends along with a code. */
export interface Client extends SignInOrigin {
  /** The cookie half of this browser's previous session. */
  cookieHalf: string | undefined;
}

/** Redeems a one-time code: once, in time, and only by the client that holds the verifier. */
export async function exchangeCode(
  platform: Platform,
  tokens: Tokens,
  code: string,
  verifier: string,
  client: Client,
): Promise<OpenedSession> {
  const open = () => openSession(platform, tokens, code, verifier, client);
  const opened = await open().catch((error: unknown) => {
    // A second try finds its new company. If the session moves again meanwhile, the code is refused.
    if (error instanceof SessionMoved) return open();
    throw error;
  });
  const { session } = opened;
  const user = await readSessionUser(platform, session.user_id, session.current_company_id, session.is_first_login);
  const accessToken = await tokens.access.sign(opened.id, session.audience);
  return { token: { accessToken, refreshToken: opened.refreshToken }, user, cookieHalf: opened.cookieHalf };
}

async function openSession(platform: Platform, tokens: Tokens, code: string, verifier: string, client: Client) {
  const expected = await findOwnerOfCode(platform.db.global, code);
  if (expected === undefined) throw new AppError('invalid_code');
  return platform.db.withTenant(expected.companyId, async (tx) => {
    const { db } = tx;
    await holdPerson(db, expected.userId);
    const redeemed = await redeemCode(db, code, verifier, { isConfirmation: false });
    await endOldSessions(tx, redeemed.user_id, redeemed.parent_session_id);
    if (redeemed.audience === 'web' && client.cookieHalf) await endFormerSession(tx, redeemed.user_id, client.cookieHalf);
    const parent = redeemed.parent_session_id ? await findLiveSession(db, redeemed.parent_session_id) : undefined;
    if (redeemed.parent_session_id && !parent) throw new AppError('invalid_code', { reason: 'the web session has ended' });
    // The web session may have moved to another company since it asked for the code.
    const companyId = parent?.current_company_id ?? redeemed.current_company_id;
    // It may have moved again since its company was looked up.
    if (companyId !== expected.companyId) throw new SessionMoved();
    const id = uuidv7();
    const refreshToken = tokens.refresh.issue(id, 1);
    const cookieHalf = redeemed.audience === 'web' ? randomSecret() : null;
    const fullLife = new Date(Date.now() + refreshFamilyDays * 24 * 60 * 60 * 1_000);
    await db
      .insertInto('sessions')
      .values({
        id,
        user_id: redeemed.user_id,
        current_company_id: companyId,
        audience: redeemed.audience,
        parent_id: redeemed.parent_session_id,
        current_hash: hashToken(refreshToken),
        cookie_hash: cookieHalf ? sha256(cookieHalf) : null,
        is_first_login: redeemed.is_first_login,
        authenticated_at: redeemed.authenticated_at,
        has_second_factor: redeemed.has_second_factor,
        user_agent: client.userAgent.slice(0, 400),
        // The extension's family never outlives the web session it came from.
        expires_at: parent ? parent.expires_at : fullLife,
      })
      .execute();
    await db.updateTable('one_time_codes').set({ opened_session_id: id }).where('code_hash', '=', sha256(code)).execute();
    await recognizeSignIn(tx, { id, userId: redeemed.user_id, isExtension: parent !== undefined }, client);
    tx.audit({ action: 'session.opened', actorId: redeemed.user_id, detail: { sessionId: id, audience: redeemed.audience } });
    return { id, refreshToken, cookieHalf, session: { ...redeemed, current_company_id: companyId } };
  });
}

/** Limit per person. Nobody uses this many browsers, but a script that signs in again and again would leave this many sessions. */
const maxOpenSessions = 50;

/** Makes room for one more session: those used longest ago end, with the extension that was signed in from them. */
async function endOldSessions(tx: TenantTx, userId: string, keptId: string | null): Promise<void> {
  const { count } = await tx.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const tooMany = Number(count) + 1 - maxOpenSessions;
  if (tooMany <= 0) return;
  await lockOpenSessions(tx.db, userId);
  const { rows } = await sql<{ id: string }>`
    with old as (
      select id from sessions where user_id = ${userId} and revoked_at is null and id is distinct from ${keptId}::uuid
      order by rotated_at, id limit ${tooMany})
    update sessions set revoked_at = now(), revoke_reason = 'ended'
    where user_id = ${userId} and revoked_at is null and (id in (select id from old) or parent_id in (select id from old))
    returning id`.execute(tx.db);
  for (const { id } of rows) tx.audit({ action: 'session.ended', actorId: userId, detail: { sessionId: id } });
  tx.publish({ type: 'session.changed', userId });
  tx.publish({ type: 'sign-ins.changed' });
}

/** The person of a code, and the company that its session will work in: that of its web session, or the one stored with the code. */
function findOwnerOfCode(db: Kysely<DB>, code: string): Promise<{ userId: string; companyId: string } | undefined> {
  return db
    .selectFrom('one_time_codes')
    .leftJoin('sessions', 'sessions.id', 'one_time_codes.parent_session_id')
    .where('code_hash', '=', sha256(code))
    .select('one_time_codes.user_id as userId')
    .select(sql<string>`coalesce(sessions.current_company_id, one_time_codes.current_company_id)`.as('companyId'))
    .executeTakeFirst();
}

/**
 * Locks the account until commit, so that it can't be deleted while a session is opened for it. The account comes before its codes and
 * sessions, as in every change that locks them, so that two such changes never deadlock.
 */
async function holdPerson(db: Kysely<DB>, userId: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .select('id')
    .executeTakeFirst();
  if (!person) throw new AppError('session_expired', { reason: 'the account was deleted meanwhile' });
}

/** Locked until commit, so that the session can't end or move while another is made from it. */
function findLiveSession(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('sessions')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forShare()
    .select(['id', 'expires_at', 'current_company_id'])
    .executeTakeFirst();
}

type RefreshOutcome =
  | { outcome: 'rotated' | 'held' | 'overlap'; refreshToken: string }
  | { outcome: 'unknown' | 'no_cookie' }
  | { outcome: 'ended'; told?: RevokedFamily }
  | { outcome: 'replay'; companyId: string };

/**
 * Rotates the token at most once per overlap period. During that period the previous token is answered with the current one, and
 * the current one is returned unchanged. So late, lost or repeated responses, in any order, never leave an honest client two
 * generations behind. Any older token, or the previous one after the overlap, ends the family.
 */
export async function refreshSession(
  platform: Platform,
  tokens: Tokens,
  presented: string,
  cookieHalf: string | undefined,
): Promise<TokenPair> {
  const known = tokens.refresh.read(presented);
  const result: RefreshOutcome & { audience?: 'web' | 'extension' } = known
    ? await platform.db.transaction((db) => rotate(db, tokens.refresh, known.familyId, presented, cookieHalf))
    : { outcome: 'unknown' };
  platform.metrics.refreshes.inc({ outcome: result.outcome });
  if (known && result.outcome === 'replay') await endReplayed(platform, known.familyId, result.companyId);
  if (!known || !('refreshToken' in result)) {
    const ended = result.outcome === 'ended' && result.told ? await explainEnd(platform.db, result.told) : undefined;
    // To who is not in the company any more: this error makes every browser delete what it stored for them, also one that knows no reasons.
    const isGone = ended !== undefined && !ended.reason.startsWith('ended_by');
    throw new AppError(isGone ? 'session_conflict' : 'refresh_refused', { reason: result.outcome, ...(ended ? { ended } : {}) });
  }
  const accessToken = await tokens.access.sign(known.familyId, result.audience ?? 'web');
  return { accessToken, refreshToken: result.refreshToken };
}

async function rotate(
  db: Kysely<DB>,
  refreshTokens: RefreshTokens,
  familyId: string,
  presented: string,
  cookieHalf: string | undefined,
): Promise<RefreshOutcome & { audience?: 'web' | 'extension' }> {
  const family = await db
    .selectFrom('sessions')
    .where('id', '=', familyId)
    .forUpdate()
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
    .select(sql<number>`extract(epoch from clock_timestamp() - rotated_at)::float8`.as('rotated_seconds_ago'))
    .executeTakeFirst();
  if (!family || family.is_expired || family.rotated_seconds_ago > refreshIdleDays * 86_400) return { outcome: 'ended' };
  const hash = hashToken(presented);
  const isCurrent = sameBytes(hash, family.current_hash);
  const isInOverlap = family.sealed_current !== null && family.rotated_seconds_ago <= refreshOverlapSeconds;
  const isPrevious = isInOverlap && family.previous_hash !== null && sameBytes(hash, family.previous_hash);
  const hasCookie = !family.cookie_hash || (cookieHalf !== undefined && sameBytes(sha256(cookieHalf), family.cookie_hash));
  if (family.revoked_at) {
    // Only the client that held the session is told why it ended, not somebody who has a part of its secret, or a token that is used up.
    const isOwn = hasCookie && (isPrevious || isCurrent);
    return { outcome: 'ended', ...(isOwn ? { told: { ...family, revoked_at: family.revoked_at } } : {}) };
  }
  if (!hasCookie) return { outcome: 'no_cookie' };
  const { audience } = family;
  if (isCurrent) {
    if (isInOverlap) return { outcome: 'held', refreshToken: presented, audience };
    const refreshToken = refreshTokens.issue(familyId, family.generation + 1);
    await db
      .updateTable('sessions')
      .set({
        generation: family.generation + 1,
        current_hash: hashToken(refreshToken),
        previous_hash: family.current_hash,
        sealed_current: sealSuccessor(presented, refreshToken),
        rotated_at: sql`clock_timestamp()`,
      })
      .where('id', '=', familyId)
      .execute();
    return { outcome: 'rotated', refreshToken, audience };
  }
  if (isPrevious && family.sealed_current) {
    return { outcome: 'overlap', refreshToken: openSuccessor(presented, family.sealed_current), audience };
  }
  // Our own token, but an older one, or the previous one after the overlap: somebody kept a copy.
  return { outcome: 'replay', companyId: family.current_company_id };
}

export async function logout({ actor, transaction }: Ctx): Promise<string[]> {
  return transaction(async (tx) => {
    await lockOpenSessions(tx.db, actor.userId);
    const ended = await revokeFamilies(tx.db, actor.sessionId, 'logout');
    tx.audit({ action: 'session.closed', actorId: actor.userId, detail: { sessionId: actor.sessionId } });
    tx.publish({ type: 'session.changed', userId: actor.userId });
    tx.publish({ type: 'sign-ins.changed' });
    return ended;
  });
}

/**
 * Only a web session can hand off, and only with its cookie half: a stolen access token alone must not become an extension session
 * that lives for weeks.
 */
export async function createHandoffCode(
  { actor, transaction }: Ctx,
  challenge: string,
  cookieHalf: string | undefined,
): Promise<{ code: string; expiresInSeconds: number }> {
  const code = await transaction(async (tx) => {
    const { cookie_hash } = await tx.db
      .selectFrom('sessions')
      .where('id', '=', actor.sessionId)
      .select('cookie_hash')
      .executeTakeFirstOrThrow();
    if (!cookie_hash || !cookieHalf || !sameBytes(sha256(cookieHalf), cookie_hash)) throw new AppError('not_allowed');
    return issueCode(
      tx.db,
      { userId: actor.userId, companyId: actor.companyId, isFirstLogin: false },
      {
        audience: 'extension',
        challenge,
        parentSessionId: actor.sessionId,
        // The extension does nothing that requires either.
        authenticatedAt: null,
        hasSecondFactor: false,
        isConfirmation: false,
      },
    );
  });
  return { code, expiresInSeconds: oneTimeCodeSeconds };
}

export async function getMe({ platform, actor }: Ctx): Promise<SessionUser> {
  const session = await platform.db.global
    .selectFrom('sessions')
    .where('id', '=', actor.sessionId)
    .select('is_first_login')
    .executeTakeFirstOrThrow(() => new AppError('session_expired', { reason: 'the account was removed meanwhile' }));
  return readSessionUser(platform, actor.userId, actor.companyId, session.is_first_login);
}

/** Reads only our own tables, so that the session works even if billing, Redis or a provider is down. */
async function readSessionUser(platform: Platform, userId: string, companyId: string, isFirstLogin: boolean): Promise<SessionUser> {
  return platform.db.withTenant(companyId, async ({ db }) => {
    const user = await db
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['id', 'email', 'name', 'family_name', 'role', 'created_at', 'setup_completed_at', 'email_proven_at'])
      .executeTakeFirstOrThrow();
    const google = await db
      .selectFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', 'google')
      .select('subject')
      .limit(1)
      .executeTakeFirst();
    const company = await db
      .selectFrom('memberships')
      .innerJoin('companies', 'companies.company_id', 'memberships.company_id')
      .where('memberships.company_id', '=', companyId)
      .where('memberships.user_id', '=', userId)
      .where('memberships.removed_at', 'is', null)
      .select(['memberships.role', 'memberships.can_manage_billing', 'companies.name', 'companies.mc', 'companies.factoring_type'])
      .select(['companies.subscription_type', sql<boolean>`companies.paid_until > now()`.as('is_paid')])
      .executeTakeFirst();
    if (!company) throw new AppError('session_expired', { reason: 'no longer a member' });
    const mailbox = await db
      .selectFrom('email_accounts')
      .where('company_id', '=', companyId)
      .where('status', '=', 'CONNECTED')
      .where((where) => where.or([where('user_id', '=', userId), where('is_shared', '=', true)]))
      .select('id')
      .limit(1)
      .executeTakeFirst();
    return {
      id: user.id,
      email: user.email,
      name: user.name,
      familyName: user.family_name,
      role: user.role,
      companyId,
      companyName: company.name,
      mc: company.mc,
      isTeamOwner: company.role === 'owner',
      isBillActive: company.is_paid,
      canManageBilling: company.can_manage_billing,
      isFirstLogin,
      factoringType: company.factoring_type,
      createAt: user.created_at.getTime(),
      subscriptionType: company.subscription_type,
      isAccountAttached: mailbox !== undefined,
      iSGoogleSignInDone: google !== undefined,
      setupCompletedAt: user.setup_completed_at?.toISOString() ?? null,
      isEmailProven: user.email_proven_at !== null,
    };
  });
}
