import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';

/** Each batch is a transaction of its own, so a person who saves one of these loads waits for milliseconds. */
const loadsPerBatch = 200;

const isUnsummed = sql`l.early_pay_cents is null and (
  (l.factoring_fee_bps = 0 and l.factoring_status not in ('NOT_FACTORED', 'DECLINED')) or exists (
    select from load_fees f where f.company_id = l.company_id and f.load_id = l.id and f.type in ('FACTORING_FEE', 'QUICK_PAY_FEE')))`;

/** The trigger of `loads` sums the fees up and forgets a percentage of 0 that nobody entered. Loads that somebody is changing right now are left out. */
async function sumSome(tx: TenantTx): Promise<number> {
  const { rows } = await sql`
    update loads set early_pay_cents = null where company_id = ${tx.companyId} and id in (
      select l.id from loads l where l.company_id = ${tx.companyId} and ${isUnsummed} limit ${loadsPerBatch} for no key update skip locked)
    returning id`.execute(tx.db);
  return rows.length;
}

/** From then on no run looks at this company. A load that was left out keeps the mark until the next run. */
async function clearMark(tx: TenantTx): Promise<void> {
  await sql`
    update company_directory set has_early_pay_to_sum = false where id = ${tx.companyId}
      and not exists (select from loads l where l.company_id = ${tx.companyId} and ${isUnsummed})`.execute(tx.db);
}

/**
 * Corrects the cut in the figures of loads that had a factoring or quick pay fee before that fee took the place of the percentage. Only
 * companies that are marked are looked at, and a new company never is. Once all marks are cleared, a run is one look at the directory.
 */
export const sumEarlyPay = defineJob({
  name: 'load_stats.sum_early_pay',
  payload: z.object({}),
  attempts: 3,
  cron: '21 8 * * *',
  async run({ platform, transaction, signal, log }) {
    const companies = await platform.db.global
      .selectFrom('company_directory')
      .select('id')
      .where('has_early_pay_to_sum', '=', true)
      .execute();
    let summed = 0;
    for (const { id } of companies) {
      for (let some = loadsPerBatch; some === loadsPerBatch && !signal.aborted; summed += some) some = await transaction(id, sumSome);
      if (!signal.aborted) await transaction(id, clearMark);
    }
    if (summed > 0) log.info({ summed }, 'fees for early payment are summed up');
  },
});
