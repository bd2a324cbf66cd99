import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

/** What a second mail would be about again: the same freight of the same broker on any board, or one of our own loads, to whatever address. */
export interface Freight {
  fingerprint: string | null;
  brokerKey: string | null;
  loadId: string | null;
}

/**
 * Who looks and who sends at the same moment must not both pass: whoever writes about this freight waits here for the one before, and then
 * sees that mail. The load always comes first, so that no two wait for each other.
 */
export async function lockFreight(tx: TenantTx, { fingerprint, brokerKey, loadId }: Freight): Promise<void> {
  const keys = [loadId, fingerprint === null ? null : `${fingerprint}/${brokerKey ?? ''}`].filter((key) => key !== null);
  for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/${key}`}, 0))`.execute(tx.db);
}
