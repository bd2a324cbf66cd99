import { type Clocks, type DutyState, isRested, restedClocks, startDuty, stayOff } from '../hours/clocks.ts';
import type { TripStart } from '../hours/plan-trip.ts';
import type { HoursRules } from '../hours/rules.ts';
import type { Point } from '../places/distance.ts';
import { clocksFreshMinutes, positionFreshMinutes } from './assumptions.ts';
import type { FitStop, FitTruck, PlannedLoad, ReportedHours } from './facts.ts';
import { isRolling, openStops } from './load-order.ts';
import type { Reason } from './reasons.ts';

const minuteMs = 60_000;

/**
 * Where and when the truck can begin. What isn't known is taken at its best and at its worst. Where the worst has no end, such as a repair
 * without a date, `worst` is null.
 */
export interface TruckStart {
  best: TripStart;
  worst: TripStart | null;
  /** Null when nobody knows. */
  point: Point | null;
  /** The truck begins at this stop of the load that it has now. */
  at: { load: PlannedLoad; stop: FitStop; isArrived: boolean } | null;
  /** What is missing. */
  unknown: Reason[];
}

export function findStart(truck: FitTruck, ahead: readonly PlannedLoad[], rules: HoursRules, nowMs: number): TruckStart {
  const off = findTimeOff(truck, ahead, nowMs);
  const held = ahead.filter(({ status }) => status === 'PROBLEM').map(({ loadNumber }): Reason => ({ kind: 'HELD', loadNumber }));
  const unknown = [...off.unknown, ...held];
  const here = findHere(truck, ahead, nowMs);
  const [first] = ahead;
  const last = first === undefined ? undefined : openStops(first).at(-1);
  if (here === null && first !== undefined && last !== undefined) {
    return startAtDelivery(first, last, truck, rules, off.bestMs, unknown, nowMs);
  }
  const idleSinceMs = here?.offSinceMs ?? null;
  const drivers = (atMs: number, isBest: boolean) => ({
    atMs,
    driver: dutyAt(truck.hours, idleSinceMs, isBest, rules, nowMs, atMs),
    partner: truck.partner === null ? null : dutyAt(truck.partner.hours, idleSinceMs, isBest, rules, nowMs, atMs),
  });
  if (here === null) unknown.push(locationUnknown(truck));
  const atWorst = drivers(off.worstMs ?? off.bestMs, false);
  const isRestedAnyway = [atWorst.driver, atWorst.partner].every((one) => one === null || isRested(one, rules));
  if (!isRestedAnyway && !hasHours(truck, nowMs)) unknown.push(hoursUnknown(truck, nowMs));
  return {
    best: drivers(off.bestMs, true),
    worst: off.worstMs === null || held.length > 0 || here === null ? null : atWorst,
    point: here?.point ?? null,
    at: here?.at ?? null,
    unknown,
  };
}

interface Here {
  point: Point | null;
  /** The driver has done nothing since. Null when that isn't known. */
  offSinceMs: number | null;
  at: TruckStart['at'];
}

/** Where the truck is now: at a dock, at a fresh position, or where the last drop or the office put it. */
function findHere({ where, ownStatus }: FitTruck, ahead: readonly PlannedLoad[], nowMs: number): Here | null {
  const [first] = ahead;
  const stop = first === undefined ? undefined : openStops(first)[0];
  if (first !== undefined && stop !== undefined) {
    const isAtDock = stop.arrivedMs !== null || first.status === 'AT_PICKUP' || first.status === 'AT_DELIVERY';
    if (isAtDock) return { point: stop.point, offSinceMs: null, at: { load: first, stop, isArrived: true } };
  }
  if (where === null || where.point === null) return null;
  if (where.source === 'POSITION') {
    const isFresh = nowMs - where.atMs <= positionFreshMinutes * minuteMs;
    return isFresh ? { point: where.point, offSinceMs: null, at: null } : null;
  }
  // A truck on the road has left the place of its last drop.
  if (first?.status === 'IN_TRANSIT' || first?.status === 'PROBLEM') return null;
  if (where.source === 'HOME' && ownStatus !== 'HOME') return null;
  return { point: where.point, offSinceMs: where.source === 'LAST_DROP' ? where.atMs : null, at: null };
}

