import { type Kysely, sql } from 'kysely';
import { challengeOf, sha256 } from '../../lib/auth/crypto.ts';
import { lockOpenSessions } from '../../lib/auth/open-sessions.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB, RevokeReason } from '../../lib/db/generated.ts';
import type { Platform } from '../../lib/platform.ts';
import { sendReplayNotice } from './replay-notice.jobs.ts';

/** A new sign-in in the same browser ends the previous session, and the extension that was signed in from it. */
export async function endFormerSession(tx: TenantTx, userId: string, cookieHalf: string): Promise<void> {
  await lockOpenSessions(tx.db, userId);
  const former = await tx.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('cookie_hash', '=', sha256(cookieHalf))
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!former) return;
  await revokeFamilies(tx.db, former.id, 'logout');
  tx.audit({ action: 'session.closed', actorId: userId, detail: { sessionId: former.id } });
  tx.publish({ type: 'session.changed', userId });
  tx.publish({ type: 'sign-ins.changed' });
}

/** A code shown a second time with its verifier was copied out of its browser, so the session it opened is ended. */
export async function endOpenedBy(platform: Platform, code: string, verifier: string): Promise<void> {
  const opened = await platform.db.global
    .selectFrom('one_time_codes')
    .innerJoin('sessions', 'sessions.id', 'one_time_codes.opened_session_id')
    .where('code_hash', '=', sha256(code))
    .where('challenge', '=', challengeOf(verifier))
    .where('sessions.revoked_at', 'is', null)
    .select(['sessions.id', 'sessions.current_company_id'])
    .executeTakeFirst();
  if (opened) await endReplayed(platform, opened.id, opened.current_company_id);
}

/** Ends the session for both its owner and the holder of the copy. It is written to the log, and the person is told. */
export async function endReplayed(platform: Platform, sessionId: string, companyId: string): Promise<void> {
  await platform.db.withTenant(companyId, async (tx) => {
    const session = await tx.db
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .forUpdate()
      .select(['user_id', 'audience'])
      .executeTakeFirstOrThrow();
    const ended = await revokeFamilies(tx.db, sessionId, 'replay');
    if (ended.length === 0) return;
    const { user_id: userId, audience } = session;
    await sendReplayNotice(tx, { userId, companyId, audience, at: new Date().toISOString() });
    tx.audit({ action: 'session.replayed', actorId: userId, detail: { sessionId, audience } });
    tx.publish({ type: 'session.changed', userId });
    tx.publish({ type: 'sign-ins.changed' });
  });
}

/**
 * Ends a session family and every family made from it. The caller has locked the family in an earlier statement, so that the update
 * sees a hand-off that was committed meanwhile.
 */
export async function revokeFamilies(db: Kysely<DB>, sessionId: string, reason: RevokeReason): Promise<string[]> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()`, revoke_reason: reason })
    .where((where) => where.or([where('id', '=', sessionId), where('parent_id', '=', sessionId)]))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return ended.map((session) => session.id);
}
