import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, PermanentFailure } from '../../lib/jobs/jobs.ts';
import { isAddressRefused } from '../../lib/net/mailer.ts';
import { digitsOf } from './email-code.ts';
import { writeEmailCodeMail } from './email-code-mail.ts';

/** The mail server answered that it will not take this mail. Trying again would change nothing. */
function isRefusal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode;
  return typeof code === 'number' && code >= 500;
}

/**
 * Mails the person's current code. If a newer code was requested meanwhile, this mail contains the newer digits. The page that waits for the
 * digits learns from the code's row whether the mail has left.
 */
export const mailEmailCode = defineJob({
  name: 'session.email_code',
  payload: z.object({ userId: z.uuid(), companyId: z.uuid() }),
  attempts: 3,
  async run({ platform, transaction, isLastAttempt }, { userId, companyId }) {
    const code = await transaction(companyId, ({ db }) =>
      db
        .selectFrom('email_codes')
        .innerJoin('users', 'users.id', 'email_codes.user_id')
        .where('email_codes.user_id', '=', userId)
        .where('users.deleted_at', 'is', null)
        .where('email_codes.expires_at', '>', sql<Date>`now()`)
        .select(['users.email', 'email_codes.nonce'])
        .executeTakeFirst(),
    );
    if (!code) return;
    const note = (outcome: 'sent_at' | 'failed_at' | 'refused_at') =>
      transaction(companyId, ({ db }) =>
        db
          .updateTable('email_codes')
          .set({ [outcome]: sql`now()` })
          .where('user_id', '=', userId)
          .where('nonce', '=', code.nonce)
          .execute(),
      );
    const digits = digitsOf(platform.env.LINK_KEYS, userId, code.nonce);
    try {
      await platform.mailer.send({ ...writeEmailCodeMail(digits, platform.env.WEB_ORIGINS[0]), to: code.email });
    } catch (error) {
      if (isAddressRefused(error)) await note('refused_at');
      else if (isLastAttempt || isRefusal(error)) await note('failed_at');
      throw isRefusal(error) ? new PermanentFailure('the mail server refused the code', { cause: error }) : error;
    }
    await note('sent_at');
  },
});
