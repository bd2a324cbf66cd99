import type { LoadCounts } from '@headhaul/contracts/loads/list';
import type { Ctx } from '../../../lib/http/guards.ts';
import { activeLoads, countNeeding } from './attention.ts';

/** Loads are counted one by one up to this many. Above it, the daily figures are used. They leave out drafts and cancelled loads. */
const countedLoads = 20_000;

const text = `
  with today as (select ($2::timestamptz at time zone c.time_zone)::date as day from companies c where c.company_id = $1),
    counted as (select count(*) as loads from (select from loads l where l.company_id = $1 and l.deleted_at is null limit ${countedLoads + 1}) l)
  select count(*), (${countNeeding}), count(*) filter (where status in ('BOOKED', 'DISPATCHED', 'AT_PICKUP') and pickup_day = day),
    count(*) filter (where status in ('DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM') and delivery_day = day),
    count(*) filter (where status = 'DELIVERED'), count(*) filter (where status <> 'DRAFT' and driver_id is null),
    (select case when loads <= ${countedLoads} then loads
      else greatest(loads, (select sum(f.loads) from load_day_totals f where f.company_id = $1 and f.basis = 'BOOKING')) end from counted)
  from ${activeLoads} cross join today`;

/** How many loads each built-in view has. The statuses match those of the views in the web app. */
export async function getLoadCounts({ platform, actor }: Ctx): Promise<LoadCounts> {
  const { companyId } = actor;
  const values = [companyId, new Date().toISOString()];
  const [row] = await platform.db.readAsTenant(companyId, { name: 'load_counts', text, values });
  const [active = 0, needsAttention = 0, pickingUpToday = 0, deliveringToday = 0, toInvoice = 0, withoutDriver = 0, all = 0] = (
    row ?? []
  ).map(Number);
  return { active, needsAttention, pickingUpToday, deliveringToday, toInvoice, withoutDriver, all };
}
