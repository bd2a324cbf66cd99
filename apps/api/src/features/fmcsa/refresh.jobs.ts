import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import type { RegisterNumber } from './qcmobile.ts';
import { findKept } from './records.service.ts';
import { createSharedRegister } from './shared-register.ts';

/** A record that somebody looked up this recently is not asked for again. */
const freshMs = 20 * 60 * 60_000;
/** After so many questions without an answer the rest waits for the next night. */
const mostFailuresInRow = 20;
/** The name under which the refresh takes its turns among the companies that ask. */
const turnOf = 'nightly refresh';

/** Brokers whose loads are booked and not paid yet. */
async function listBrokers(tx: TenantTx): Promise<RegisterNumber[]> {
  const { rows } = await sql<{ dot: string | null; mc: string | null }>`
    select b.dot, b.mc from brokers b join companies c on c.company_id = b.company_id
    where b.company_id = ${tx.companyId} and c.archived_at is null and (b.dot is not null or b.mc is not null) and exists (
      select from loads l where l.company_id = b.company_id and l.broker_id = b.id and l.deleted_at is null
        and l.status in ('BOOKED', 'DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', 'DELIVERED', 'INVOICED'))`.execute(
    tx.db,
  );
  return rows.flatMap(({ dot, mc }): RegisterNumber[] => (dot !== null ? [{ dot }] : mc !== null ? [{ mc }] : []));
}

/** Every night at 09:17 UTC. No company's lookups are counted. Turns between the companies that ask keep it within the rate. */
export const refreshBrokerRecords = defineJob({
  name: 'fmcsa.refresh',
  payload: z.object({}),
  attempts: 3,
  cron: '17 9 * * *',
  async run({ platform, transaction, signal, log }) {
    const numbers = new Map<string, RegisterNumber>();
    for (const { id } of await platform.db.global.selectFrom('company_directory').select('id').execute()) {
      if (signal.aborted) return;
      for (const number of await transaction(id, listBrokers)) numbers.set(JSON.stringify(number), number);
    }
    const register = createSharedRegister(platform);
    let refreshed = 0;
    let failures = 0;
    for (const number of numbers.values()) {
      if (signal.aborted || failures === mostFailuresInRow) break;
      const kept = await findKept(platform.db.global, number);
      if (kept && Date.now() - kept.checkedAt.getTime() < freshMs) continue;
      const { answer } = await register.ask(turnOf, number);
      failures = answer.kind === 'unavailable' ? failures + 1 : 0;
      if (answer.kind === 'found') refreshed += 1;
    }
    log.info({ brokers: numbers.size, refreshed, isCutShort: failures === mostFailuresInRow }, 'FMCSA records refreshed');
  },
});
