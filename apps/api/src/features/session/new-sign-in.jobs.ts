import { readDevice } from '@headhaul/domain/sign-ins/device';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { writeNewSignInMail } from './new-sign-in-mail.ts';

/** Tells a person about a sign-in on a new device or from a new place. It may arrive twice after a crash. */
export const sendNewSignInNotice = defineJob({
  name: 'session.new_sign_in_notice',
  payload: z.object({ companyId: z.uuid(), sessionId: z.uuid() }),
  attempts: 8,
  async run({ platform, transaction }, { companyId, sessionId }) {
    const signIn = await transaction(companyId, (tx) =>
      tx.db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .innerJoin('companies as c', (join) => join.on('c.company_id', '=', companyId))
        .where('s.id', '=', sessionId)
        .where('u.deleted_at', 'is', null)
        .where('u.email_proven_at', 'is not', null)
        .select(['u.email', 'c.time_zone as timeZone', 's.user_agent', 's.created_at', 's.place', 's.is_new_place'])
        .select(sql<string | null>`host(s.ip)`.as('ip'))
        .executeTakeFirst(),
    );
    if (!signIn) return;
    const { email, timeZone, place, ip } = signIn;
    const mail = writeNewSignInMail({
      at: signIn.created_at,
      timeZone,
      device: readDevice(signIn.user_agent ?? '').name ?? 'Not known',
      place,
      ip,
      isNewPlace: signIn.is_new_place,
      webOrigin: platform.env.WEB_ORIGINS[0],
    });
    await platform.mailer.send({ ...mail, to: email });
  },
});
