import { type Clocks, type DutyState, drivableMinutes, drive, isRested, neededStop, stayOff, work } from './clocks.ts';
import type { HoursRules } from './rules.ts';

/**
 * The earliest legal trip of one truck through its stops in their order:
 *
 * 1. The truck drives as long as a driver may, and stops only when it must: for the rest of a break, a rest or a restart.
 * 2. At a dock that isn't open yet the driver waits, off duty. 30 minutes of waiting are a break, 10 hours a rest, 34 hours a restart. A
 *    shorter wait uses up the shift at the dock, so it is spent before: a driver who is rested at the start of the leg, or after the last
 *    rest on it, leaves so that the truck arrives when the dock opens.
 * 3. Instead, the driver may complete a rest at the dock, if work then still begins before the dock closes. Both are tried at the first
 *    four such stops. The trip with the fewest minutes late wins, then the one that ends first, then the one with fewer such rests.
 * 4. A trip that would be late is also tried with a rest before it, and begins with the rest if it is then less late. A driver who has
 *    slept for eight hours often does better to sleep two more.
 * 5. A late truck is served when it arrives. Dock work is on duty and not driving.
 *
 * In a team the driver at the wheel drives as long as possible, then the other one, without a stop. The driver at the wheel does the dock
 * work. The other one is off duty meanwhile, also while the truck rolls.
 */
export interface TripStop {
  /** Driving time of the leg to this stop. */
  driveMinutes: number;
  /** Null when the stop has no window. */
  opensMs: number | null;
  closesMs: number | null;
  dockMinutes: number;
}

export interface TripStart {
  atMs: number;
  /** The one at the wheel. */
  driver: DutyState;
  /** The other one of a team. */
  partner: DutyState | null;
}

export interface Segment {
  kind: 'DRIVE' | 'DOCK' | 'WAIT' | 'BREAK' | 'REST' | 'RESTART';
  startMs: number;
  endMs: number;
}

export interface PlannedStop {
  /** The earliest possible arrival. The trip arrives later when the driver leaves later on purpose. */
  earliestMs: number;
  arriveMs: number;
  /** When dock work begins and ends. */
  workMs: number;
  leaveMs: number;
  /** Whole minutes from the earliest arrival to the end of the window. Negative when late, null without a window. */
  slackMinutes: number | null;
  /** Of the driver at the wheel when dock work begins. */
  clocks: Clocks;
}

export interface TripPlan {
  segments: Segment[];
  stops: PlannedStop[];
  /** What the truck is left with, as the start of another trip. */
  end: TripStart;
}

const minuteMs = 60_000;
const maxChoices = 4;

/** Whole minutes at an average speed of the rolling truck. */
export function driveMinutes(miles: number, milesPerHour: number): number {
  return Math.ceil((miles * 60) / milesPerHour);
}

export function planTrip(start: TripStart, stops: readonly TripStop[], rules: HoursRules): TripPlan {
  const atOnce = planFrom(start, stops, 0, rules, maxChoices);
  if (atOnce.lateMinutes === 0) return toPlan([], atOnce);
  const rested = goOn(start, 'REST', Math.max(minutesToRest(start, rules), 0), rules);
  const later = planFrom(rested.truck, stops, 0, rules, maxChoices);
  return later.lateMinutes < atOnce.lateMinutes ? toPlan(rested.segments, later) : toPlan([], atOnce);
}

function toPlan(segmentsBefore: readonly Segment[], { visit, end }: Candidate): TripPlan {
  const segments = [...segmentsBefore];
  const stops: PlannedStop[] = [];
  for (let one = visit; one !== null; one = one.next) {
    segments.push(...one.segments);
    stops.push(one.stop);
  }
  return { segments: joinSegments(segments), stops, end };
}

/** Until all drivers have completed a rest. */
function minutesToRest(truck: TripStart, rules: HoursRules): number {
  return Math.max(...crewOf(truck).map(({ offMinutes }) => rules.restMinutes - offMinutes));
}

/** One stop with the way to it, and those after it. Candidates share what follows, so that a long trip isn't copied for each of its stops. */
interface Visit {
  stop: PlannedStop;
  segments: Segment[];
  next: Visit | null;
}

interface Candidate {
  visit: Visit | null;
  end: TripStart;
  lateMinutes: number;
  dockRests: number;
}

/** The truck at a dock, ready to be worked on, and what it did on the leg. */
interface Arrival {
  truck: TripStart;
  segments: Segment[];
  arriveMs: number;
  dockRests: number;
}

/** The trip from the stop at this index on. */
function planFrom(start: TripStart, stops: readonly TripStop[], index: number, rules: HoursRules, choicesLeft: number): Candidate {
  const stop = stops[index];
  if (stop === undefined) return { visit: null, end: start, lateMinutes: 0, dockRests: 0 };
  const leg = driveLeg(start, stop.driveMinutes, rules);
  const earliestMs = leg.truck.atMs;
  const slackMinutes = stop.closesMs === null ? null : Math.floor((stop.closesMs - earliestMs) / minuteMs);
  const arrivals = arrivalsOf(leg, stop, rules, choicesLeft > 0);
  let best: Candidate | null = null;
  for (const arrival of arrivals) {
    const worked = goOn(arrival.truck, 'DOCK', stop.dockMinutes, rules);
    const after = planFrom(worked.truck, stops, index + 1, rules, arrivals.length > 1 ? choicesLeft - 1 : choicesLeft);
    const planned: PlannedStop = {
      earliestMs,
      arriveMs: arrival.arriveMs,
      workMs: arrival.truck.atMs,
      leaveMs: worked.truck.atMs,
      slackMinutes,
      clocks: clocksOf(arrival.truck.driver),
    };
    const candidate: Candidate = {
      visit: { stop: planned, segments: [...arrival.segments, ...worked.segments], next: after.visit },
      end: after.end,
      lateMinutes: Math.max(-(slackMinutes ?? 0), 0) + after.lateMinutes,
      dockRests: arrival.dockRests + after.dockRests,
    };
    if (best === null || isBetter(candidate, best)) best = candidate;
  }
  // There is always an arrival.
  return best as Candidate;
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return (one.lateMinutes - other.lateMinutes || one.end.atMs - other.end.atMs || one.dockRests - other.dockRests) < 0;
}

