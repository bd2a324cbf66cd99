import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import { type LoadFacts, type ReadLoads, readLoadFacts, readWholeLoads, type WholeLoad } from '../read/read.service.ts';

/**
 * Every change of a load locks its row until commit. All code takes locks in one order: loads by id, then drivers by id, then
 * brokers, then the company's counter. A separate statement reads the load after the lock: the locking statement may have waited,
 * and would return data from before the wait.
 */
export function lockLoads(tx: TenantTx, ids: readonly string[]): Promise<LoadFacts[]> {
  return lockThenRead(tx, ids, readLoadFacts);
}

async function lockThenRead<L extends LoadFacts>(tx: TenantTx, ids: readonly string[], read: ReadLoads<L>): Promise<L[]> {
  const rows = await tx.db
    .selectFrom('loads')
    .where('company_id', '=', tx.companyId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute();
  return rows.length === 0
    ? []
    : read(
        tx,
        rows.map(({ id }) => id),
      );
}

/** A load in the bin is treated as not found. */
export async function lockLoad(tx: TenantTx, id: string): Promise<WholeLoad> {
  const [load] = await lockThenRead(tx, [id], readWholeLoads);
  if (!load) throw new AppError('not_found');
  return load;
}

/** The time of a change. It is always later than the last change, even if that came from a server whose clock is ahead. */
export function nextTimestamp(load: Pick<WholeLoad, 'updatedAt'>): string {
  return new Date(Math.max(Date.now(), Date.parse(load.updatedAt) + 1)).toISOString();
}
