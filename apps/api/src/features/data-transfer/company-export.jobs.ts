import { z } from 'zod';
import { fileKey } from '../../lib/files/files.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { buildExport, moveExport } from './company-export-run.service.ts';

const payload = z.object({ companyId: z.uuid(), exportId: z.uuid() });

export const buildCompanyExport = defineJob({
  name: 'data_transfer.company_export',
  payload,
  attempts: 5,
  async run(ctx, { companyId, exportId }) {
    try {
      await buildExport(ctx, companyId, exportId, (tx, runAt) => expireCompanyExport(tx, { companyId, exportId }, { runAt }));
    } catch (error) {
      if (ctx.isLastAttempt) {
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
