import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { sha256 } from '../../lib/auth/crypto.ts';
import type { DB } from '../../lib/db/generated.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { forgetInCompany, forgetInvites } from './forget-person.service.ts';

/** Removes what names a deleted person, in every company they were ever in or were invited to. */
export const forgetPerson = defineJob({
  name: 'profile.forget_person',
  payload: z.object({ userId: z.uuid() }),
  attempts: 25,
  async run(ctx, { userId }) {
    const db = ctx.platform.db.global;
    const places = await db.selectFrom('people_to_forget').where('user_id', '=', userId).orderBy('named_in').selectAll().execute();
    const failures: unknown[] = [];
    for (const { named_in: companyId, has_worked_there, address, words, own_words: ownTexts } of places) {
      const person = { userId, address, words, ownTexts };
      const forget = has_worked_there
        ? forgetInCompany(ctx, companyId, person)
        : ctx.transaction(companyId, (tx) => forgetInvites(tx, person));
      const failure = await forget.then(
        () => null,
        (error: unknown) => ({ error }),
      );
      // A failure in one company must not stop the others. The failed company is tried again.
      if (failure) {
        failures.push(failure.error);
        continue;
      }
      await db.deleteFrom('person_companies').where('user_id', '=', userId).where('been_in', '=', companyId).execute();
      await db
        .deleteFrom('address_companies')
        .where('address_hash', '=', sha256(Buffer.from(address)))
        .where('named_in', '=', companyId)
        .execute();
      await db.deleteFrom('people_to_forget').where('user_id', '=', userId).where('named_in', '=', companyId).execute();
    }
    if (failures.length > 0) throw new Error(`${failures.length} of ${places.length} companies are left`, { cause: failures[0] });
    ctx.log.info('a deleted person is forgotten');
  },
});

/** One waiting job for each person, however often it is requested. */
export const startForgetting = (tx: { db: Kysely<DB> }, userId: string) => forgetPerson(tx, { userId }, { key: `forget ${userId}` });

const peopleAtOnce = 1_000;

/** The rows in `people_to_forget` are the promise. A job may get lost or give up, so every row that is left is started again each day. */
export const forgetOverdue = defineJob({
  name: 'profile.forget_overdue',
  payload: z.object({}),
  attempts: 5,
  cron: '29 7 * * *',
  async run({ platform, log }) {
    await platform.db.transaction(async (db) => {
      const people = await db
        .selectFrom('people_to_forget')
        .where('asked_at', '<', sql<Date>`now() - interval '1 hour'`)
        .groupBy('user_id')
        .orderBy(({ fn }) => fn.min('asked_at'))
        .limit(peopleAtOnce)
        .select('user_id')
        .select(sql<number>`count(*) filter (where asked_at < now() - interval '1 day')::int`.as('late'))
        .execute();
      for (const { user_id } of people) await startForgetting({ db }, user_id);
      const late = people.reduce((sum, one) => sum + one.late, 0);
      if (late === 0) return;
      platform.metrics.forgettingsLate.inc(late);
      log.error({ people: people.length, late }, 'people who deleted their account are not forgotten after a day');
    });
  },
});
