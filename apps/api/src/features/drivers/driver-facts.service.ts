import { Driver } from '@headhaul/contracts/drivers';
import { driverStatusFrom, type OwnDriverStatus, type ReadyLoad, readyFrom } from '@headhaul/domain/drivers/status';
import { type LoadStatus, loadStatuses, rollingStatuses } from '@headhaul/domain/loads/status';
import { weekOf } from '@headhaul/domain/time/weeks';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import type { Kysely } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import type { Cells, Read } from '../../lib/db/tenant-read.ts';
import { findPlaces } from '../places/places.service.ts';
import { briefLine, type ComputedKey, driverLine, driverTables } from './driver-line.ts';

/** How the company's rows are reached: inside a transaction, or by themselves. */
export interface DriverReader {
  companyId: string;
  read(read: Read): Promise<Cells>;
}

/** Which drivers: one, or all that are at work, or all in the archive. */
export type DriverScope = { id: string } | { isDeleted: boolean };

/** What a list is ordered and searched by, and the JSON of the rest, as the database wrote it. */
export type DriverFacts = Pick<
  Driver,
  | 'id'
  | 'name'
  | 'familyName'
  | 'phone'
  | 'email'
  | 'employment'
  | 'dispatcherId'
  | 'truckNumber'
  | 'trailerNumber'
  | Exclude<ComputedKey, 'currentLoad' | 'nextLoad'>
> & { line: string; currentLoad: string; nextLoad: string };

const orderOf = (status: LoadStatus) => loadStatuses.indexOf(status);

/** Ahead or under way. By the place in a load's life, because under row-level security the status itself searches no index. */
export const isAhead = `l.status_order between ${orderOf('BOOKED')} and ${orderOf('PROBLEM')}`;
const isHauled = `l.status_order between ${orderOf('DELIVERED')} and ${orderOf('PAID')} and l.status_before_problem is distinct from 'TONU'`;

interface LoadAhead extends ReadyLoad {
  line: string;
}

const readyColumns = 'l.status, l.delivery_city, l.delivery_state, l.delivery_zone';

/** Loads that each driver has ahead or under way, soonest pickup first. */
async function readLoadsAhead({ companyId, read }: DriverReader, scope: DriverScope): Promise<Map<string, LoadAhead[]>> {
  const isOne = 'id' in scope;
  const rows = await read({
    name: isOne ? 'drivers_one_loads_ahead' : 'drivers_loads_ahead',
    text: `select l.driver_id, l.co_driver_id, ${readyColumns}, to_json(l.delivery_ends_at), ${briefLine}
      from loads l where l.company_id = $1 and l.deleted_at is null and ${isAhead} and (l.driver_id is not null or l.co_driver_id is not null)
        ${isOne ? 'and (l.driver_id = $2::uuid or l.co_driver_id = $2::uuid)' : ''} order by l.pickup_at, l.id`,
    values: isOne ? [companyId, scope.id] : [companyId],
  });
  const byDriver = new Map<string, LoadAhead[]>();
  for (const [driverId, coDriverId, status, city, state, zone, endsAt, line] of rows) {
    const load = { ...toReadyLoad([status, city, state, zone, endsAt]), line: line ?? '' };
    for (const id of [driverId, coDriverId]) {
      if (!id) continue;
      const known = byDriver.get(id);
      if (known) known.push(load);
      else byDriver.set(id, [load]);
    }
  }
  return byDriver;
}

function toReadyLoad([status, city, state, zone, endsAt]: (string | null | undefined)[]): ReadyLoad {
  return {
    status: status as LoadStatus,
    deliveryCity: city ?? '',
    deliveryState: state ?? '',
    deliveryZone: zone ?? '',
    deliveryEndsAt: toInstant(endsAt) ?? '',
  };
}

/** The database writes an instant as JSON does, quoted. */
function toInstant(cell: string | null | undefined): string | null {
  return cell ? cell.slice(1, -1) : null;
}

