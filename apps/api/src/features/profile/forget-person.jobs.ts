import { z } from 'zod';
import { sha256 } from '../../lib/auth/crypto.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { forgetInCompany, forgetInvites } from './forget-person.service.ts';

/** Somebody deleted the account: in every company they have ever been in or were invited to, what names them goes. */
export const forgetPerson = defineJob({
  name: 'profile.forget_person',
  payload: z.object({ userId: z.uuid() }),
  attempts: 25,
  async run(ctx, { userId }) {
    const db = ctx.platform.db.global;
    const places = await db.selectFrom('people_to_forget').where('user_id', '=', userId).orderBy('named_in').selectAll().execute();
    for (const { named_in: companyId, has_worked_there, address, words, own_words: ownWords } of places) {
      const person = { userId, address, words, ownWords };
      if (has_worked_there) await forgetInCompany(ctx, companyId, person);
      else await ctx.transaction(companyId, (tx) => forgetInvites(tx, person));
      await db.deleteFrom('person_companies').where('user_id', '=', userId).where('been_in', '=', companyId).execute();
      await db
        .deleteFrom('address_companies')
        .where('address_hash', '=', sha256(Buffer.from(address)))
        .where('named_in', '=', companyId)
        .execute();
      await db.deleteFrom('people_to_forget').where('user_id', '=', userId).where('named_in', '=', companyId).execute();
    }
    ctx.log.info('a deleted person is forgotten');
  },
});
