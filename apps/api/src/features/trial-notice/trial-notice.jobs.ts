import { dayAt, daysBetween } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { writeTrialMail } from './trial-mail.ts';

/** A trial that ends within three days and whose owner has not been told yet. */
function endingTrial(tx: TenantTx) {
  return tx.db
    .selectFrom('companies')
    .where('companies.company_id', '=', tx.companyId)
    .where('subscription_type', '=', 'FREE_TRIAL')
    .where('trial_notice_sent_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('paid_until', '>', sql<Date>`now()`)
    .where('paid_until', '<=', sql<Date>`now() + interval '3 days'`);
}

/** Mails the owner once. It may arrive twice after a crash. */
export const sendTrialNotice = defineJob({
  name: 'trial.send_notice',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 8,
  async run({ platform, transaction }, { companyId }) {
    const found = await transaction(companyId, async (tx) => {
      const trial = await endingTrial(tx)
        .innerJoin('memberships', 'memberships.company_id', 'companies.company_id')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('memberships.role', '=', 'owner')
        .where('memberships.removed_at', 'is', null)
        .where('users.email_proven_at', 'is not', null)
        .select(['companies.name', 'companies.paid_until', 'companies.time_zone', 'users.email'])
        .executeTakeFirst();
      return trial && { ...trial, ...(await readFigures(tx)) };
    });
    // The company chose a plan or got more days meanwhile, or the owner was already told.
    if (!found) return;
    const mail = writeTrialMail({
      companyName: found.name,
      endsAt: found.paid_until,
      daysLeft: daysBetween(dayAt(Date.now(), found.time_zone), dayAt(found.paid_until.getTime(), found.time_zone)),
      timeZone: found.time_zone,
      loads: found.loads,
      drivers: found.drivers,
      centsPerMile: found.centsPerMile,
      webOrigin: platform.env.WEB_ORIGINS[0],
    });
    await platform.mailer.send({ ...mail, to: found.email });
    await transaction(companyId, (tx) =>
      tx.db.updateTable('companies').set({ trial_notice_sent_at: sql`now()` }).where('company_id', '=', companyId).execute(),
    );
  },
});

async function readFigures(tx: TenantTx): Promise<{ loads: number; drivers: number; centsPerMile: number | null }> {
  const { rows } = await sql<{ loads: number; drivers: number; centsPerMile: number | null }>`
    select coalesce(sum(c.loads), 0)::int as loads,
      (select count(*)::int from drivers where company_id = ${tx.companyId} and deleted_at is null) as drivers,
      (sum(c.loaded_gross_cents)::float8 / nullif(sum(c.loaded_miles + c.deadhead_miles), 0)) as "centsPerMile"
    from loads l, load_contribution(l) c where l.company_id = ${tx.companyId}`.execute(tx.db);
  return rows[0] ?? { loads: 0, drivers: 0, centsPerMile: null };
}

/** Every day at 14:05 UTC, which is morning in the US. */
export const findEndingTrials = defineJob({
  name: 'trial.find_ending',
  payload: z.object({}),
  attempts: 5,
  cron: '5 14 * * *',
  async run({ platform, transaction, signal }) {
    const companies = await platform.db.global.selectFrom('company_directory').select('id').execute();
    for (const { id } of companies) {
      if (signal.aborted) return;
      await transaction(id, async (tx) => {
        if (await endingTrial(tx).select('companies.company_id').executeTakeFirst())
          await sendTrialNotice(tx, { companyId: id }, { key: `trial notice of ${id}` });
      });
    }
  },
});
