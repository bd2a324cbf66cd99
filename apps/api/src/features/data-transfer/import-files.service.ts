import type { TenantTx } from '../../lib/db/database.ts';

/** The files of these imports are removed, so they no longer count against the storage limit. */
export async function uncountFiles(tx: TenantTx, importIds: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('data_imports')
    .set({ size_bytes: 0 })
    .where('company_id', '=', tx.companyId)
    .where('id', 'in', importIds)
    .execute();
}
