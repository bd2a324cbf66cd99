import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { finish, runBatches } from './import-run.service.ts';

/** Makes the loads of an uploaded file. Each try continues after the last committed batch. */
export const runImport = defineJob({
  name: 'data_transfer.import',
  payload: z.object({ companyId: z.uuid(), importId: z.uuid() }),
  attempts: 25,
  async run(ctx, { companyId, importId }) {
    try {
      await runBatches(ctx, companyId, importId, (tx, runAt) =>
        runImport(tx, { companyId, importId }, { queue: `import ${companyId}`, ...(runAt && { runAt }) }),
      );
    } catch (error) {
      if (ctx.isLastAttempt) {
        const problem = 'We could not finish this import. What is made stays; import the rest from a new file.';
        await ctx.transaction(companyId, (tx) => finish(tx, importId, problem));
      }
      throw error;
    }
  },
});
