import { Audience } from '@headhaul/contracts/session';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { writeReplayMail } from './replay-mail.ts';

/** Tells a person that a copy of their sign-in was used, and that the session was ended. It may arrive twice after a crash. */
export const sendReplayNotice = defineJob({
  name: 'session.replay_notice',
  payload: z.object({ userId: z.uuid(), companyId: z.uuid(), audience: Audience, at: z.iso.datetime() }),
  attempts: 8,
  async run({ platform, transaction }, { userId, companyId, audience, at }) {
    const person = await transaction(companyId, (tx) =>
      tx.db
        .selectFrom('users')
        .innerJoin('companies', (join) => join.on('companies.company_id', '=', companyId))
        .where('users.id', '=', userId)
        .where('users.deleted_at', 'is', null)
        .where('users.email_proven_at', 'is not', null)
        .select(['users.email', 'companies.time_zone as timeZone'])
        .executeTakeFirst(),
    );
    if (!person) return;
    const mail = writeReplayMail({ at: new Date(at), timeZone: person.timeZone, audience, webOrigin: platform.env.WEB_ORIGINS[0] });
    await platform.mailer.send({ ...mail, to: person.email });
  },
});
