import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';

const linesPerFold = 10_000;

/** Adds what has changed to the stored figures of brokers and takes out loads that are too old by now. Returns the number of changes. */
export async function foldOnce(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_broker_figures(${tx.companyId}, ${linesPerFold}) as folded`.execute(tx.db);
  return rows[0]?.folded ?? 0;
}

export const foldBrokerFigures = defineJob({
  name: 'brokers.fold',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 5,
  async run({ transaction, signal }, { companyId }) {
    let folded = linesPerFold;
    while (folded >= linesPerFold && !signal.aborted) folded = await transaction(companyId, foldOnce);
  },
});

/** Soon after a UTC day has begun, because loads of one more day are too old by then and invoices of one more day are overdue. */
export const foldAllBrokerFigures = defineJob({
  name: 'brokers.fold_all',
  payload: z.object({}),
  attempts: 3,
  cron: '2 0 * * *',
  async run({ platform, transaction, signal }) {
    const companies = await platform.db.global.selectFrom('company_directory').select('id').execute();
    for (const { id } of companies) {
      if (signal.aborted) return;
      await transaction(id, async (tx) => {
        const { rows } = await sql`
          select from broker_figure_deltas where company_id = ${id}
          union all select from broker_figures where company_id = ${id} limit 1`.execute(tx.db);
        if (rows.length > 0) await foldBrokerFigures(tx, { companyId: id }, { key: `fold broker figures of ${id}` });
      });
    }
  },
});
