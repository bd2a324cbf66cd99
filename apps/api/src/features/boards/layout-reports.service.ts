import type { LayoutReport } from '@headhaul/contracts/boards/layout-reports';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../lib/http/guards.ts';

/** Keeps the outline for our staff. Who sent it is not stored. */
export async function storeLayoutReport({ platform, actor, transaction }: Ctx, { host, extVersion, cause, outline }: LayoutReport) {
  await platform.limits.take('layout_reports', actor.companyId);
  await transaction(async (tx) => {
    const report = { company_id: tx.companyId, id: uuidv7(), host, ext_version: extVersion, cause, outline };
    await tx.db.insertInto('layout_reports').values(report).execute();
  });
}
