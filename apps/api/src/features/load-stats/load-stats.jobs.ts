import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { foldOnce, linesPerFold } from './fold-figures.ts';

/** Adds what has changed to the stored figures. Readers see the state before or after, never in between. */
export const foldFigures = defineJob({
  name: 'load_stats.fold',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 5,
  async run({ transaction, signal }, { companyId }) {
    let folded = linesPerFold;
    while (folded === linesPerFold && !signal.aborted) folded = await transaction(companyId, foldOnce);
  },
});

/** Folds every company once a day, also those whose figures nobody opens, so that no list of changes grows long. */
export const foldAllFigures = defineJob({
  name: 'load_stats.fold_all',
  payload: z.object({}),
  attempts: 3,
  cron: '41 8 * * *',
  async run({ platform, transaction, signal }) {
    const companies = await platform.db.global.selectFrom('company_directory').select('id').execute();
    for (const { id } of companies) {
      if (signal.aborted) return;
      await transaction(id, async (tx) => {
        const { rows } = await sql`select from load_figure_deltas where company_id = ${id} limit 1`.execute(tx.db);
        if (rows.length > 0) await foldFigures(tx, { companyId: id }, { key: `fold figures of ${id}` });
      });
    }
  },
});
