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

/** How the company's rows are read: inside a transaction or without one. */
export interface DriverReader {
  companyId: string;
  read(read: Read): Promise<Cells>;
}

/** Which drivers: one, all current ones, or all in the archive. */
export type DriverScope = { id: string } | { isDeleted: boolean };

/** What a list is sorted and searched by. The other fields are read only for the drivers that are shown. */
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
> & { currentLoadId: string | null; nextLoadId: string | null };

const orderOf = (status: LoadStatus) => loadStatuses.indexOf(status);

/** Booked or under way. Compares `status_order`, because under row-level security a condition on the status itself can't use an index. */
export const isAhead = `l.status_order between ${orderOf('BOOKED')} and ${orderOf('PROBLEM')}`;
const isHauled = `l.status_order between ${orderOf('DELIVERED')} and ${orderOf('PAID')} and l.status_before_problem is distinct from 'TONU'`;

interface LoadAhead extends ReadyLoad {
  id: string;
}

const readyColumns = 'l.status, l.delivery_city, l.delivery_state, l.delivery_zone';

/**
 * For each driver, the loads ahead or under way that matter: the two soonest, the one under way and the one that ends last, soonest
 * pickup first. An office that books far ahead may have hundreds more for a driver.
 */
async function readLoadsAhead({ companyId, read }: DriverReader, scope: DriverScope): Promise<Map<string, LoadAhead[]>> {
  const isOne = 'id' in scope;
  const rows = await read({
    name: isOne ? 'drivers_one_loads_ahead' : 'drivers_loads_ahead',
    text: `with ahead as (
        select l.id, held.driver_id, l.status_order, l.pickup_at, l.delivery_ends_at
        from loads l cross join lateral (select l.driver_id union select l.co_driver_id) held (driver_id)
        where l.company_id = $1 and l.deleted_at is null and ${isAhead} and held.driver_id is not null
          ${isOne ? 'and (l.driver_id = $2::uuid or l.co_driver_id = $2::uuid) and held.driver_id = $2::uuid' : ''}),
      placed as (
        select a.id, a.driver_id, row_number() over (partition by a.driver_id order by a.pickup_at, a.id) as place,
          row_number() over (partition by a.driver_id order by a.status_order = ${orderOf('BOOKED')}, a.pickup_at, a.id) as under_way,
          row_number() over (partition by a.driver_id order by a.delivery_ends_at desc, a.pickup_at, a.id) as from_end
        from ahead a)
      select p.driver_id, l.id, ${readyColumns}, to_json(l.delivery_ends_at)
      from placed p join loads l on l.company_id = $1 and l.id = p.id
      where p.place <= 2 or p.under_way = 1 or p.from_end = 1
      order by l.pickup_at, l.id`,
    values: isOne ? [companyId, scope.id] : [companyId],
  });
  const byDriver = new Map<string, LoadAhead[]>();
  for (const [driverId, id, ...ready] of rows) {
    const load = { ...toReadyLoad(ready), id: id ?? '' };
    const known = byDriver.get(driverId ?? '');
    if (known) known.push(load);
    else byDriver.set(driverId ?? '', [load]);
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

/** The database writes an instant as JSON, in quotes. */
function toInstant(cell: string | null | undefined): string | null {
  return cell ? cell.slice(1, -1) : null;
}

export interface LastTrip extends ReadyLoad {
  /** The trip was picked up after the office last set the driver's status. */
  isSince: boolean;
}

/** The last trip of each of these drivers. It ended when the freight was delivered, which may be before its window. */
export async function readLastTrips({ companyId, read }: DriverReader, ids: readonly string[]): Promise<Map<string, LastTrip>> {
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

/** Gross of the current week by driver, as the company counts its weeks: the daily sums plus the changes not yet added to them. */
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
 * Drivers with what the office set and what follows from their loads. A place that comes from a load has no coordinates yet.
 * `addReadyPoints` adds them for the drivers that are shown.
 */
export async function readDrivers(reader: DriverReader, scope: DriverScope): Promise<DriverFacts[]> {
  const isOne = 'id' in scope;
  const rows = await reader.read({
    name: isOne ? 'drivers_one' : `drivers_${scope.isDeleted ? 'archived' : 'current'}`,
    text: `select d.id, d.name, d.family_name, d.phone, d.email, d.employment, d.dispatcher_id, t.number, r.number, d.own_status, d.status_note,
        to_json(d.ready_at), d.ready_city, d.ready_state, d.ready_zone, d.ready_lat, d.ready_lng
      from drivers d
        left join trucks t on t.company_id = $1 and t.id = d.truck_id
        left join trailers r on r.company_id = $1 and r.id = d.trailer_id
      where d.company_id = $1 and ${isOne ? 'd.id = $2::uuid' : `d.deleted_at is ${scope.isDeleted ? 'not ' : ''}null`}`,
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
  // A status the office set before the last trip no longer applies.
  const isOver = lastTrip?.isSince ?? false;
  const [saidStatus, statusNote, readyAt, readyCity, readyState, readyZone, readyLat, readyLng] = said;
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
    // A driver who is off is back when the office says, not when the last trip ended.
    readyAt: ownStatus !== 'READY' && ahead.length === 0 ? own.readyAt : ready.readyAt,
    weekGrossCents,
    currentLoadId: current?.id ?? null,
    nextLoadId: ahead.find((load) => load !== current)?.id ?? null,
  };
}

/** Adds coordinates to the places where trucks will be empty, found by city, if the place came from a load. */
export async function addReadyPoints(db: Kysely<DB>, drivers: readonly DriverFacts[]): Promise<DriverFacts[]> {
  const asked = drivers.map(({ readyCity, readyState, readyLat }) => (readyLat === null ? { city: readyCity, state: readyState } : {}));
  const places = await findPlaces(db, asked);
  return drivers.map((driver, index) => {
    const place = places[index];
    return place ? { ...driver, readyLat: place.lat, readyLng: place.lng, readyZone: driver.readyZone ?? place.timeZone } : driver;
  });
}

/** The complete JSON of these drivers. A driver deleted since the facts were read is left out. */
export async function writeDrivers(reader: DriverReader, drivers: readonly DriverFacts[]): Promise<string[]> {
  const lines = await readLines(
    reader,
    'drivers_lines',
    `select d.id, ${driverLine} from ${driverTables} where d.company_id = $1 and d.id`,
    [...drivers.map(({ id }) => id)],
  );
  const loads = await readLines(reader, 'drivers_load_lines', `select l.id, ${briefLine} from loads l where l.company_id = $1 and l.id`, [
    ...drivers.flatMap(({ currentLoadId, nextLoadId }) => [currentLoadId, nextLoadId]).filter((id) => id !== null),
  ]);
  return drivers.flatMap((facts) => {
    const line = lines.get(facts.id);
    return line === undefined ? [] : writeDriver(facts, line, loads);
  });
}

/** JSON by id, as the database wrote it. */
async function readLines(
  { companyId, read }: DriverReader,
  name: string,
  select: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await read({ name, text: `${select} = any($2::uuid[])`, values: [companyId, `{${ids.join(',')}}`] });
  return new Map(rows.map(([id, line]) => [id ?? '', line ?? '']));
}

/** The JSON of a driver: the fields from the database, then the fields computed here. */
function writeDriver(facts: DriverFacts, line: string, loads: ReadonlyMap<string, string>): string {
  const { status, ownStatus, statusNote, readyAt, readyCity, readyState, readyZone, readyLat, readyLng, weekGrossCents } = facts;
  const found = { status, ownStatus, statusNote, readyAt, readyCity, readyState, readyZone, readyLat, readyLng, weekGrossCents };
  const writeLoad = (id: string | null) => (id === null ? undefined : loads.get(id)) ?? 'null';
  const [current, next] = [writeLoad(facts.currentLoadId), writeLoad(facts.nextLoadId)];
  return `${line},"currentLoad":${current},"nextLoad":${next},${JSON.stringify(found).slice(1)}`;
}

/** One driver, complete. Undefined if the company has no such driver. */
export async function readDriver(tx: TenantTx, id: string): Promise<Driver | undefined> {
  const [driver] = await writeDrivers(tx, await addReadyPoints(tx.db, await readDrivers(tx, { id })));
  return driver === undefined ? undefined : Driver.parse(JSON.parse(driver));
}
