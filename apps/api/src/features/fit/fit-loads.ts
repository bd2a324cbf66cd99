import type { Freight, OpenLoad } from '@headhaul/contracts/fit';
import type { FitLoad, FitStop, PlannedLoad } from '@headhaul/domain/fit/facts';
import { loadStatuses } from '@headhaul/domain/loads/status';
import { stopInstants } from '@headhaul/domain/time/zoned-time';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { isAhead } from '../drivers/driver-facts.service.ts';
import { findPlaces } from '../places/places.service.ts';

/** How many booked loads of a driver are looked at before the pickup and after it. An office that books far ahead may have hundreds more. */
const loadsEachSide = 8;

interface StoredStop extends Omit<FitStop, 'point'> {
  lat: number | null;
  lng: number | null;
}

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`;

const stopsOfLoad = sql.raw(`(
  select json_agg(json_build_object('kind', s.kind, 'city', s.city, 'state', s.state, 'timeZone', s.time_zone, 'lat', s.lat, 'lng', s.lng,
    'schedule', s.schedule, 'opensMs', ${ms('s.starts_at')}, 'closesMs', ${ms('s.ends_at')}, 'hasTime', s.time is not null,
    'handling', s.handling, 'arrivedMs', ${ms('s.arrived_at')},
    'isDone', s.departed_at is not null or s.status in ('COMPLETED', 'SKIPPED')) order by s.sequence)
  from load_stops s where s.company_id = l.company_id and s.load_id = l.id)`);

function toStops(stored: readonly StoredStop[] | null): FitStop[] {
  return (stored ?? []).map(({ lat, lng, ...stop }) => ({ ...stop, point: lat === null || lng === null ? null : { lat, lng } }));
}

type StoredLoad = Omit<FitLoad, 'stops'> & { stops: StoredStop[] | null };

/** The columns of a load `l` that a fit needs. */
const fitColumns = sql`l.id, l.load_number as "loadNumber", l.status, l.equipment, l.length_ft as "lengthFt", l.weight_lb as "weightLb",
  l.temperature_min_f is not null or l.temperature_max_f is not null as "isTemperatureSet", l.hazmat_class is not null as "isHazmat",
  l.requirements, ${stopsOfLoad} as stops`;

export async function readFitLoad(tx: TenantTx, id: string): Promise<FitLoad> {
  const [load] = await readFitLoads(tx, [id]);
  if (!load) throw new AppError('not_found');
  return load;
}

/** Loads in the trash, and those that the company doesn't have, are left out. */
export async function readFitLoads(tx: TenantTx, ids: readonly string[]): Promise<FitLoad[]> {
  const { rows } = await sql<StoredLoad>`
    select ${fitColumns} from loads l
    where l.company_id = ${tx.companyId} and l.id = any(${[...ids]}::uuid[]) and l.deleted_at is null`.execute(tx.db);
  return rows.map((row) => ({ ...row, stops: toStops(row.stops) }));
}

/** An open load as fit reads it, and as the screen shows it. */
export interface FitOpenLoad {
  load: FitLoad;
  shown: OpenLoad;
}

type OpenColumns = Omit<OpenLoad, 'route' | 'id' | 'loadNumber' | 'equipment' | 'weightLb'>;

/** The booked loads without a driver that can still be picked up, the soonest first, then those whose pickup was missed last. */
export async function readOpenLoads(tx: TenantTx, nowMs: number, limit: number): Promise<FitOpenLoad[]> {
  const now = new Date(nowMs).toISOString();
  const { rows } = await sql<StoredLoad & { shown: OpenColumns }>`
    select ${fitColumns}, json_build_object('brokerName', b.name,
      'pickupCity', l.pickup_city, 'pickupState', l.pickup_state, 'pickupAt', l.pickup_at, 'pickupEndsAt', l.pickup_ends_at,
      'pickupZone', l.pickup_zone, 'deliveryCity', l.delivery_city, 'deliveryState', l.delivery_state, 'deliveryAt', l.delivery_at, 'deliveryZone', l.delivery_zone,
      'loadedMiles', l.loaded_miles, 'deadheadMiles', l.deadhead_miles, 'grossCents', l.gross_cents) as shown
    from (
      select id from loads o where o.company_id = ${tx.companyId} and o.deleted_at is null and o.driver_id is null
        and o.status_order = ${loadStatuses.indexOf('BOOKED')}
      order by o.pickup_ends_at < ${now}::timestamptz, abs(extract(epoch from o.pickup_ends_at - ${now}::timestamptz)), o.id
      limit ${limit}) open
    join loads l on l.company_id = ${tx.companyId} and l.id = open.id
    join brokers b on b.company_id = l.company_id and b.id = l.broker_id
    order by l.pickup_ends_at < ${now}::timestamptz, abs(extract(epoch from l.pickup_ends_at - ${now}::timestamptz)), l.id`.execute(tx.db);
  return rows.map(({ shown, ...stored }) => {
    const load = { ...stored, stops: toStops(stored.stops) };
    const { id, loadNumber, equipment, weightLb } = load;
    return { load, shown: { id, loadNumber, equipment, weightLb, ...shown, route: load.stops.flatMap(({ point }) => point ?? []) } };
  });
}

/** The draft as a load. A place that nobody knows has no point and the company's time zone. */
export async function placeFreight(tx: TenantTx, freight: z.output<typeof Freight>, companyZone: string): Promise<FitLoad> {
  const places = await findPlaces(tx.db, freight.stops);
  const { exceptLoadId, stops, ...needs } = freight;
  return {
    ...needs,
    id: exceptLoadId ?? '',
    loadNumber: '',
    status: 'DRAFT',
    stops: stops.map((stop, index) => {
      const place = places[index] ?? null;
      const timeZone = place?.timeZone ?? companyZone;
      const { startsAt, endsAt } = stopInstants({ ...stop, timeZone });
      return {
        kind: stop.kind,
        city: stop.city,
        state: stop.state,
        timeZone,
        point: place && { lat: place.lat, lng: place.lng },
        schedule: stop.schedule,
        opensMs: Date.parse(startsAt),
        closesMs: Date.parse(endsAt),
        hasTime: stop.time !== null,
        handling: stop.handling,
        arrivedMs: null,
        isDone: false,
      };
    }),
  };
}

/** The loads of a driver that matter for the pickup at this place of the list. */
export type LoadsAround = (driverId: string, pickup: number) => readonly PlannedLoad[];

interface Sides {
  before: number;
  after: number;
}

const usualSides: Sides = { before: loadsEachSide, after: loadsEachSide };

/** A pickup and the driver who comes for it. */
interface OwnMoment {
  momentMs: number;
  driverId: string;
}

/**
 * For each driver and each of these moments: the loads on the road, and the booked ones next to it. Reads all drivers when `driverIds` is
 * null.
 */
export function readLoadsAround(
  tx: TenantTx,
  momentsMs: readonly number[],
  driverIds: readonly string[] | null,
  sides = usualSides,
): Promise<LoadsAround> {
  const moments = momentsMs.map((momentMs) => ({ momentMs, driverId: null }));
  return readAround(tx, moments, driverIds, sides, sql`from asked cross join ahead a`);
}

/** The same for moments that each concern one driver. Two hundred loads for a hundred drivers would otherwise meet all loads of all of them. */
export function readOwnLoadsAround(tx: TenantTx, moments: readonly OwnMoment[]): Promise<LoadsAround> {
  const driverIds = [...new Set(moments.map(({ driverId }) => driverId))];
  return readAround(tx, moments, driverIds, usualSides, sql`from asked join ahead a on a.driver_id = asked.driver_id`);
}

/** `meetings` joins the moments, `asked`, with the loads that each is compared with, `ahead a`. */
async function readAround(
  tx: TenantTx,
  asked: readonly (OwnMoment | { momentMs: number; driverId: null })[],
  driverIds: readonly string[] | null,
  { before, after }: Sides,
  meetings: RawBuilder<unknown>,
): Promise<LoadsAround> {
  const moments = asked.map(({ momentMs }) => new Date(momentMs).toISOString());
  const askedDrivers = asked.map(({ driverId }) => driverId);
  const ofDrivers =
    driverIds === null
      ? sql``
      : sql`and (l.driver_id = any(${driverIds}) or l.co_driver_id = any(${driverIds})) and held.driver_id = any(${driverIds})`;
  const { rows } = await sql<Omit<PlannedLoad, 'stops'> & { driverId: string; asked: number[]; stops: StoredStop[] | null }>`
    with ahead as (
      select l.id, held.driver_id, l.status <> 'BOOKED' as is_rolling, l.pickup_ends_at
      from loads l cross join lateral (select l.driver_id union select l.co_driver_id) held (driver_id)
      where l.company_id = ${tx.companyId} and l.deleted_at is null and ${sql.raw(isAhead)} and held.driver_id is not null ${ofDrivers}),
    asked as (
      select moment, driver_id, (place - 1)::int as place
      from unnest(${moments}::timestamptz[], ${askedDrivers}::uuid[]) with ordinality as moments (moment, driver_id, place)),
    placed as (
      select a.id, a.driver_id, a.is_rolling, asked.place as asked, a.pickup_ends_at <= asked.moment as is_before,
        row_number() over (partition by asked.place, a.driver_id, a.is_rolling, a.pickup_ends_at <= asked.moment
          order by abs(extract(epoch from a.pickup_ends_at - asked.moment)), a.id) as away
      ${meetings}),
    chosen as (
      select p.driver_id, p.id, array_agg(p.asked) as asked from placed p
      where p.is_rolling or p.away <= case when p.is_before then ${before}::int else ${after}::int end
      group by p.driver_id, p.id)
    select c.driver_id as "driverId", c.asked, l.id, l.load_number as "loadNumber", l.status, ${stopsOfLoad} as stops
    from chosen c join loads l on l.company_id = ${tx.companyId} and l.id = c.id
    order by l.pickup_at, l.id`.execute(tx.db);
  // A large fleet has a hundred thousand stops. They are read out driver by driver, so that other requests get their turn in between.
  const found = new Map<string, (() => PlannedLoad)[]>();
  for (const { driverId, asked, stops, ...load } of rows) {
    let planned: PlannedLoad | undefined;
    const read = () => {
      planned ??= { ...load, stops: toStops(stops) };
      return planned;
    };
    for (const place of asked) {
      const key = `${driverId} ${place}`;
      const known = found.get(key);
      if (known) known.push(read);
      else found.set(key, [read]);
    }
  }
  return (driverId, pickup) => (found.get(`${driverId} ${pickup}`) ?? []).map((read) => read());
}
