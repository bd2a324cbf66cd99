import type { TripStart, TripStop } from '../hours/plan-trip.ts';
import { driveMinutes } from '../hours/plan-trip.ts';
import type { Point } from '../places/distance.ts';
import type { FitAssumptions } from './assumptions.ts';
import type { FitStop, FitTruck, MeasureMiles, PlannedLoad, RoadMiles } from './facts.ts';
import { openStops } from './load-order.ts';
import type { LoadRole, Reason } from './reasons.ts';
import { findStart } from './start.ts';

const minuteMs = 60_000;

export interface ItineraryStop {
  role: LoadRole;
  load: PlannedLoad;
  stop: FitStop;
  /** On the road from the stop before. Null when they aren't known. */
  miles: RoadMiles | null;
  best: TripStop;
  /** Null when the stop has no day, or its miles aren't known. */
  worst: TripStop | null;
}

/** All that a truck still has to do, in order, at the best and at the worst of what isn't known. */
export interface Itinerary {
  start: { best: TripStart; worst: TripStart | null; point: Point | null };
  stops: ItineraryStop[];
  unknown: Reason[];
}

export interface RoleLoad {
  role: LoadRole;
  load: PlannedLoad;
}

export function makeItinerary(
  truck: FitTruck,
  loads: readonly RoleLoad[],
  measure: MeasureMiles,
  assumptions: FitAssumptions,
  nowMs: number,
): Itinerary {
  const ahead = loads.filter(({ role }) => role === 'BEFORE').map(({ load }) => load);
  const start = findStart(truck, ahead, assumptions.rules, nowMs);
  const unknown = [...start.unknown];
  const stops: ItineraryStop[] = [];
  let from = start.point;
  for (const { role, load } of loads) {
    const open = openStops(load);
    const begins = load === start.at?.load ? open.indexOf(start.at.stop) : 0;
    for (const stop of open.slice(begins)) {
      const isHere = stop === start.at?.stop;
      const miles = isHere ? nowhere : from === null || stop.point === null ? null : measure(from, stop.point);
      unknown.push(...missingFacts(role, load, stop, isHere, from, miles));
      const dockMinutes = stop.handling === 'LIVE' ? assumptions.liveDockMinutes : assumptions.dropDockMinutes;
      const leg = { driveMinutes: miles === null ? 0 : driveMinutes(miles.miles, assumptions.milesPerHour), dockMinutes };
      const trip = isHere ? atDock(stop, start.at?.isArrived ?? false, dockMinutes, nowMs) : null;
      stops.push({
        role,
        load,
        stop,
        miles,
        best: trip ?? { ...leg, opensMs: stop.opensMs, closesMs: stop.closesMs },
        worst: trip ?? (miles === null || stop.opensMs === null ? null : { ...leg, ...worstWindow(stop) }),
      });
      from = stop.point;
    }
  }
  return { start: { best: start.best, worst: start.worst, point: start.point }, stops, unknown };
}

const nowhere: RoadMiles = { miles: 0, source: 'ROAD' };

/** An appointment without a time may be at any time of its day: the truck must be there first thing and may wait until the last. */
function isTimeOpen({ schedule, hasTime }: FitStop): boolean {
  return schedule === 'APPOINTMENT' && !hasTime;
}

function worstWindow(stop: FitStop): { opensMs: number | null; closesMs: number | null } {
  return isTimeOpen(stop) ? { opensMs: stop.closesMs, closesMs: stop.opensMs } : { opensMs: stop.opensMs, closesMs: stop.closesMs };
}

/** The truck is here already, so it can't be late. Work that has begun is not done twice. */
function atDock(stop: FitStop, isArrived: boolean, dockMinutes: number, nowMs: number): TripStop {
  if (!isArrived) return { driveMinutes: 0, opensMs: null, closesMs: null, dockMinutes };
  const beganMs = Math.max(stop.arrivedMs ?? nowMs, stop.opensMs ?? 0);
  const doneMinutes = Math.max(Math.floor((nowMs - beganMs) / minuteMs), 0);
  return { driveMinutes: 0, opensMs: stop.opensMs, closesMs: null, dockMinutes: Math.max(dockMinutes - doneMinutes, 0) };
}

/** At the stop where the truck begins, only the place matters. */
function missingFacts(
  role: LoadRole,
  load: PlannedLoad,
  stop: FitStop,
  isHere: boolean,
  from: Point | null,
  miles: RoadMiles | null,
): Reason[] {
  const about = { role, loadNumber: load.loadNumber };
  const reasons: Reason[] = [];
  if (!isHere && (stop.opensMs === null || isTimeOpen(stop))) reasons.push({ kind: 'TIME_UNKNOWN', ...about, stop: stop.kind });
  if (stop.point === null) reasons.push({ kind: 'PLACE_UNKNOWN', ...about, stop: stop.kind });
  else if (from !== null && miles === null) reasons.push({ kind: 'MILES_UNKNOWN', ...about, toCity: stop.city });
  return reasons;
}
