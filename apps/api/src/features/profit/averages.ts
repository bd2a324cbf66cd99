import type { Equipment } from '@headhaul/domain/equipment';
import type { Miles } from '@headhaul/domain/profit/facts';
import { laneDays } from '@headhaul/domain/profit/rate-scale';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

/** What a load is counted with while it has no driver. Null where the company's trucks and loads don't say. */
export interface Averages {
  mpgLoaded: number | null;
  mpgEmpty: number | null;
  fixedCostPerDayCents: number | null;
  deadhead: Miles | null;
  /** Whether the averages are those of trucks with the load's equipment, or of all trucks. */
  isOfEquipment: boolean;
}

/** Of the loads of the last 90 days only the newest are looked at, so that the average costs the same whatever the company hauls. */
const loadsLookedAt = 500;
/** With fewer loads an average says too little. */
const fewestLoads = 3;

interface TruckAverages {
  equipment: Equipment;
  isOfEquipment: boolean;
  mpgLoaded: number | null;
  mpgEmpty: number | null;
  fixedCostPerDayCents: number | null;
}

/** One for each equipment that is asked for, with two statements whatever their number. */
export async function readAverages(tx: TenantTx, wanted: readonly Equipment[]): Promise<Map<Equipment, Averages>> {
  const kinds = [...new Set(wanted)];
  if (kinds.length === 0) return new Map();
  const trucks = await readTruckAverages(tx, kinds);
  const deadheads = await readAverageDeadheads(tx, kinds);
  return new Map(
    kinds.map((equipment) => {
      // Trucks with this equipment come before all trucks.
      const own = trucks.find((row) => row.equipment === equipment);
      const average: Averages = {
        mpgLoaded: own?.mpgLoaded ?? null,
        mpgEmpty: own?.mpgEmpty ?? null,
        fixedCostPerDayCents: own?.fixedCostPerDayCents ?? null,
        deadhead: deadheads.get(equipment) ?? null,
        isOfEquipment: own?.isOfEquipment ?? false,
      };
      return [equipment, average];
    }),
  );
}

async function readTruckAverages(tx: TenantTx, kinds: readonly Equipment[]): Promise<TruckAverages[]> {
  const { rows } = await sql<TruckAverages>`
    with used as (
      select t.mpg_loaded, t.mpg_empty, t.fixed_cost_per_day_cents, array(
        select coalesce(r.equipment, d.equipment)::text from drivers d
          left join trailers r on r.company_id = d.company_id and r.id = d.trailer_id
        where d.company_id = t.company_id and d.truck_id = t.id and d.deleted_at is null and d.employment = 'ACTIVE') as kinds
      from trucks t
      where t.company_id = ${tx.companyId} and t.deleted_at is null and coalesce(t.mpg_loaded, t.mpg_empty, t.fixed_cost_per_day_cents) is not null)
    select w.equipment, g.of_equipment as "isOfEquipment", round(avg(mpg_loaded)::numeric, 2)::float8 as "mpgLoaded",
      round(avg(mpg_empty)::numeric, 2)::float8 as "mpgEmpty", round(avg(fixed_cost_per_day_cents))::int as "fixedCostPerDayCents"
    from unnest(${kinds}::text[]) w (equipment) cross join (values (true), (false)) g (of_equipment) cross join used u
    where w.equipment = any(u.kinds) or not g.of_equipment
    group by w.equipment, g.of_equipment order by w.equipment, g.of_equipment desc`.execute(tx.db);
  return rows;
}

/** Over loads with the same equipment, or over all where there are too few. A load without deadhead may be one where nobody knew it. */
async function readAverageDeadheads(tx: TenantTx, kinds: readonly Equipment[]): Promise<Map<Equipment, Miles>> {
  const { rows } = await sql<{ equipment: Equipment; miles: number | null }>`
    with newest as (
      select equipment::text as equipment, deadhead_miles from loads
      where company_id = ${tx.companyId} and deleted_at is null and deadhead_miles > 0 and pickup_at > now() - make_interval(days => ${laneDays})
        and status not in ('DRAFT', 'CANCELLED', 'DISCARDED')
      order by pickup_at desc limit ${loadsLookedAt})
    select w.equipment, coalesce(
      case when count(*) filter (where n.equipment = w.equipment) >= ${fewestLoads}
        then round(avg(n.deadhead_miles) filter (where n.equipment = w.equipment)) end,
      case when count(*) >= ${fewestLoads} then round(avg(n.deadhead_miles)) end)::int as miles
    from unnest(${kinds}::text[]) w (equipment) cross join newest n
    group by w.equipment`.execute(tx.db);
  return new Map(rows.flatMap(({ equipment, miles }) => (miles === null ? [] : [[equipment, { miles, source: 'AVERAGE' }] as const])));
}
