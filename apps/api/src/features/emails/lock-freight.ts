import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db.ts';

/**
 * Who looks and who sends at the same moment must not both pass: whoever writes about this freight to this broker waits here for the one
 * before, and then sees that mail.
 */
export async function lockFreight(
  tx: TenantTx,
  { fingerprint, brokerKey }: { fingerprint: string | null; brokerKey: string | null },
): Promise<void> {
  if (fingerprint === null) return;
  const key = `${tx.companyId}/${fingerprint}/${brokerKey ?? ''}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.db);
}
