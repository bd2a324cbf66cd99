import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

export interface Lane {
  fromCity: string;
  fromState: string;
  toCity: string;
  toState: string;
}

/** Of a city's loads only the newest are looked at, so that a lane costs the same whatever the company has hauled. */
const loadsLookedAt = 500;
const loadsCounted = 5;

/**
 * The miles that the company itself has entered on the lane, in either direction: the median of the newest loads. Null for a lane without any.
 * In the order of the lanes, by one query.
 */
export async function findOwnMiles(tx: TenantTx, lanes: readonly Lane[]): Promise<(number | null)[]> {
  if (lanes.length === 0) return [];
  const { rows } = await sql<{ miles: number | null }>`
    select (
      select percentile_disc(0.5) within group (order by n.loaded_miles) from (
        select f.loaded_miles from (
          (select loaded_miles, miles_source, pickup_state, delivery_city_word, delivery_state, stop_count, pickup_at from loads
            where company_id = ${tx.companyId} and deleted_at is null and pickup_city_word = a.from_city
            order by pickup_at desc limit ${loadsLookedAt})
          union all
          (select loaded_miles, miles_source, delivery_state, pickup_city_word, pickup_state, stop_count, pickup_at from loads
            where company_id = ${tx.companyId} and deleted_at is null and delivery_city_word = a.from_city
            order by pickup_at desc limit ${loadsLookedAt})
        ) f (loaded_miles, miles_source, from_state, to_city, to_state, stop_count, pickup_at)
        where f.miles_source = 'ENTERED' and f.loaded_miles > 0 and f.stop_count = 2
          and f.from_state = a.from_state and f.to_city = a.to_city and f.to_state = a.to_state
        order by f.pickup_at desc limit ${loadsCounted}
      ) n
    )::int as miles
    from jsonb_to_recordset(${JSON.stringify(
      lanes.map(({ fromCity, fromState, toCity, toState }, at) => ({
        at,
        from_city: fromCity.toLowerCase(),
        from_state: fromState,
        to_city: toCity.toLowerCase(),
        to_state: toState,
      })),
    )}::jsonb) as a (at int, from_city text, from_state text, to_city text, to_state text)
    order by a.at`.execute(tx.db);
  return rows.map(({ miles }) => miles);
}
