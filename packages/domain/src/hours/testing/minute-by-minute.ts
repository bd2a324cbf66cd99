import type { DutyState } from '../clocks.ts';
import type { TripStart, TripStop } from '../plan-trip.ts';
import type { HoursRules } from '../rules.ts';

/**
 * Drives a trip minute by minute by the policy that `planTrip` states. It counts up what was done instead of counting down what is left,
 * and looks at the rules before every minute, so it shares no arithmetic with the planner.
 */
type MinuteKind = 'DRIVE' | 'DOCK' | 'OFF';

interface Person {
  driven: number;
  /** Minutes since the first work of the shift. Null when it has not begun. */
  shift: number | null;
  unbroken: number;
  /** Null when it isn't known. */
  worked: number | null;
  off: number;
  still: number;
}

interface World {
  atMs: number;
  /** The first one is at the wheel. */
  people: Person[];
  log: string;
}

const letters: Record<MinuteKind, string> = { DRIVE: 'D', DOCK: 'W', OFF: '-' };

interface SimulatedStop {
  earliestMs: number;
  arriveMs: number;
  workMs: number;
  leaveMs: number;
  slackMinutes: number | null;
  driveLeft: number;
}

export interface SimulatedTrip {
  /** The drivers at the end, the one at the wheel first. */
  crew: DutyState[];
  stops: SimulatedStop[];
  endMs: number;
  /** One letter a minute, from the start to the end: D for driving, W for dock work, "-" for off duty. */
  log: string;
}

const minuteMs = 60_000;

function copy({ atMs, people, log }: World): World {
  return { atMs, people: people.map((person) => ({ ...person })), log };
}

function mayDrive({ driven, shift, unbroken, worked }: Person, rules: HoursRules): boolean {
  if (driven >= rules.maxDriveMinutes || unbroken >= rules.maxUnbrokenMinutes) return false;
  if (shift !== null && shift >= rules.maxShiftMinutes) return false;
  return worked === null || worked < rules.maxCycleMinutes;
}

function tickPerson(person: Person, kind: MinuteKind, rules: HoursRules): void {
  if (kind !== 'OFF') {
    person.shift ??= 0;
    if (person.worked !== null) person.worked += 1;
    person.off = 0;
  }
  if (person.shift !== null) person.shift += 1;
  if (kind === 'DRIVE') {
    person.driven += 1;
    person.unbroken += 1;
    person.still = 0;
    return;
  }
  person.still += 1;
  if (person.still >= rules.breakMinutes) person.unbroken = 0;
  if (kind === 'DOCK') return;
  person.off += 1;
  if (person.off >= rules.restMinutes) {
    person.driven = 0;
    person.unbroken = 0;
    person.shift = null;
  }
  if (person.off >= rules.restartMinutes) person.worked = 0;
}

/** One minute passes. Only the person at the wheel drives or works. */
function tick(world: World, kind: MinuteKind, rules: HoursRules): void {
  for (const [index, person] of world.people.entries()) tickPerson(person, index === 0 ? kind : 'OFF', rules);
  world.atMs += minuteMs;
  world.log += letters[kind];
}

/** Drives for so many minutes, with the stops that the rules ask for. Returns the last moment at which all were rested. */
function driveOn(world: World, minutes: number, rules: HoursRules): { world: World; left: number } | null {
  let rested: { world: World; left: number } | null = null;
  let left = minutes;
  while (left > 0) {
    if (world.people.every(({ shift }) => shift === null)) rested = { world: copy(world), left };
    const driver = world.people.find((person) => mayDrive(person, rules));
    if (driver === undefined) {
      tick(world, 'OFF', rules);
    } else {
      if (world.people[0] !== driver) world.people.reverse();
      tick(world, 'DRIVE', rules);
      left -= 1;
    }
  }
  return rested;
}

function waitUntil(world: World, isOver: (world: World) => boolean, rules: HoursRules): World {
  const waited = copy(world);
  while (!isOver(waited)) tick(waited, 'OFF', rules);
  return waited;
}

interface Way {
  world: World;
  arriveMs: number;
  isDockRest: boolean;
}

