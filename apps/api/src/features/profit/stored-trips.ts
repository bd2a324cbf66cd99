import { paidMiles } from '@headhaul/domain/loads/cut';
import { type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';
import type { Miles } from '@headhaul/domain/profit/facts';
import type { MilesSource } from '@headhaul/domain/roads/miles-source';
import { type RawBuilder, sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Trip, TripDriver, TripTruck } from './trip.ts';

interface StoredRow
  extends Omit<Trip, 'loaded' | 'deadhead' | 'stops' | 'driver' | 'truck' | 'linehaulCents' | 'payCents' | 'paidMiles' | 'paysMeasured'> {
  loadId: string;
  pickupDay: string;
  linehaulCents: number;
  driverPayCents: number;
  loadedMiles: number;
  milesSource: MilesSource;
  deadheadMiles: number;
  /** The driver's load before ended in the city where this one begins. */
  isFromSameCity: boolean | null;
  driver: TripDriver | null;
  truck: TripTruck | null;
  stops: { city: string; state: string; lat: number | null; lng: number | null; handling: 'LIVE' | 'DROP_AND_HOOK' }[];
  truckId: string | null;
  countedDay: string;
}

export interface StoredTrip extends Trip {
  loadId: string;
  pickupDay: string;
  /** Whether the truck is not at the pickup yet. Then the deadhead can still be measured from where it is. */
  isAhead: boolean;
}

/** A load that counts in a period, and the day by which it counts. */
export interface CountedTrip extends StoredTrip {
  countedDay: string;
}

const driver = `case when d.id is null then null else json_build_object('id', d.id, 'name', trim(d.name || ' ' || d.family_name),
  'isOwnerOperator', d.type = 'OWNER_OPERATOR', 'pay', d.pay, 'dispatchFee', d.dispatch_fee) end`;
const truck = `case when t.id is null then null else json_build_object('id', t.id, 'number', t.number, 'mpgLoaded', t.mpg_loaded,
  'mpgEmpty', t.mpg_empty, 'fixedCostPerDayCents', t.fixed_cost_per_day_cents) end`;

const orderOf = (status: LoadStatus) => loadStatuses.indexOf(status);
/** Any load after which the truck is at the delivery. */
const isDriven = `p.status_order between ${orderOf('BOOKED')} and ${orderOf('PAID')} and p.status_before_problem is distinct from 'TONU'`;
const isFromSameCity = `case when l.driver_id is null or l.deadhead_miles > 0 then null else (
  select p.delivery_city_word = l.pickup_city_word and p.delivery_state = l.pickup_state from loads p
  where p.company_id = l.company_id and p.driver_id = l.driver_id and p.deleted_at is null and p.pickup_at < l.pickup_at and ${isDriven}
  order by p.pickup_at desc, p.id desc limit 1) end`;

/** `day` is the column by which a period counts. */
function selectTrips(tx: TenantTx, day: string, where: RawBuilder<unknown>) {
  return sql<{ trip: StoredRow }>`
    select row_to_json(trip) as trip from (
      select l.id as "loadId", l.status, l.status_before_problem as "statusBeforeProblem", l.equipment, l.linehaul_cents as "linehaulCents",
        l.fuel_surcharge_cents as "fuelSurchargeCents", l.driver_pay_cents as "driverPayCents",
        case when l.driver_pay_cents > 0 then l.pay_terms end as "savedTerms", l.factoring_status as "factoringStatus",
        l.factoring_fee_bps as "factoringFeeBps", l.loaded_miles as "loadedMiles", l.miles_source as "milesSource",
        l.deadhead_miles as "deadheadMiles", l.pickup_day::text as "pickupDay", l.truck_id as "truckId",
        ${sql.raw(`l.${day}::text as "countedDay", ${isFromSameCity} as "isFromSameCity", ${driver} as driver, ${truck} as truck`)},
        case when cd.id is null then null else json_build_object('pay', cd.pay) end as "coDriver",
        (select coalesce(json_agg(json_build_object('type', f.type, 'status', f.status, 'brokerAmountCents', f.broker_amount_cents,
            'driverAmountCents', f.driver_amount_cents) order by f.created_at, f.id), '[]')
          from load_fees f where f.company_id = l.company_id and f.load_id = l.id) as fees,
        (select coalesce(json_agg(json_build_object('city', s.city, 'state', s.state, 'lat', s.lat, 'lng', s.lng,
            'handling', s.handling) order by s.sequence), '[]')
          from load_stops s where s.company_id = l.company_id and s.load_id = l.id) as stops
      from loads l
        left join drivers d on d.company_id = l.company_id and d.id = l.driver_id
        left join drivers cd on cd.company_id = l.company_id and cd.id = l.co_driver_id
        left join trucks t on t.company_id = l.company_id and t.id = coalesce(l.truck_id, d.truck_id)
      where l.company_id = ${tx.companyId} and l.deleted_at is null and ${where}) trip`.execute(tx.db);
}

/** Before the pickup. A load with a problem may be anywhere. */
const aheadStatuses: readonly LoadStatus[] = ['DRAFT', 'BOOKED', 'DISPATCHED'];

function toTrip({
  driverPayCents,
  loadedMiles,
  milesSource,
  deadheadMiles,
  isFromSameCity: isHere,
  stops,
  ...row
}: StoredRow): CountedTrip {
  return {
    ...row,
    paysMeasured: false,
    linehaulCents: row.linehaulCents === 0 ? null : row.linehaulCents,
    payCents: driverPayCents === 0 ? null : driverPayCents,
    paidMiles: paidMiles({ ...row, driverPayCents, loadedMiles, deadheadMiles }),
    loaded: loadedMiles === 0 ? null : { miles: loadedMiles, source: milesSource },
    deadhead: savedDeadhead(deadheadMiles, isHere === true),
    stops: stops.map(({ lat, lng, ...stop }) => ({ ...stop, point: lat === null || lng === null ? null : { lat, lng } })),
    isAhead: aheadStatuses.includes(row.status),
  };
}

/** A load is saved with 0 when nobody knew. The truck stood there only if its load before ended there. */
function savedDeadhead(miles: number, isHere: boolean): Miles | null {
  if (miles > 0) return { miles, source: 'ENTERED' };
  return isHere ? { miles: 0, source: 'LOAD_BEFORE' } : null;
}

/** In the order of the ids. Loads that are in the trash or not the company's are left out. */
export async function readTrips(tx: TenantTx, ids: readonly string[]): Promise<StoredTrip[]> {
  const { rows } = await selectTrips(tx, 'pickup_day', sql`l.id = any(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map(({ trip }) => [trip.loadId, toTrip(trip)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface CountedPeriod {
  day: 'pickup_day' | 'delivery_day' | 'booked_day';
  from: string;
  to: string;
  driverId?: string[] | undefined;
  dispatcherId?: string[] | undefined;
  limit: number;
}

/** Loads of a period that were picked up or became a TONU, the newest first. What is only booked has brought nothing yet. */
export async function readCountedTrips(tx: TenantTx, period: CountedPeriod): Promise<CountedTrip[]> {
  const { day, from, to, driverId, dispatcherId, limit } = period;
  const column = sql.raw(`l.${day}`);
  const narrow = (name: string, ids: string[] | undefined) =>
    ids?.length ? sql`and ${sql.raw(`l.${name}`)} = any(${ids}::uuid[])` : sql``;
  const { rows } = await selectTrips(
    tx,
    day,
    sql`${column} between ${from}::date and ${to}::date and l.status not in ('DRAFT', 'BOOKED', 'DISPATCHED', 'AT_PICKUP', 'CANCELLED', 'DISCARDED')
      ${narrow('driver_id', driverId)} ${narrow('dispatcher_id', dispatcherId)} order by ${column} desc, l.id desc limit ${limit}`,
  );
  return rows.map(({ trip }) => toTrip(trip));
}
