import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Freight } from './fingerprints.ts';

/**
 * Two people who write about the same freight at once must not both pass the duplicate check. The second waits here for the first, and
 * then sees the first mail. The load is always locked first, then the fingerprints in their order, so that two requests never deadlock.
 */
export async function lockFreight(tx: TenantTx, { fingerprints, loadId }: Omit<Freight, 'fingerprint'>): Promise<void> {
  const keys = [...(loadId === null ? [] : [loadId]), ...fingerprints.toSorted()];
  for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/${key}`}, 0))`.execute(tx.db);
}
