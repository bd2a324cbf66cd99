import { randomBytes } from 'node:crypto';
import { emailCodeMinutes, freshMinutes } from '@headhaul/contracts/constants';
import type { EmailCodeState } from '@headhaul/contracts/session';
import { sql } from 'kysely';
import { sameBytes, sha256 } from '../../lib/auth/crypto.ts';
import { mailboxOf } from '../../lib/auth/mailbox.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { Platform } from '../../lib/platform.ts';
import { mailEmailCode } from './email-code.jobs.ts';
import { digitsOf } from './email-code.ts';
import { proveEmail } from './people.service.ts';
import { redeemCode } from './sign-in.service.ts';

/** The person has signed in at the provider once more. It counts from the time the provider says they proved who they are. */
export function confirmPerson({ actor, transaction }: Ctx, code: string, verifier: string): Promise<{ isConfirmed: boolean }> {
  return transaction(async (tx) => {
    const redeemed = await redeemCode(tx.db, code, verifier, { isConfirmation: true });
    if (redeemed.user_id !== actor.userId) {
      throw new AppError('not_allowed', { detail: 'That is another account. Confirm with the one you are signed in with.' });
    }
    const { authenticated_at: at, has_second_factor } = redeemed;
    if (!at || at.getTime() < Date.now() - freshMinutes * 60_000) return { isConfirmed: false };
    await noteConfirmed(tx, actor, at, has_second_factor);
    return { isConfirmed: true };
  });
}

/** The stored second factor always belongs to the latest proof. */
async function noteConfirmed(tx: TenantTx, { sessionId, userId }: Ctx['actor'], at: Date, hasSecondFactor: boolean): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ authenticated_at: sql`greatest(authenticated_at, ${at})`, has_second_factor: hasSecondFactor })
    .where('id', '=', sessionId)
    .execute();
  tx.audit({ action: 'session.authenticated', actorId: userId, detail: { sessionId } });
}

/** Mails a code to the person's own address only. A new code replaces the previous one. */
export async function sendEmailCode({ platform, actor, transaction }: Ctx): Promise<void> {
  const { userId, sessionId, companyId } = actor;
  try {
    if (actor.isEmailProven) await platform.limits.take('email_codes', userId);
    else await chargeUnproven(platform, userId);
  } catch (error) {
    throw error instanceof AppError ? tooManyCodes(error) : error;
  }
  await transaction(async (tx) => {
    const fresh = {
      session_id: sessionId,
      nonce: randomBytes(16),
      wrong_tries: 0,
      expires_at: new Date(Date.now() + emailCodeMinutes * 60_000),
      sent_at: null,
      failed_at: null,
      refused_at: null,
    };
    await tx.db
      .insertInto('email_codes')
      .values({ user_id: userId, ...fresh })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute();
    await mailEmailCode(tx, { userId, companyId });
  });
}

/** What became of the mail with this session's newest code. A mail that left after a failed try has left. */
export async function getEmailCode({ platform, actor }: Ctx): Promise<{ state: EmailCodeState }> {
  const code = await platform.db.global
    .selectFrom('email_codes')
    .where('user_id', '=', actor.userId)
    .where('session_id', '=', actor.sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['sent_at', 'failed_at', 'refused_at'])
    .executeTakeFirst();
  if (!code) return { state: 'none' };
  if (code.sent_at) return { state: 'sent' };
  if (code.refused_at) return { state: 'refused' };
  return { state: code.failed_at ? 'failed' : 'sending' };
}

/** The wait is up to an hour, so it is named. */
function tooManyCodes({ code, details }: AppError): AppError {
  const minutes = Math.ceil((details.retryAfterSeconds ?? 60) / 60);
  const detail = `We have emailed you several codes. Use the newest one, or ask again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return new AppError(code, { ...details, detail });
}

/**
 * Limits the codes for an unproven address. An attacker with many accounts under somebody else's address, at a provider of their own,
 * can send no more mails than one account. Each issuer is counted separately, so that the attacker does not use up the limit of the
 * address's owner at another issuer. All issuers together have a ceiling.
 */
async function chargeUnproven({ db, limits }: Platform, userId: string): Promise<void> {
  const { email, issuer } = await db.global
    .selectFrom('users')
    .leftJoin('identities', 'identities.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select(['users.email', 'identities.issuer'])
    .executeTakeFirstOrThrow();
  const address = mailboxOf(email);
  const name = (text: string) => sha256(text).toString('base64url');
  await limits.take('email_codes', name(`${issuer ?? ''} ${address}`));
  await limits.take('email_codes_to_address', name(address));
}

const mostWrongTries = 5;

/** Five wrong tries end a code, so that nobody can guess one. */
export async function confirmEmailCode({ platform, actor, ownTransaction }: Ctx, digits: string): Promise<void> {
  const { userId, sessionId } = actor;
  const result = await ownTransaction(async (tx): Promise<'right' | 'wrong' | 'ended'> => {
    const code = await tx.db
      .selectFrom('email_codes')
      .where('user_id', '=', userId)
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('wrong_tries', '<', mostWrongTries)
      .forUpdate()
      .select('nonce')
      .executeTakeFirst();
    if (!code) return 'ended';
    const right = digitsOf(platform.env.LINK_KEYS, userId, code.nonce);
    if (!sameBytes(Buffer.from(digits), Buffer.from(right))) {
      await tx.db.updateTable('email_codes').set({ wrong_tries: sql`wrong_tries + 1` }).where('user_id', '=', userId).execute();
      return 'wrong';
    }
    await tx.db.deleteFrom('email_codes').where('user_id', '=', userId).execute();
    await noteConfirmed(tx, actor, new Date(), false);
    return 'right';
  });
  // The right digits are refused too once a code has ended, so this must not read like a typing mistake.
  if (result === 'ended') throw new AppError('wrong_email_code', { detail: 'This code no longer works. Send new digits.' });
  if (result === 'wrong') throw new AppError('wrong_email_code');
  await proveEmail(platform, userId);
}
