import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';

/** Each batch is a transaction of its own, so a person who saves one of these loads waits for milliseconds. */
const loadsPerBatch = 200;

const isUnsummed = sql`l.early_pay_cents is null and (
  (l.factoring_fee_bps = 0 and l.factoring_status not in ('NOT_FACTORED', 'DECLINED')) or exists (
    select from load_fees f where f.company_id = l.company_id and f.load_id = l.id and f.type in ('FACTORING_FEE', 'QUICK_PAY_FEE')))`;

/**
 * The trigger of `loads` sums the fees up and forgets a percentage of 0 that nobody entered. Loads that somebody is changing right now are
 * left out. Each batch starts after the last load of the one before, so that a company's loads are read once. They are found in a `with`,
 * because the planner may run a subquery again for each row, and its limit would then bound nothing.
 */
async function sumSome(tx: TenantTx, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as (
      select l.id from loads l
      where l.company_id = ${tx.companyId} and l.id > ${after}::uuid and ${isUnsummed}
      order by l.id limit ${loadsPerBatch} for no key update skip locked),
    summed as (
      update loads set early_pay_cents = null where company_id = ${tx.companyId} and id in (select id from found))
    select id from found order by id`.execute(tx.db);
  return rows.map(({ id }) => id);
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
    const sumCompany = async (companyId: string) => {
      let last = '00000000-0000-0000-0000-000000000000';
      let some = loadsPerBatch;
      while (some === loadsPerBatch && !signal.aborted) {
        const ids = await transaction(companyId, (tx) => sumSome(tx, last));
        last = ids.at(-1) ?? last;
        some = ids.length;
        summed += some;
      }
      if (!signal.aborted) await transaction(companyId, clearMark);
    };
    const failed: unknown[] = [];
    for (const { id } of companies) {
      await sumCompany(id).catch((error: unknown) => {
        failed.push(error);
        log.error({ err: error, companyId: id }, 'fees for early payment of a company are not summed up');
      });
    }
    if (summed > 0) log.info({ summed }, 'fees for early payment are summed up');
    // Tried again for the companies that are still marked.
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${companies.length} companies failed`);
  },
});
