import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { digitsOf } from './email-code.ts';
import { writeEmailCodeMail } from './email-code-mail.ts';

/** Mails the person's current code. If a newer code was requested meanwhile, this mail contains the newer digits. */
export const mailEmailCode = defineJob({
  name: 'session.email_code',
  payload: z.object({ userId: z.uuid(), companyId: z.uuid() }),
  attempts: 3,
  async run({ platform, transaction }, { userId, companyId }) {
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
    const digits = digitsOf(platform.env.LINK_KEYS, userId, code.nonce);
    await platform.mailer.send({ ...writeEmailCodeMail(digits, platform.env.WEB_ORIGINS[0]), to: code.email });
  },
});
