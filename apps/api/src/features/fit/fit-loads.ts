import type { Freight } from '@headhaul/contracts/fit';
import type { FitLoad, FitStop, PlannedLoad } from '@headhaul/domain/fit/facts';
import { stopInstants } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
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

export async function readFitLoad(tx: TenantTx, id: string): Promise<FitLoad> {
  const { rows } = await sql<Omit<FitLoad, 'stops'> & { stops: StoredStop[] | null }>`
    select l.id, l.load_number as "loadNumber", l.status, l.equipment, l.length_ft as "lengthFt", l.weight_lb as "weightLb",
      l.temperature_min_f is not null or l.temperature_max_f is not null as "isTemperatureSet", l.hazmat_class is not null as "isHazmat",
      l.requirements, ${stopsOfLoad} as stops
    from loads l where l.company_id = ${tx.companyId} and l.id = ${id} and l.deleted_at is null`.execute(tx.db);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return { ...row, stops: toStops(row.stops) };
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

/** By driver: the loads on the road, and the booked ones next to the pickup in question. */
export async function readLoadsAround(tx: TenantTx, pickupMs: number): Promise<Map<string, PlannedLoad[]>> {
  const pickup = new Date(pickupMs).toISOString();
  const { rows } = await sql<Omit<PlannedLoad, 'stops'> & { driverId: string; stops: StoredStop[] | null }>`
    with ahead as (
      select l.id, held.driver_id, l.status <> 'BOOKED' as is_rolling, l.pickup_ends_at
      from loads l cross join lateral (select l.driver_id union select l.co_driver_id) held (driver_id)
      where l.company_id = ${tx.companyId} and l.deleted_at is null and ${sql.raw(isAhead)} and held.driver_id is not null),
    placed as (
      select a.*, row_number() over (partition by a.driver_id, a.is_rolling, a.pickup_ends_at <= ${pickup}::timestamptz
        order by abs(extract(epoch from a.pickup_ends_at - ${pickup}::timestamptz)), a.id) as place
      from ahead a)
    select p.driver_id as "driverId", l.id, l.load_number as "loadNumber", l.status, ${stopsOfLoad} as stops
    from placed p join loads l on l.company_id = ${tx.companyId} and l.id = p.id
    where p.is_rolling or p.place <= ${loadsEachSide}
    order by l.pickup_at, l.id`.execute(tx.db);
  const byDriver = new Map<string, PlannedLoad[]>();
  for (const { driverId, stops, ...load } of rows) {
    const planned = { ...load, stops: toStops(stops) };
    const known = byDriver.get(driverId);
    if (known) known.push(planned);
    else byDriver.set(driverId, [planned]);
  }
  return byDriver;
}
