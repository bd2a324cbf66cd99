import { planTrip, type TripPlan } from '../hours/plan-trip.ts';
import type { Point } from '../places/distance.ts';
import type { FitAssumptions } from './assumptions.ts';
import type { FitPlan, FitTruck, PlannedLoad } from './facts.ts';
import { makeItinerary } from './itinerary.ts';
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
  /** Null when the truck is empty now. */
  afterLoadNumber: string | null;
  next: PlannedLoad | null;
  /** What the driver may still drive then. Null when it isn't known. */
  driveMinutesLeft: number | null;
  /** What is missing, if something is. */
  unknown: Reason[];
}

/** When and where the truck is without a load, in order. A truck on the road is not empty now. */
export function emptiesOf(truck: FitTruck, { loads, measure }: FitPlan, assumptions: FitAssumptions, nowMs: number): Empty[] {
  const ahead = loadsAhead(loads);
  const first = ahead.some(isRolling) ? 1 : 0;
  return Array.from({ length: ahead.length + 1 - first }, (_, index) => {
    const done = ahead.slice(0, first + index);
    const { start, stops, unknown } = makeItinerary(
      truck,
      done.map((load) => ({ role: 'BEFORE', load })),
      measure,
      assumptions,
      nowMs,
    );
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
      afterLoadNumber: last?.loadNumber ?? null,
      next: ahead[first + index] ?? null,
      driveMinutesLeft: isDriveSure ? worst.driver.driveMinutes : null,
      unknown: isCycleShort ? [cycleShort(truck)] : sortReasons(unknown),
    };
  });
}