function waysToWait(
  world: World,
  rested: { world: World; left: number } | null,
  stop: TripStop,
  rules: HoursRules,
  choices: number,
): Way[] {
  const arrivedMs = world.atMs;
  const opensMs = stop.opensMs ?? arrivedMs;
  if (opensMs <= arrivedMs) return [{ world, arriveMs: arrivedMs, isDockRest: false }];
  const areRested = ({ people }: World) => people.every(({ off }) => off >= rules.restMinutes);
  const isOpen = ({ atMs }: World) => atMs >= opensMs;
  const atDock: Way = { world: waitUntil(world, isOpen, rules), arriveMs: arrivedMs, isDockRest: false };
  if (areRested(atDock.world)) return [atDock];
  const ways = [atDock];
  if (rested !== null) {
    // Leaves later by as many minutes as the truck is early.
    const lateStart = copy(rested.world);
    const minutesEarly = atDock.world.log.length - world.log.length;
    for (let minute = 0; minute < minutesEarly; minute += 1) tick(lateStart, 'OFF', rules);
    driveOn(lateStart, rested.left, rules);
    ways[0] = { world: lateStart, arriveMs: lateStart.atMs, isDockRest: false };
  }
  const afterRest = waitUntil(world, areRested, rules);
  const isStillOpen = stop.closesMs === null || afterRest.atMs <= stop.closesMs;
  if (choices > 0 && isStillOpen) ways.push({ world: afterRest, arriveMs: arrivedMs, isDockRest: true });
  return ways;
}

interface Outcome {
  world: World;
  stops: SimulatedStop[];
  late: number;
  dockRests: number;
}

function follow(start: World, stops: readonly TripStop[], rules: HoursRules, choices: number): Outcome {
  const [stop, ...others] = stops;
  if (stop === undefined) return { world: start, stops: [], late: 0, dockRests: 0 };
  const world = copy(start);
  const rested = driveOn(world, stop.driveMinutes, rules);
  const earliestMs = world.atMs;
  const slackMinutes = stop.closesMs === null ? null : Math.floor((stop.closesMs - earliestMs) / minuteMs);
  const ways = waysToWait(world, rested, stop, rules, choices);
  const outcomes = ways.map((way): Outcome => {
    const docked = copy(way.world);
    const driveLeft = rules.maxDriveMinutes - (docked.people[0]?.driven ?? 0);
    for (let minute = 0; minute < stop.dockMinutes; minute += 1) tick(docked, 'DOCK', rules);
    const after = follow(docked, others, rules, choices - (ways.length - 1));
    const done = { earliestMs, arriveMs: way.arriveMs, workMs: way.world.atMs, leaveMs: docked.atMs, slackMinutes, driveLeft };
    return {
      world: after.world,
      stops: [done, ...after.stops],
      late: after.late + (slackMinutes !== null && slackMinutes < 0 ? -slackMinutes : 0),
      dockRests: after.dockRests + Number(way.isDockRest),
    };
  });
  outcomes.sort((a, b) => a.late - b.late || a.world.atMs - b.world.atMs || a.dockRests - b.dockRests);
  return outcomes[0] as Outcome;
}

function toPerson(state: DutyState, rules: HoursRules): Person {
  return {
    driven: rules.maxDriveMinutes - state.driveMinutes,
    shift: state.shiftMinutes === rules.maxShiftMinutes ? null : rules.maxShiftMinutes - state.shiftMinutes,
    unbroken: rules.maxUnbrokenMinutes - state.breakMinutes,
    worked: state.cycleMinutes === null ? null : rules.maxCycleMinutes - state.cycleMinutes,
    off: state.offMinutes,
    still: state.stillMinutes,
  };
}

export function driveMinuteByMinute(start: TripStart, stops: readonly TripStop[], rules: HoursRules): SimulatedTrip {
  const people = [start.driver, ...(start.partner === null ? [] : [start.partner])].map((state) => toPerson(state, rules));
  const begin: World = { atMs: start.atMs, people, log: '' };
  const atOnce = follow(begin, stops, rules, 4);
  const afterRest = () =>
    follow(
      waitUntil(begin, ({ people: all }) => all.every(({ off }) => off >= rules.restMinutes), rules),
      stops,
      rules,
      4,
    );
  const outcomes = atOnce.late === 0 ? [atOnce] : [atOnce, afterRest()].sort((a, b) => a.late - b.late);
  const { world, stops: done } = outcomes[0] as Outcome;
  return { crew: world.people.map((person) => toState(person, rules)), stops: done, endMs: world.atMs, log: world.log };
}

function toState(person: Person, rules: HoursRules): DutyState {
  return {
    driveMinutes: rules.maxDriveMinutes - person.driven,
    shiftMinutes: rules.maxShiftMinutes - Math.min(person.shift ?? 0, rules.maxShiftMinutes),
    breakMinutes: rules.maxUnbrokenMinutes - person.unbroken,
    cycleMinutes: person.worked === null ? null : Math.max(rules.maxCycleMinutes - person.worked, 0),
    offMinutes: person.off,
    stillMinutes: person.still,
  };
}

/** A driver after so many minutes off duty. */
export function restMinuteByMinute(state: DutyState, minutes: number, rules: HoursRules): DutyState {
  const person = toPerson(state, rules);
  for (let minute = 0; minute < minutes; minute += 1) tickPerson(person, 'OFF', rules);
  return toState(person, rules);
}
