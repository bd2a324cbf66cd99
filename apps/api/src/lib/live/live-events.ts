import type { LiveEvent } from '@headhaul/contracts/live-events';
import { sql } from 'kysely';
import type { TenantTx } from '../db/database.ts';
import type { Platform } from '../platform.ts';

export function wakeChannel(companyId: string): string {
  return `live:${companyId}`;
}

/**
 * Tells every open screen of the company. The event commits with the change it speaks of. Call it last in a
 * transaction: the company's head row stays locked until commit, which is what makes the order follow commits.
 */
export async function publish(platform: Platform, tx: TenantTx, event: LiveEvent): Promise<void> {
  await sql`
    with head as (
      insert into live_event_heads as h (company_id, seq) values (${tx.companyId}, 1)
      on conflict (company_id) do update set seq = h.seq + 1 returning seq)
    insert into live_events (company_id, seq, event) select ${tx.companyId}, seq, ${JSON.stringify(event)}::jsonb from head`.execute(tx.db);
  // Redis only wakes the readers; one that misses the call finds the row at its next look.
  tx.afterCommit(() => void platform.redis.publish(wakeChannel(tx.companyId), '').catch(() => {}));
}
