import type { TenantTx } from '../../lib/db/database.ts';
import { expireCompanyExport } from './company-export.jobs.ts';
import { moveExport } from './company-export-run.service.ts';

/** Removes ready exports and stops those being made, because they contain the name of a person who has to be forgotten. */
export async function endExports(tx: TenantTx): Promise<void> {
  const open = await tx.db
    .selectFrom('company_exports')
    .where('company_id', '=', tx.companyId)
    .where('state', 'in', ['WAITING', 'RUNNING', 'READY'])
    .select(['id', 'state'])
    .execute();
  for (const { id, state } of open) {
    if (state === 'READY') await expireCompanyExport(tx, { companyId: tx.companyId, exportId: id });
    else await moveExport(tx, id, ['WAITING', 'RUNNING'], { state: 'FAILED' });
  }
}
