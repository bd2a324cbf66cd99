import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

/** What makes a second mail a duplicate: the same freight of the same broker on any board, or the same load of ours, to any address. */
export interface Freight {
  fingerprint: string | null;
  brokerKey: string | null;
  loadId: string | null;
}

/**
 * Two people who write about the same freight at once must not both pass the duplicate check. The second waits here for the first, and
 * then sees the first mail. The load is always locked before the fingerprint, so that two requests never deadlock.
 */
export async function lockFreight(tx: TenantTx, { fingerprint, brokerKey, loadId }: Freight): Promise<void> {
  const keys = [loadId, fingerprint === null ? null : `${fingerprint}/${brokerKey ?? ''}`].filter((key) => key !== null);
  for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/${key}`}, 0))`.execute(tx.db);
}