interface LastTrip extends ReadyLoad {
  /** Picked up after the office last said what the driver does. */
  isSince: boolean;
}

/** The last trip of each of these drivers. It ended when the freight was off, which may be before its window. */
async function readLastTrips({ companyId, read }: DriverReader, ids: readonly string[]): Promise<Map<string, LastTrip>> {
  if (ids.length === 0) return new Map();
  const lastOf = (column: string) => `
    (select l.* from loads l where l.company_id = $1 and l.${column} = d.id and l.deleted_at is null and ${isHauled}
    order by l.pickup_at desc, l.id desc limit 1)`;
  const rows = await read({
    name: 'drivers_last_trips',
    text: `select distinct on (d.id) d.id, l.pickup_at > d.status_set_at, ${readyColumns},
        to_json(coalesce(l.delivered_at, l.delivery_ends_at))
      from drivers d cross join lateral (${lastOf('driver_id')} union all ${lastOf('co_driver_id')}) l
      where d.company_id = $1 and d.id = any($2::uuid[])
      order by d.id, l.pickup_at desc`,
    values: [companyId, `{${ids.join(',')}}`],
  });
  return new Map(rows.map(([id, isSince, ...load]) => [id ?? '', { ...toReadyLoad(load), isSince: isSince === 't' }]));
}

const dayColumns = { PICKUP: 'pickup_day', DELIVERY: 'delivery_day', BOOKING: 'booked_day' } as const;

/** Gross of the running week by driver, as the company counts its weeks: the days' sums and what was not added to them yet. */
async function readWeekGross({ companyId, read }: DriverReader): Promise<Map<string, number>> {
  const [company = []] = await read({
    name: 'drivers_week_rule',
    text: 'select time_zone, week_starts_on, week_counts_by from companies where company_id = $1',
    values: [companyId],
  });
  const [timeZone, startsOn, basis] = company as [string, 'MONDAY' | 'SUNDAY' | 'SATURDAY', keyof typeof dayColumns];
  const { from, to } = weekOf(dayAt(Date.now(), timeZone), startsOn);
  const rows = await read({
    name: `drivers_week_gross_${basis}`,
    text: `select driver_id, sum(gross_cents) from (
        select driver_id, gross_cents from load_day_figures where company_id = $1 and basis = '${basis}' and day between $2::date and $3::date
        union all
        select driver_id, gross_cents from load_figure_deltas where company_id = $1 and ${dayColumns[basis]} between $2::date and $3::date) f
      group by driver_id`,
    values: [companyId, from, to],
  });
  return new Map(rows.map(([driverId, gross]) => [driverId ?? '', Number(gross)]));
}

/**
 * Drivers as the office and their loads say together. Where a truck will be empty after a load has no point on the map yet:
 * `addReadyPoints` looks that up for those that are shown.
 */
export async function readDrivers(reader: DriverReader, scope: DriverScope): Promise<DriverFacts[]> {
  const isOne = 'id' in scope;
  const rows = await reader.read({
    name: isOne ? 'drivers_one' : `drivers_${scope.isDeleted ? 'archived' : 'current'}`,
    text: `select d.id, d.name, d.family_name, d.phone, d.email, d.employment, d.dispatcher_id, t.number, r.number, d.own_status, d.status_note,
        to_json(d.ready_at), d.ready_city, d.ready_state, d.ready_zone, d.ready_lat, d.ready_lng, ${driverLine}
      from ${driverTables} where d.company_id = $1 and ${isOne ? 'd.id = $2::uuid' : `d.deleted_at is ${scope.isDeleted ? 'not ' : ''}null`}`,
    values: isOne ? [reader.companyId, scope.id] : [reader.companyId],
  });
  if (rows.length === 0) return [];
  const ahead = await readLoadsAhead(reader, scope);
  const isRolling = (id: string) => ahead.get(id)?.some(({ status }) => (rollingStatuses as readonly string[]).includes(status)) ?? false;
  const trips = await readLastTrips(
    reader,
    rows.map(([id]) => id ?? '').filter((id) => !isRolling(id)),
  );
  const gross = await readWeekGross(reader);
  return rows.map((row) => {
    const id = row[0] ?? '';
    return toFacts(row, ahead.get(id) ?? [], trips.get(id), gross.get(id) ?? 0);
  });
}