interface Leg {
  truck: TripStart;
  segments: Segment[];
  /** The last moment on the leg at which all drivers were rested, with what was left to drive. */
  rested: { truck: TripStart; segments: Segment[]; minutesLeft: number } | null;
}

function driveLeg(start: TripStart, minutes: number, rules: HoursRules): Leg {
  let truck = start;
  let minutesLeft = minutes;
  let rested: Leg['rested'] = null;
  const segments: Segment[] = [];
  while (minutesLeft > 0) {
    if (crewOf(truck).every((one) => isRested(one, rules))) rested = { truck, segments: [...segments], minutesLeft };
    const next = nextStretch(truck, minutesLeft, rules);
    const gone = goOn(next.truck, next.kind, next.minutes, rules);
    if (next.kind === 'DRIVE') minutesLeft -= next.minutes;
    truck = gone.truck;
    segments.push(...gone.segments);
  }
  return { truck, segments, rested };
}

function crewOf({ driver, partner }: TripStart): DutyState[] {
  return partner === null ? [driver] : [driver, partner];
}

/** Driving as long as possible, or the stop that is needed first. */
function nextStretch(
  truck: TripStart,
  minutesLeft: number,
  rules: HoursRules,
): { truck: TripStart; kind: Segment['kind']; minutes: number } {
  const { atMs, driver, partner } = truck;
  if (drivableMinutes(driver) > 0) return { truck, kind: 'DRIVE', minutes: Math.min(drivableMinutes(driver), minutesLeft) };
  if (partner !== null && drivableMinutes(partner) > 0) {
    const swapped = { atMs, driver: partner, partner: driver };
    return { truck: swapped, kind: 'DRIVE', minutes: Math.min(drivableMinutes(partner), minutesLeft) };
  }
  const own = neededStop(driver, rules);
  const other = partner === null ? own : neededStop(partner, rules);
  return { truck, ...(other.minutes < own.minutes ? other : own) };
}

/** The ways to spend the time until the dock opens. */
function arrivalsOf(leg: Leg, stop: TripStop, rules: HoursRules, mayChoose: boolean): Arrival[] {
  const { truck, segments } = leg;
  const waitMinutes = stop.opensMs === null ? 0 : Math.ceil((stop.opensMs - truck.atMs) / minuteMs);
  if (waitMinutes <= 0) return [{ truck, segments, arriveMs: truck.atMs, dockRests: 0 }];
  const restMinutes = minutesToRest(truck, rules);
  const atDock = (kind: 'WAIT' | 'REST', minutes: number): Arrival => {
    const stayed = goOn(truck, kind, minutes, rules);
    return {
      truck: stayed.truck,
      segments: [...segments, ...stayed.segments],
      arriveMs: truck.atMs,
      dockRests: kind === 'REST' ? 1 : 0,
    };
  };
  if (waitMinutes >= restMinutes) return [atDock('WAIT', waitMinutes)];
  const early = leg.rested === null ? atDock('WAIT', waitMinutes) : leaveLater(leg.rested, waitMinutes, rules);
  const isOpenAfterRest = stop.closesMs === null || truck.atMs + restMinutes * minuteMs <= stop.closesMs;
  return mayChoose && isOpenAfterRest ? [early, atDock('REST', restMinutes)] : [early];
}

function leaveLater({ truck, segments, minutesLeft }: NonNullable<Leg['rested']>, waitMinutes: number, rules: HoursRules): Arrival {
  const waited = goOn(truck, 'WAIT', waitMinutes, rules);
  const leg = driveLeg(waited.truck, minutesLeft, rules);
  return { truck: leg.truck, segments: [...segments, ...waited.segments, ...leg.segments], arriveMs: leg.truck.atMs, dockRests: 0 };
}

/** Lets time pass. While one drives or works, the other one of a team is off duty. */
function goOn(truck: TripStart, kind: Segment['kind'], minutes: number, rules: HoursRules): { truck: TripStart; segments: Segment[] } {
  const endMs = truck.atMs + minutes * minuteMs;
  const partner = truck.partner === null ? null : stayOff(truck.partner, minutes, rules);
  return {
    truck: { atMs: endMs, driver: passTime(truck.driver, kind, minutes, rules), partner },
    segments: minutes > 0 ? [{ kind, startMs: truck.atMs, endMs }] : [],
  };
}

function passTime(driver: DutyState, kind: Segment['kind'], minutes: number, rules: HoursRules): DutyState {
  if (kind === 'DRIVE') return drive(driver, minutes);
  return kind === 'DOCK' ? work(driver, minutes, rules) : stayOff(driver, minutes, rules);
}

function joinSegments(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (last?.kind === segment.kind) joined[joined.length - 1] = { ...last, endMs: segment.endMs };
    else joined.push(segment);
  }
  return joined;
}

function clocksOf({ driveMinutes, shiftMinutes, breakMinutes, cycleMinutes }: Clocks): Clocks {
  return { driveMinutes, shiftMinutes, breakMinutes, cycleMinutes };
}
