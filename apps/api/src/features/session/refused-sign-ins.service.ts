import { sql } from 'kysely';
import { sha256 } from '../../lib/auth/crypto.ts';
import type { RefreshTokens } from '../../lib/auth/refresh-token.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { Platform } from '../../lib/platform.ts';
import { noteRefusal } from '../../lib/security-events/refusals.ts';

/** If a refused code is one of ours, records the attempt for its person and their company. */
export async function noteRefusedCode(platform: Platform, error: unknown, code: string): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'invalid_code') return;
  const known = await platform.db.global
    .selectFrom('one_time_codes')
    .leftJoin('sessions', 'sessions.id', 'one_time_codes.parent_session_id')
    .where('code_hash', '=', sha256(code))
    .select(['one_time_codes.user_id', 'one_time_codes.used_at', sql<boolean>`one_time_codes.expires_at <= now()`.as('is_expired')])
    .select(sql<string>`coalesce(sessions.current_company_id, one_time_codes.current_company_id)`.as('company_id'))
    .executeTakeFirst();
  if (!known) return;
  const reason = known.used_at ? 'used' : known.is_expired ? 'expired' : 'wrong_client';
  await noteRefusal(platform, {
    companyId: known.company_id,
    event: { kind: 'sign_in.refused', actorId: known.user_id, detail: { reason } },
  });
}

/** A token without its cookie half was copied out of a browser. */
export async function noteRefusedToken(platform: Platform, error: unknown, tokens: RefreshTokens, presented: string): Promise<void> {
  if (!(error instanceof AppError) || error.details.reason !== 'no_cookie') return;
  const sessionId = tokens.read(presented)?.familyId;
  if (sessionId === undefined) return;
  const session = await platform.db.global
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .select(['user_id', 'current_company_id'])
    .executeTakeFirst();
  if (!session) return;
  await noteRefusal(platform, {
    companyId: session.current_company_id,
    event: { kind: 'refresh.refused', actorId: session.user_id, detail: { sessionId, reason: 'no_cookie' } },
  });
}

const refusedProofs = { wrong_email_code: 'wrong_digits', not_allowed: 'another_account', invalid_code: 'refused_code' } as const;

/** A signed-in person who can't prove who they are may be using somebody else's open browser. */
export async function noteRefusedProof({ platform, actor }: Ctx, error: unknown): Promise<never> {
  const reason = error instanceof AppError && error.code in refusedProofs ? refusedProofs[error.code as keyof typeof refusedProofs] : null;
  if (reason !== null) {
    const event = { kind: 'proof.refused', actorId: actor.userId, detail: { reason } } as const;
    await noteRefusal(platform, { companyId: actor.companyId, event });
  }
  throw error;
}