function toFacts(row: Cells[number], ahead: readonly LoadAhead[], lastTrip: LastTrip | undefined, weekGrossCents: number): DriverFacts {
  const [id, name, familyName, phone, email, employment, dispatcherId, truckNumber, trailerNumber, ...said] = row;
  // What the office said before the last trip says nothing any more.
  const isOver = lastTrip?.isSince ?? false;
  const [saidStatus, statusNote, readyAt, readyCity, readyState, readyZone, readyLat, readyLng, line] = said;
  const ownStatus = isOver ? 'READY' : (saidStatus as OwnDriverStatus);
  const toNumber = (cell: string | null | undefined) => (isOver || !cell ? null : Number(cell));
  const toText = (cell: string | null | undefined) => (isOver ? null : (cell ?? null));
  const own = {
    readyAt: toText(toInstant(readyAt)),
    readyCity: toText(readyCity),
    readyState: toText(readyState),
    readyZone: toText(readyZone),
    readyLat: toNumber(readyLat),
    readyLng: toNumber(readyLng),
  };
  const ready = readyFrom(own, lastTrip ? [...ahead, lastTrip] : ahead);
  const current = ahead.find(({ status }) => status !== 'BOOKED');
  return {
    id: id ?? '',
    name: name ?? '',
    familyName: familyName ?? '',
    phone: phone ?? null,
    email: email ?? null,
    employment: employment as Driver['employment'],
    dispatcherId: dispatcherId ?? null,
    truckNumber: truckNumber ?? null,
    trailerNumber: trailerNumber ?? null,
    ownStatus,
    statusNote: toText(statusNote),
    status: driverStatusFrom(ownStatus, ahead),
    ...ready,
    // Who is off is back when the office says, not when the last trip ended.
    readyAt: ownStatus !== 'READY' && ahead.length === 0 ? own.readyAt : ready.readyAt,
    weekGrossCents,
    line: line ?? '',
    currentLoad: current?.line ?? 'null',
    nextLoad: ahead.find((load) => load !== current)?.line ?? 'null',
  };
}

/** Where the trucks will be empty, on the map: by the city, for those whose place came from a load. */
export async function addReadyPoints(db: Kysely<DB>, drivers: readonly DriverFacts[]): Promise<DriverFacts[]> {
  const asked = drivers.map(({ readyCity, readyState, readyLat }) => (readyLat === null ? { city: readyCity, state: readyState } : {}));
  const places = await findPlaces(db, asked);
  return drivers.map((driver, index) => {
    const place = places[index];
    return place ? { ...driver, readyLat: place.lat, readyLng: place.lng, readyZone: driver.readyZone ?? place.timeZone } : driver;
  });
}

/** The JSON of a driver: what the database wrote, then what was found out here. */
export function writeDriver(facts: DriverFacts): string {
  const { status, ownStatus, statusNote, readyAt, readyCity, readyState, readyZone, readyLat, readyLng, weekGrossCents } = facts;
  const found = { status, ownStatus, statusNote, readyAt, readyCity, readyState, readyZone, readyLat, readyLng, weekGrossCents };
  return `${facts.line},"currentLoad":${facts.currentLoad},"nextLoad":${facts.nextLoad},${JSON.stringify(found).slice(1)}`;
}

/** One driver, whole; undefined when the company has no such driver. */
export async function readDriver(tx: TenantTx, id: string): Promise<Driver | undefined> {
  const [facts] = await addReadyPoints(tx.db, await readDrivers(tx, { id }));
  return facts && Driver.parse(JSON.parse(writeDriver(facts)));
}
