import { laneDays } from '@headhaul/domain/profit/rate-scale';
import { addDays } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Trip } from './trip.ts';

/** A lane that is driven more often is judged by its newest loads. */
const loadsLookedAt = 200;

/**
 * Linehaul and fuel surcharge of the company's own hauled loads on the lane in the 90 days before the pickup, or before today for a pickup
 * to come. The load itself doesn't count.
 */
export async function readLanePaid(tx: TenantTx, { stops, loadId, pickupDay }: Trip, today: string): Promise<number[]> {
  const [from, to] = [stops[0], stops.at(-1)];
  if (from === undefined || to === undefined) return [];
  const day = pickupDay === null || pickupDay > today ? today : pickupDay;
  const { rows } = await sql<{ cents: number }>`
    select (linehaul_cents + fuel_surcharge_cents)::float8 as cents from loads
    where company_id = ${tx.companyId} and deleted_at is null and pickup_city_word = ${from.city.toLowerCase()} and pickup_state = ${from.state}
      and delivery_city_word = ${to.city.toLowerCase()} and delivery_state = ${to.state}
      and pickup_day > ${addDays(day, -laneDays)}::date and pickup_day <= ${day}::date
      and status in ('IN_TRANSIT', 'AT_DELIVERY', 'DELIVERED', 'INVOICED', 'PAID') and status_before_problem is distinct from 'TONU'
      and id is distinct from ${loadId}::uuid
    order by pickup_at desc limit ${loadsLookedAt}`.execute(tx.db);
  return rows.map(({ cents }) => cents);
}
