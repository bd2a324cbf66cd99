import { planTrip, type TripPlan } from '../hours/plan-trip.ts';
import type { Point } from '../places/distance.ts';
import type { FitAssumptions } from './assumptions.ts';
import type { FitPlan, FitTruck, MeasureMiles, PlannedLoad } from './facts.ts';
import { makeItinerary, type RoleLoad } from './itinerary.ts';
import { isRolling, loadsAhead, openStops } from './load-order.ts';
import { type Reason, sortReasons } from './reasons.ts';
import { cycleShort } from './start.ts';

/** A time without a load: now, or after a load and before the next one. */
export interface Empty {
  /** From when on, at the worst of what isn't known. Null when nobody can say. */
  atMs: number | null;
  /** The same at the best. */
  earliestMs: number;
  point: Point | null;
  city: string | null;
  state: string | null;
  /** Of the place where a load ends. Null when the truck is empty now. */
  timeZone: string | null;
  /** Null when the truck is empty now. */
  afterLoadNumber: string | null;
  next: PlannedLoad | null;
  /** What the driver may still drive then. Null when it isn't known. */
  driveMinutesLeft: number | null;
  /** What is missing, if something is. */
  unknown: Reason[];
}

/** How many times a truck with these loads is without one. A truck on the road is not empty now. */
export function countEmpties(loads: readonly PlannedLoad[]): number {
  const ahead = loadsAhead(loads);
  return ahead.length + 1 - firstEmpty(ahead);
}

/** After how many of its loads the truck is empty for the first time. */
function firstEmpty(ahead: readonly PlannedLoad[]): number {
  return ahead.some(isRolling) ? 1 : 0;
}

/** When and where the truck is without a load for the first time, the second and so on, from 0. One at a time, because a long plan takes long. */
export function findEmpty(truck: FitTruck, { loads, measure }: FitPlan, index: number, assumptions: FitAssumptions, nowMs: number): Empty {
  const ahead = loadsAhead(loads);
  const count = firstEmpty(ahead) + index;
  const done = ahead.slice(0, count);
  const { start, stops, unknown } = makeItinerary(truck, toRoles(done), measure, assumptions, nowMs);
  const legs = stops.flatMap(({ worst }) => worst ?? []);
  const bestLegs = stops.map(({ best }) => best);
  const best = planTrip(start.best, bestLegs, assumptions.rules).end;
  const worst: TripPlan['end'] | null =
    start.worst === null || legs.length < stops.length ? null : planTrip(start.worst, legs, assumptions.rules).end;
  const last = done.at(-1);
  const place = last === undefined ? null : openStops(last).at(-1);
  const isCycleShort = unknown.length === 0 && worst !== null && worst.atMs !== best.atMs;
  const isDriveSure = worst !== null && worst.driver.driveMinutes === best.driver.driveMinutes;
  return {
    atMs: worst?.atMs ?? null,
    earliestMs: best.atMs,
    point: place == null ? start.point : place.point,
    city: place?.city ?? truck.where?.city ?? null,
    state: place?.state ?? truck.where?.state ?? null,
    timeZone: place?.timeZone ?? null,
    afterLoadNumber: last?.loadNumber ?? null,
    next: ahead[count] ?? null,
    driveMinutesLeft: isDriveSure ? worst.driver.driveMinutes : null,
    unknown: isCycleShort ? [cycleShort(truck)] : sortReasons(unknown),
  };
}

/** The pairs of places whose miles `findEmpty` asks for, so that they can be measured together before. */
export function emptyLegs(
  truck: FitTruck,
  loads: readonly PlannedLoad[],
  assumptions: FitAssumptions,
  nowMs: number,
): { from: Point; to: Point }[] {
  const legs: { from: Point; to: Point }[] = [];
  const measure: MeasureMiles = (from, to) => {
    legs.push({ from, to });
    return null;
  };
  makeItinerary(truck, toRoles(loadsAhead(loads)), measure, assumptions, nowMs);
  return legs;
}

function toRoles(loads: readonly PlannedLoad[]): RoleLoad[] {
  return loads.map((load) => ({ role: 'BEFORE', load }));
}
