import type { TenantTx } from '../../../lib/db/database.ts';
import { handOverLoads } from './hand-over.jobs.ts';
import type { HandedLoads } from './hand-over.ts';

/** After the commit: many loads would otherwise be held together with whatever else the caller holds. */
export function enqueueHandOver(tx: TenantTx, given: HandedLoads): Promise<void> {
  return handOverLoads(tx, given);
}
