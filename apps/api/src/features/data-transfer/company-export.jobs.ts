import { z } from 'zod';
import { fileKey } from '../../lib/files/files.ts';
import { defineJob, PermanentFailure } from '../../lib/jobs/jobs.ts';
import { buildExport, listOlderExports, moveExport } from './company-export-run.service.ts';

const payload = z.object({ companyId: z.uuid(), exportId: z.uuid() });

export const buildCompanyExport = defineJob({
  name: 'data_transfer.company_export',
  payload,
  attempts: 5,
  async run(ctx, { companyId, exportId }) {
    try {
      await buildExport(ctx, companyId, exportId, async (tx, runAt) => {
        await expireCompanyExport(tx, { companyId, exportId }, { runAt });
        // Keep only the newest export: each holds everything and takes the storage of everything.
        for (const older of await listOlderExports(tx, exportId)) await expireCompanyExport(tx, { companyId, exportId: older });
      });
    } catch (error) {
      if (ctx.isLastAttempt || error instanceof PermanentFailure) {
        await ctx.transaction(companyId, (tx) => moveExport(tx, exportId, ['WAITING', 'RUNNING'], { state: 'FAILED' }));
      }
      throw error;
    }
  },
});

export const expireCompanyExport = defineJob({
  name: 'data_transfer.expire_export',
  payload,
  attempts: 8,
  async run({ platform, transaction }, { companyId, exportId }) {
    await platform.files.remove(fileKey(companyId, 'exports', exportId));
    await transaction(companyId, (tx) => moveExport(tx, exportId, ['READY'], { state: 'EXPIRED' }));
  },
});
