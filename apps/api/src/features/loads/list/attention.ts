import type { LoadRow } from '@headhaul/contracts/loads/record';
import { needsAttention } from '@headhaul/domain/loads/attention';
import { loadStatuses } from '@headhaul/domain/loads/status';
import type { Database } from '../../../lib/db/database.ts';
import { isActive } from './filter.ts';
import { loadLine } from './line.ts';

/** Of the active loads, and of the unpaid invoices past their day: more don't wait on one desk. */
const watchedLoads = 5_000;

const invoiced = loadStatuses.indexOf('INVOICED');
const range = (condition: string) =>
  `(select l.* from loads l where l.company_id = $1 and l.deleted_at is null and ${condition} order by l.pickup_at, l.id limit ${watchedLoads})`;
// The rule counts whole days by the company's clock; a day more lets none through too late.
const isDue = `l.status_order = ${invoiced} and l.invoiced_at + make_interval(days => l.payment_terms_days) < now() + interval '1 day'`;
const text = `select string_agg(${loadLine}, E',\\n') from (${range(isActive)} union all ${range(isDue)}) l`;

/** The loads somebody has to see to now, by the same rule that the screen words them with. */
export async function findNeedingAttention(db: Database, companyId: string): Promise<string[]> {
  const [row] = await db.readAsTenant(companyId, { name: 'loads_watched', text, values: [companyId] });
  const loads = JSON.parse(`[${row?.[0] ?? ''}]`) as LoadRow[];
  const nowMs = Date.now();
  return loads.filter((load) => needsAttention(load, nowMs)).map(({ id }) => id);
}
