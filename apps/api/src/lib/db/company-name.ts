import type { TenantTx } from './database.ts';

/** The company's name. Undefined for a company that was put away or deleted. */
export async function readOpenCompanyName(tx: TenantTx): Promise<string | undefined> {
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .where('archived_at', 'is', null)
    .select('name')
    .executeTakeFirst();
  return company?.name;
}
