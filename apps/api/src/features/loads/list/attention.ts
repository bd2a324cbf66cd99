import { lateGraceMs, patienceMs } from '@headhaul/domain/loads/attention';
import { usualFreeMinutes } from '@headhaul/domain/loads/detention';
import { loadStatuses } from '@headhaul/domain/loads/status';
import type { Database } from '../../../lib/db/database.ts';
import { companyZone, isActive } from './filter.ts';
import { dueOn } from './line.ts';

const now = '$2::timestamptz';
const span = (ms: number) => `make_interval(secs => ${ms / 1_000})`;
const minuteMs = 60_000;

/** A truck at a dock: detention runs from the later of arrival and appointment. The row has the appointment of a two-stop load only. */
function isDetained(stop: 'pickup' | 'delivery'): string {
  const arrived = 'coalesce(l.dock_arrived_at, l.status_changed_at)';
  const appointment = `case when l.stop_count <= 2 and l.${stop}_has_time then l.${stop}_at end`;
  return `${now} >= greatest(${arrived}, ${appointment}) + ${span((usualFreeMinutes + 1) * minuteMs)}`;
}

/**
 * The domain's `needsAttention` as SQL, so that the database counts thousands of loads itself. A test compares the two at the edges of
 * every rule. `$1` is the company, `$2` the time.
 */
const isActiveNeeding = `case l.status
    when 'BOOKED' then ${now} >= l.pickup_ends_at + ${span(minuteMs)} or not l.has_rc or (l.driver_id is null and ${now} >= l.pickup_at - ${span(patienceMs)})
    when 'DISPATCHED' then ${now} >= l.pickup_ends_at + ${span(lateGraceMs)}
    when 'AT_PICKUP' then ${isDetained('pickup')}
    when 'IN_TRANSIT' then ${now} >= l.delivery_ends_at + ${span(lateGraceMs)}
    when 'AT_DELIVERY' then ${isDetained('delivery')}
    when 'PROBLEM' then true
    when 'DELIVERED' then not l.has_pod and ${now} >= l.status_changed_at + ${span(patienceMs)}
    else false end`;

const isInvoiced = `l.status_order = ${loadStatuses.indexOf('INVOICED')}`;
const isOverdue = `${dueOn} < (${now} at time zone ${companyZone})::date`;

const own = 'l.company_id = $1 and l.deleted_at is null';
/** Reads at most this many loads of each range, the earliest pickup first. No office works on that many, except after a huge import. */
const lookedAt = 20_000;
const soonest = (condition: string) =>
  `(select * from loads l where ${own} and ${condition} order by l.pickup_at, l.id limit ${lookedAt}) l`;
/** The active loads, up to `lookedAt`. */
export const activeLoads = soonest(isActive);
/** Two index ranges without overlap: a load is either active or invoiced. */
const needing = `select l.id, l.pickup_at from ${activeLoads} where ${isActiveNeeding}
  union all select l.id, l.pickup_at from ${soonest(isInvoiced)} where ${isOverdue}`;

/** Counts the loads that need attention, as part of another statement. */
export const countNeeding = `select count(*) from (${needing}) needing`;

/** The most loads that the list of loads needing attention shows. */
const shownLoads = 10_000;
const text = `select string_agg(id::text, ',') from (${needing} order by pickup_at, id limit ${shownLoads}) needing`;

/** The ids of the loads that need attention at this time. */
export async function findNeedingAttention(db: Database, companyId: string, nowMs = Date.now()): Promise<string[]> {
  const values = [companyId, new Date(nowMs).toISOString()];
  const [row] = await db.readAsTenant(companyId, { name: 'loads_needing', text, values });
  return row?.[0]?.split(',') ?? [];
}
