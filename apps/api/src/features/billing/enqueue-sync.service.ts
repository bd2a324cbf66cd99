import type { TenantTx } from '../../lib/db/database.ts';
import { syncBilling } from './sync.jobs.ts';

/** Enqueues in the caller's transaction. If a sync is waiting already, no second one is added. */
export function enqueueSync(db: Pick<TenantTx, 'db'>, companyId: string, inMinutes = 0): Promise<void> {
  const queue = `billing ${companyId}`;
  if (inMinutes === 0) return syncBilling(db, { companyId }, { queue, key: queue });
  return syncBilling(db, { companyId }, { queue, key: `${queue} ${inMinutes}`, runAt: new Date(Date.now() + inMinutes * 60_000) });
}
