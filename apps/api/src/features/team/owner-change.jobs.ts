import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { writeOwnerChangeMail } from './owner-change-mail.ts';

/**
 * Tells one of the two people that the company was handed over, also if the other one has deleted the account meanwhile: a hand-over that
 * nobody wanted may look like that. It may arrive twice after a crash.
 */
export const sendOwnerChange = defineJob({
  name: 'team.owner_change',
  payload: z.object({
    companyId: z.uuid(),
    formerId: z.uuid(),
    ownerId: z.uuid(),
    to: z.enum(['new', 'former']),
    at: z.iso.datetime(),
  }),
  attempts: 8,
  async run({ platform, transaction }, { companyId, formerId, ownerId, to, at }) {
    const told = await transaction(companyId, async ({ db }) => ({
      company: await db
        .selectFrom('companies')
        .where('company_id', '=', companyId)
        .select(['name', 'time_zone as timeZone', 'archived_at'])
        .executeTakeFirstOrThrow(),
      people: await db
        .selectFrom('users')
        .where('id', 'in', [formerId, ownerId])
        .where('deleted_at', 'is', null)
        .select(['id', 'name', 'email'])
        .execute(),
    }));
    const former = told.people.find(({ id }) => id === formerId) ?? null;
    const owner = told.people.find(({ id }) => id === ownerId) ?? null;
    const recipient = to === 'new' ? owner : former;
    if (recipient === null) return;
    const { name, timeZone, archived_at } = told.company;
    const mail = writeOwnerChangeMail({
      to,
      companyName: archived_at === null ? name : '',
      former,
      owner,
      at: new Date(at),
      timeZone,
      webOrigin: platform.env.WEB_ORIGINS[0],
    });
    await platform.mailer.send({ ...mail, to: recipient.email });
  },
});
