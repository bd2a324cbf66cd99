import { restedClocks, startDuty } from '../hours/clocks.ts';
import { type PlannedStop, planTrip, type Segment, type TripPlan } from '../hours/plan-trip.ts';
import type { HoursRules } from '../hours/rules.ts';
import type { Point } from '../places/distance.ts';
import type { FitAssumptions } from './assumptions.ts';
import type { FitLoad, FitPlace, FitPlan, FitTruck, MeasureMiles, PlannedLoad, RoadMiles } from './facts.ts';
import { checkHome } from './home-time.ts';
import { type Itinerary, makeItinerary, type RoleLoad } from './itinerary.ts';
import { drivingToFirstLate, findLate, findTight, slackByStop } from './lateness.ts';
import { isRolling, isSameTime, openStops, placeLoad } from './load-order.ts';
import { type Reason, sortReasons, type Verdict, verdictOf } from './reasons.ts';
import { checkRequirements } from './requirements.ts';
import { cycleShort } from './start.ts';

export interface Fit {
  verdict: Verdict;
  /** The ones that decide come first. */
  reasons: Reason[];
  /** Minutes to spare at the pickup, negative when late. Null when they aren't known. */
  slackMinutes: number | null;
  /** From where the truck starts for the load to the pickup. Null when it isn't known. */
  deadhead: RoadMiles | null;
  /** When and where the truck starts for the load: where it is, or at its last delivery before. */
  from: { atMs: number | null; city: string | null; state: string | null };
  /** The first and the last stop. Null, like `empty`, when a fact is missing that decides. */
  pickup: PlannedStop | null;
  delivery: PlannedStop | null;
  /** When and where the truck is empty afterwards. */
  empty: { atMs: number; place: FitPlace } | null;
  /** From now until the load is delivered. Empty when a fact is missing that decides. */
  segments: Segment[];
}

/**
 * Whether this truck can make this load, with all that it has to do before and after. A fact that isn't known is tried at its best and at
 * its worst. A truck that is in time at the worst can. A truck that is late even at the best can't. In between it isn't known.
 */
export function fitOf(truck: FitTruck, load: FitLoad, plan: FitPlan, assumptions: FitAssumptions, nowMs: number): Fit {
  const { rules } = assumptions;
  const { before, after } = placeLoad(load, plan.loads);
  const itinerary = makeItinerary(truck, rolesOf(before, [load], after), plan.measure, assumptions, nowMs);
  const without = makeItinerary(truck, rolesOf(before, [], after), plan.measure, assumptions, nowMs);
  const best = planBest(itinerary, rules);
  const worst = planWorst(itinerary, rules);
  const slackAtBest = slackByStop(without, planBest(without, rules));
  const slackAtWorst = slackByStop(without, planWorst(without, rules));
  const lateAtBest = findLate(itinerary, best, slackAtBest);
  const isInTime = worst !== null && findLate(itinerary, worst, slackAtWorst).length === 0;
  const isLate = !isInTime && lateAtBest.length > 0;

  const reasons = [
    ...checkRequirements(truck, load, nowMs),
    ...checkTimeOff(truck, load, before),
    ...findClashes(load, [...before, ...after]),
  ];
  if (isInTime) {
    reasons.push(...findTight(itinerary, worst, slackAtWorst), ...describeArrivals(itinerary, worst));
    if (after.length === 0) reasons.push(...checkHome(truck, load, worst, startPoint(itinerary), plan.measure, assumptions));
  } else if (isLate) {
    reasons.push(...lateAtBest, ...blameHours(itinerary, best, slackAtBest, rules));
  } else {
    reasons.push(...explainUnknown(itinerary, worst, slackAtWorst, truck, rules));
  }
  if (openStops(load).length === 0) reasons.push({ kind: 'TIME_UNKNOWN', role: 'THIS', loadNumber: load.loadNumber, stop: 'PICKUP' });
  const sorted = sortReasons(reasons);
  const shown = isInTime ? worst : isLate ? best : null;
  return {
    verdict: sorted[0] === undefined ? 'CAN' : verdictOf(sorted[0]),
    reasons: sorted,
    ...describePlan(truck, itinerary, shown, nowMs),
  };
}

/** The pairs of places whose miles `fitOf` asks for, so that they can be measured together before. */
export function legsToMeasure(
  truck: FitTruck,
  load: FitLoad,
  loads: readonly PlannedLoad[],
  assumptions: FitAssumptions,
  nowMs: number,
): { from: Point; to: Point }[] {
  const legs: { from: Point; to: Point }[] = [];
  const measure: MeasureMiles = (from, to) => {
    legs.push({ from, to });
    return null;
  };
  const { before, after } = placeLoad(load, loads);
  makeItinerary(truck, rolesOf(before, [load], after), measure, assumptions, nowMs);
  makeItinerary(truck, rolesOf(before, [], after), measure, assumptions, nowMs);
  const lastPoint = load.stops.at(-1)?.point ?? null;
  if (truck.home?.point != null && lastPoint !== null) measure(lastPoint, truck.home.point);
  return legs;
}

function rolesOf(before: readonly PlannedLoad[], load: readonly PlannedLoad[], after: readonly PlannedLoad[]): RoleLoad[] {
  const role = (name: RoleLoad['role'], loads: readonly PlannedLoad[]) => loads.map((one): RoleLoad => ({ role: name, load: one }));
  return [...role('BEFORE', before), ...role('THIS', load), ...role('AFTER', after)];
}