/** The truck's place isn't known, but it comes to the last delivery of its load within the window. */
function startAtDelivery(
  load: PlannedLoad,
  stop: FitStop,
  truck: FitTruck,
  rules: HoursRules,
  fromMs: number,
  unknown: Reason[],
  nowMs: number,
): TruckStart {
  const bestMs = Math.max(fromMs, stop.opensMs ?? fromMs);
  // After the window nobody knows when it comes.
  const worstMs = stop.closesMs === null || stop.closesMs < fromMs ? null : stop.closesMs;
  const crew = (atMs: number, clocks: Clocks): TripStart => ({
    atMs,
    driver: startDuty(clocks, 0, rules),
    partner: truck.partner === null ? null : startDuty(clocks, 0, rules),
  });
  if (worstMs !== bestMs) unknown.push({ kind: 'EMPTY_TIME_UNKNOWN', loadNumber: load.loadNumber });
  const isHeld = unknown.some(({ kind }) => kind === 'HELD');
  return {
    best: crew(bestMs, restedClocks(rules, null)),
    worst: worstMs === null || isHeld ? null : crew(worstMs, noHours),
    point: stop.point,
    at: { load, stop, isArrived: false },
    unknown: [...unknown, hoursUnknown(truck, nowMs)],
  };
}

/** From when the driver is back at work. A driver with a load on the road is at work. */
function findTimeOff({ ownStatus, offUntilMs }: FitTruck, ahead: readonly PlannedLoad[], nowMs: number): TimeOff {
  if (ownStatus === 'READY' || ahead.some(isRolling)) return { bestMs: nowMs, worstMs: nowMs, unknown: [] };
  // A booked load means that the office expects the driver back for it.
  const backMs = offUntilMs ?? ahead[0]?.stops[0]?.opensMs ?? null;
  if (backMs === null) return { bestMs: nowMs, worstMs: null, unknown: [{ kind: 'TIME_OFF_OPEN', status: ownStatus }] };
  const startMs = Math.max(nowMs, backMs);
  return { bestMs: startMs, worstMs: startMs, unknown: [] };
}

interface TimeOff {
  bestMs: number;
  worstMs: number | null;
  unknown: Reason[];
}

const noHours: Clocks = { driveMinutes: 0, shiftMinutes: 0, breakMinutes: 0, cycleMinutes: null };

function freshHours(hours: ReportedHours | null, nowMs: number): ReportedHours | null {
  return hours !== null && nowMs - hours.atMs <= clocksFreshMinutes * minuteMs ? hours : null;
}

function hasHours({ hours, partner }: FitTruck, nowMs: number): boolean {
  return freshHours(hours, nowMs) !== null && (partner === null || freshHours(partner.hours, nowMs) !== null);
}

/**
 * Hours that aren't known are at best those of a rested driver, at worst none. At best the cycle sets no limit, because hours may come
 * back to it at midnight.
 */
function dutyAt(
  hours: ReportedHours | null,
  offSinceMs: number | null,
  isBest: boolean,
  rules: HoursRules,
  nowMs: number,
  startMs: number,
): DutyState {
  const minutesSince = (ms: number | null) => (ms === null ? 0 : Math.max(Math.floor((nowMs - ms) / minuteMs), 0));
  const fresh = freshHours(hours, nowMs);
  const now =
    fresh === null
      ? startDuty(isBest ? restedClocks(rules, null) : noHours, minutesSince(offSinceMs), rules)
      : startDuty({ ...fresh.clocks, cycleMinutes: isBest ? null : fresh.clocks.cycleMinutes }, minutesSince(fresh.offSinceMs), rules);
  return stayOff(now, Math.max(Math.floor((startMs - nowMs) / minuteMs), 0), rules);
}

function locationUnknown({ where }: FitTruck): Reason {
  if (where?.source !== 'POSITION') return { kind: 'LOCATION_UNKNOWN', sinceMs: null, lastSeen: null };
  return { kind: 'LOCATION_UNKNOWN', sinceMs: where.atMs, lastSeen: where.city === null ? null : `${where.city}, ${where.state ?? ''}` };
}

function hoursUnknown({ hours }: FitTruck, nowMs: number): Reason {
  // The hours of now say nothing about the hours at a later delivery.
  const isKnownNow = freshHours(hours, nowMs) !== null;
  return { kind: 'HOURS_UNKNOWN', sinceMs: isKnownNow ? null : (hours?.atMs ?? null), neededMinutes: null };
}

/** When nothing is missing, only hours that come back to the cycle at midnight can make a difference. */
export function cycleShort({ hours, partner }: FitTruck): Reason {
  const cycles = [hours, partner?.hours].flatMap((one) => one?.clocks.cycleMinutes ?? []);
  return { kind: 'CYCLE_SHORT', cycleMinutes: Math.min(...cycles) };
}
