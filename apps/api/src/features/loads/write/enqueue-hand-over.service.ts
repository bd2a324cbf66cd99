import type { TenantTx } from '../../../lib/db/database.ts';
import { handOverLoads } from './hand-over.jobs.ts';
import type { HandedLoads } from './hand-over.ts';

/** Runs as a job after the commit. Otherwise the caller's transaction would also lock many loads. */
export function enqueueHandOver(tx: TenantTx, given: HandedLoads): Promise<void> {
  return handOverLoads(tx, given);
}
