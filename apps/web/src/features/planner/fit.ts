import type { LoadRow } from '@headhaul/contracts/loads/record';
import { driverStatusLabels } from '@headhaul/domain/drivers/status';
import type { Point } from '@headhaul/domain/places/distance';
import { formatStopDay } from '../../shared/format/stop-time.ts';
import { byMiles, type Fit, fitOf, milesBetween } from '../loads/assign/load-fit.public.ts';
import { type Commitment, clashesOf, isBinding, type PlanRow } from './grid/rows.ts';

/** Coordinates by place, such as "Omaha, NE". */
export type CityPoints = Readonly<Record<string, Point | null>>;

function cityKey(city: string, state: string): string {
  return `${city}, ${state}`;
}

/** All loads that a truck is bound to. This includes its current and next load when they are not in the shown week. */
function commitmentsOf({ bars, driver }: PlanRow): Commitment[] {
  const inSight: Commitment[] = bars.map(({ load }) => load);
  const known = [driver.currentLoad, driver.nextLoad].filter((load) => load !== null && !inSight.some(({ id }) => id === load.id));
  return [...inSight, ...known.flatMap((load) => (load === null ? [] : [{ ...load, pickupEndsAt: load.pickupAt }]))];
}

/** The last load that ends before this one is picked up. The truck comes from its delivery. */
function loadBefore(row: PlanRow, load: LoadRow): Commitment | null {
  return (
    commitmentsOf(row)
      .filter((one) => one.id !== load.id && isBinding(one.status) && Date.parse(one.deliveryAt) <= Date.parse(load.pickupEndsAt))
      .sort((one, other) => Date.parse(other.deliveryAt) - Date.parse(one.deliveryAt))[0] ?? null
  );
}

function readyPoint({ driver }: PlanRow): Point | null {
  return driver.readyLat === null || driver.readyLng === null ? null : { lat: driver.readyLat, lng: driver.readyLng };
}

interface Start {
  atMs: number | null;
  city: string | null;
  point: Point | null;
}

/** When and where the truck would start for this load. */
function startFor(row: PlanRow, load: LoadRow, points: CityPoints, nowMs: number): Start {
  const before = loadBefore(row, load);
  const { driver } = row;
  const readyCity = driver.readyCity === null ? null : cityKey(driver.readyCity, driver.readyState ?? '');
  if (before === null) {
    const isEarlier = driver.readyAt === null || Date.parse(driver.readyAt) <= Date.parse(load.pickupEndsAt);
    // An entered place, or one from a later load, does not tell where the truck is before that time.
    return isEarlier
      ? { atMs: driver.readyAt === null ? nowMs : Math.max(Date.parse(driver.readyAt), nowMs), city: readyCity, point: readyPoint(row) }
      : { atMs: null, city: null, point: null };
  }
  const city = cityKey(before.deliveryCity, before.deliveryState);
  return {
    atMs: Math.max(Date.parse(before.deliveryAt), nowMs),
    city,
    point: city === readyCity ? readyPoint(row) : (points[city] ?? null),
  };
}

/** The reason when the driver is off (home, rest, shop) at the time of the load. Null when they are back before the pickup. */
function offReason({ driver, off }: PlanRow, load: LoadRow, nowMs: number): string | null {
  if (off === null || off.endMs <= Date.parse(load.pickupEndsAt) || off.startMs >= Date.parse(load.deliveryAt)) return null;
  const word = driverStatusLabels[off.status];
  return driver.readyAt === null
    ? word
    : `${word} until ${formatStopDay(driver.readyAt, driver.readyZone ?? load.pickupZone, nowMs).replace('Today', 'today')}`;
}

/** Whether this truck can take this load, the miles to the pickup, and the reason when it can't. */
export function rowFit(row: PlanRow, load: LoadRow, points: CityPoints, nowMs: number): Fit {
  const start = startFor(row, load, points, nowMs);
  const pickup = points[cityKey(load.pickupCity, load.pickupState)] ?? null;
  const miles = milesBetween(start.point, pickup);
  const others = commitmentsOf(row).filter(({ id }) => id !== load.id);
  const clash = clashesOf<Commitment>([load, ...others]).find(({ first, second }) => first.id === load.id || second.id === load.id);
  const refuse = (reason: string): Fit => ({ isFit: false, reason, miles, isLate: false });
  if (clash) return refuse(`Has ${(clash.first.id === load.id ? clash.second : clash.first).loadNumber} then`);
  const held = row.driver.currentLoad;
  if (held?.status === 'PROBLEM' && held.id !== load.id) return refuse(`Held by ${held.loadNumber}`);
  const reason = offReason(row, load, nowMs);
  if (reason !== null) return refuse(reason);
  return fitOf({ equipment: row.driver.equipment, atMs: start.atMs, at: start.point }, { ...load, pickup });
}

const nearestCount = 3;

export interface NearRow {
  row: PlanRow;
  miles: number | null;
  /** Why the truck would be late. Null when it is on time. */
  reason: string | null;
}

/** The three nearest trucks that can take the load. When there are fewer, trucks that would be late fill the list. */
export function nearestRows(rows: readonly PlanRow[], load: LoadRow, points: CityPoints, nowMs: number): NearRow[] {
  return rows
    .flatMap((row) => {
      const fit = row.driver.id === load.driverId ? null : rowFit(row, load, points, nowMs);
      if (fit === null || (!fit.isFit && !fit.isLate)) return [];
      return [{ row, miles: fit.miles, reason: fit.isFit ? null : fit.reason }];
    })
    .sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null) || byMiles(a, b))
    .slice(0, nearestCount);
}

/** The cities whose location is needed to calculate miles, each once. */
export function citiesToLocate(rows: readonly PlanRow[], loads: readonly LoadRow[], nowMs: number): string[] {
  const cities = new Set(loads.map(({ pickupCity, pickupState }) => cityKey(pickupCity, pickupState)));
  for (const row of rows) {
    for (const load of loads) {
      const { city, point } = startFor(row, load, {}, nowMs);
      if (city !== null && point === null) cities.add(city);
    }
  }
  return [...cities].sort((a, b) => a.localeCompare(b));
}
