import { driveMinutes, planTrip, type TripPlan } from '../hours/plan-trip.ts';
import { greatCircleMiles, type Point } from '../places/distance.ts';
import { type FitAssumptions, wrongWayMiles } from './assumptions.ts';
import type { FitLoad, FitTruck, MeasureMiles } from './facts.ts';
import type { Reason } from './reasons.ts';

/**
 * Whether the driver gets home in time after the load, and if so, whether the load at least leads that way. `from` is where the truck
 * starts for the load.
 */
export function checkHome(
  { home }: FitTruck,
  { stops }: FitLoad,
  trip: TripPlan,
  from: Point | null,
  measure: MeasureMiles,
  { milesPerHour, rules }: FitAssumptions,
): Reason[] {
  if (home === null || home.byMs === null) return [];
  const { byMs, timeZone, city, point } = home;
  const lastPoint = stops.at(-1)?.point ?? null;
  const miles = lastPoint === null || point === null ? null : measure(lastPoint, point);
  if (lastPoint === null || point === null || miles === null) return [{ kind: 'HOME_UNKNOWN', byMs, timeZone }];
  const leg = { driveMinutes: driveMinutes(miles.miles, milesPerHour), opensMs: null, closesMs: byMs, dockMinutes: 0 };
  const arriveMs = planTrip(trip.end, [leg], rules).end.atMs;
  if (arriveMs > byMs) return [{ kind: 'HOME_MISSED', byMs, arriveMs, timeZone, city }];
  const fartherMiles = from === null ? 0 : Math.round(greatCircleMiles(lastPoint, point) - greatCircleMiles(from, point));
  return fartherMiles >= wrongWayMiles ? [{ kind: 'WRONG_WAY', byMs, timeZone, city, fartherMiles }] : [];
}