function planBest({ start, stops }: Itinerary, rules: HoursRules): TripPlan {
  return planTrip(
    start.best,
    stops.map(({ best }) => best),
    rules,
  );
}

/** Null when the worst has no end. */
function planWorst({ start, stops }: Itinerary, rules: HoursRules): TripPlan | null {
  const legs = stops.flatMap(({ worst }) => worst ?? []);
  return start.worst === null || legs.length < stops.length ? null : planTrip(start.worst, legs, rules);
}

/** A driver who is back only after the pickup has closed. */
function checkTimeOff({ ownStatus, offUntilMs }: FitTruck, load: FitLoad, before: readonly PlannedLoad[]): Reason[] {
  const [pickup] = openStops(load);
  const isOff = ownStatus !== 'READY' && offUntilMs !== null && !before.some(isRolling);
  if (!isOff || pickup === undefined || pickup.closesMs === null || offUntilMs <= pickup.closesMs) return [];
  return [{ kind: 'TIME_OFF', status: ownStatus, untilMs: offUntilMs, timeZone: pickup.timeZone }];
}

function findClashes(load: FitLoad, others: readonly PlannedLoad[]): Reason[] {
  return others
    .filter((other) => isSameTime(load, other))
    .map((other) => ({ kind: 'ON_LOAD', loadNumber: other.loadNumber, isRolling: isRolling(other) }));
}

/** Adds the hours as a reason when a truck that needs no rest would be in time. */
function blameHours(itinerary: Itinerary, best: TripPlan, without: ReturnType<typeof slackByStop>, rules: HoursRules): Reason[] {
  const rests = best.segments.filter(({ kind }) => kind === 'REST' || kind === 'RESTART');
  if (rests.length === 0) return [];
  const free = { ...rules, maxDriveMinutes: Infinity, maxShiftMinutes: Infinity, maxUnbrokenMinutes: Infinity, maxCycleMinutes: Infinity };
  const driver = startDuty(restedClocks(free, null), 0, free);
  const start = { ...itinerary.start, best: { atMs: itinerary.start.best.atMs, driver, partner: null } };
  if (findLate(itinerary, planBest({ ...itinerary, start }, free), without).length > 0) return [];
  return [{ kind: 'HOURS', restMinutes: rests.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 60_000, 0) }];
}

/** All that is missing. */
function explainUnknown(
  itinerary: Itinerary,
  worst: TripPlan | null,
  without: ReturnType<typeof slackByStop>,
  truck: FitTruck,
  rules: HoursRules,
): Reason[] {
  if (itinerary.unknown.length === 0) return [cycleShort(truck)];
  const neededMinutes = worst === null ? null : drivingToFirstLate(itinerary, worst, without);
  const isNamed = neededMinutes !== null && neededMinutes <= rules.maxDriveMinutes;
  return itinerary.unknown.map((reason) =>
    reason.kind === 'HOURS_UNKNOWN' ? { ...reason, neededMinutes: isNamed ? neededMinutes : null } : reason,
  );
}

/** The load's own first and last stop in the itinerary. */
function endsOf({ stops }: Itinerary): { first: number; last: number } {
  return { first: stops.findIndex(({ role }) => role === 'THIS'), last: stops.findLastIndex(({ role }) => role === 'THIS') };
}

function startPoint(itinerary: Itinerary): Point | null {
  const { first } = endsOf(itinerary);
  return first > 0 ? (itinerary.stops[first - 1]?.stop.point ?? null) : itinerary.start.point;
}

function describeArrivals(itinerary: Itinerary, trip: TripPlan): Reason[] {
  const { first, last } = endsOf(itinerary);
  const [early, late] = [trip.stops[first]?.slackMinutes ?? null, trip.stops[last]?.slackMinutes ?? null];
  return [
    ...(early === null ? [] : [{ kind: 'PICKUP_EARLY' as const, minutes: early }]),
    ...(late === null || last === first ? [] : [{ kind: 'DELIVERY_EARLY' as const, minutes: late }]),
  ];
}

function describePlan({ where }: FitTruck, itinerary: Itinerary, trip: TripPlan | null, nowMs: number): Omit<Fit, 'verdict' | 'reasons'> {
  const { first, last } = endsOf(itinerary);
  const before = itinerary.stops[first - 1]?.stop;
  const [pickup, delivery] = [trip?.stops[first] ?? null, trip?.stops[last] ?? null];
  const place = itinerary.stops[last]?.stop;
  return {
    slackMinutes: pickup?.slackMinutes ?? null,
    deadhead: itinerary.stops[first]?.miles ?? null,
    from:
      before === undefined
        ? {
            atMs: trip === null ? null : Math.max(itinerary.start.best.atMs, nowMs),
            city: where?.city ?? null,
            state: where?.state ?? null,
          }
        : { atMs: trip?.stops[first - 1]?.leaveMs ?? null, city: before.city, state: before.state },
    pickup,
    delivery,
    empty: delivery === null || place === undefined ? null : { atMs: delivery.leaveMs, place },
    segments: delivery === null ? [] : (trip?.segments ?? []).filter(({ startMs }) => startMs < delivery.leaveMs),
  };
}
