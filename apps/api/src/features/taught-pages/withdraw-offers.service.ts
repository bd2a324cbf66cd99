import type { TenantTx } from '../../lib/db/database.ts';

/** Who has left can't be asked what they taught. What the company has agreed to is the company's and stays. */
export async function withdrawOffersOf(tx: TenantTx, userId: string): Promise<void> {
  const withdrawn = await tx.db
    .deleteFrom('taught_pages')
    .where('company_id', '=', tx.companyId)
    .where('taught_by', '=', userId)
    .where('agreed_at', 'is', null)
    .returning('id')
    .execute();
  if (withdrawn.length > 0) tx.publish({ type: 'board-pages.changed' });
}
