import type { Equipment } from '../../equipment.ts';
import type { DutyState } from '../../hours/clocks.ts';
import type { TripStop } from '../../hours/plan-trip.ts';
import type { HoursRules } from '../../hours/rules.ts';
import { driveMinuteByMinute, restMinuteByMinute, type SimulatedTrip } from '../../hours/testing/minute-by-minute.ts';
import { greatCircleMiles, type Point } from '../../places/distance.ts';
import { dayAt } from '../../time/zoned-time.ts';
import type { FitAssumptions } from '../assumptions.ts';
import type { FitLoad, FitPlan, FitStop, FitTruck, PlannedLoad, ReportedHours } from '../facts.ts';
import type { Verdict } from '../reasons.ts';

/**
 * The same answer as `fitOf`, found by driving the whole plan minute by minute: once with every missing fact at its best and once at its
 * worst, each with the load and without it. It shares the facts and the minute simulator with the tests, and no code with `fitOf`.
 */
export interface BruteForceFit {
  verdict: Verdict;
  slackMinutes: number | null;
  deadheadMiles: number | null;
  pickupMs: number | null;
  emptyMs: number | null;
  /** Minutes late. 0 when in time, null when the plan isn't known. */
  lateAtPickup: number | null;
  lateAtDelivery: number | null;
  lateAtNext: number | null;
}

type World = 'best' | 'worst';

/** A stop to drive to, with the leg before it. `trip` is null in a world where nobody can say how long it takes. */
interface Task {
  whose: 'before' | 'this' | 'after';
  stop: FitStop;
  trip: TripStop | null;
  miles: number | null;
}

interface Scene {
  truck: FitTruck;
  plan: FitPlan;
  assumptions: FitAssumptions;
  nowMs: number;
  before: PlannedLoad[];
  load: FitLoad;
  after: PlannedLoad[];
}

const minute = 60_000;
const onTheRoad = ['DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM'];

const isRolling = (load: PlannedLoad) => onTheRoad.includes(load.status);
const isOpen = (stop: FitStop) => !stop.isDone;
const lastPickup = (load: PlannedLoad) => load.stops[0]?.closesMs ?? Number.MAX_SAFE_INTEGER;

/** Inserts the loads one after the other: those on the road first, then by the latest pickup. */
function arrange(loads: readonly PlannedLoad[]): PlannedLoad[] {
  const line: PlannedLoad[] = [];
  for (const load of loads) {
    if ((load.status !== 'BOOKED' && !isRolling(load)) || !load.stops.some(isOpen)) continue;
    const isAhead = (other: PlannedLoad) =>
      isRolling(load) === isRolling(other) ? lastPickup(other) <= lastPickup(load) : isRolling(other);
    let place = 0;
    while (place < line.length && isAhead(line[place] as PlannedLoad)) place += 1;
    line.splice(place, 0, load);
  }
  return line;
}

/** Where the truck is, or the delivery at which it turns up. */
type Spot =
  | { kind: 'dock'; stop: FitStop }
  | { kind: 'place'; point: Point; sinceMs: number | null }
  | { kind: 'delivery'; stop: FitStop }
  | { kind: 'lost' };

function spotOf({ truck: { where, ownStatus }, before, nowMs }: Scene): Spot {
  const current = before[0];
  const stop = current?.stops.find(isOpen);
  if (current && stop && (stop.arrivedMs !== null || ['AT_PICKUP', 'AT_DELIVERY'].includes(current.status))) return { kind: 'dock', stop };
  if (where?.point) {
    const { source, point, atMs } = where;
    const hasLeft = current !== undefined && ['IN_TRANSIT', 'PROBLEM'].includes(current.status);
    if (source === 'POSITION' && nowMs - atMs <= 600_000) return { kind: 'place', point, sinceMs: null };
    if (source === 'LAST_DROP' && !hasLeft) return { kind: 'place', point, sinceMs: atMs };
    if ((source === 'OFFICE' || (source === 'HOME' && ownStatus === 'HOME')) && !hasLeft) return { kind: 'place', point, sinceMs: null };
  }
  const last = current?.stops.findLast(isOpen);
  return last ? { kind: 'delivery', stop: last } : { kind: 'lost' };
}

function fresh(hours: ReportedHours | null, nowMs: number): ReportedHours | null {
  return hours && nowMs - hours.atMs <= 900_000 ? hours : null;
}

/** A driver at the start, in a world. `idleMs` is since when the driver has surely been off duty. */
function personAt(reported: ReportedHours | null, world: World, rules: HoursRules, idleMs: number | null, scene: Scene): DutyState {
  const hours = fresh(reported, scene.nowMs);
  const since = hours ? hours.offSinceMs : idleMs;
  const off = since === null ? 0 : Math.max(Math.floor((scene.nowMs - since) / minute), 0);
  const full = { driveMinutes: rules.maxDriveMinutes, shiftMinutes: rules.maxShiftMinutes, breakMinutes: rules.maxUnbrokenMinutes };
  const none = { driveMinutes: 0, shiftMinutes: 0, breakMinutes: 0 };
  const clocks = hours ? hours.clocks : { ...(world === 'best' ? full : none), cycleMinutes: null };
  const cycleMinutes = world === 'best' ? null : clocks.cycleMinutes;
  const cycleNow = off >= rules.restartMinutes ? rules.maxCycleMinutes : cycleMinutes;
  if (off >= rules.restMinutes) return { ...full, cycleMinutes: cycleNow, offMinutes: off, stillMinutes: off };
  const breakMinutes = off >= rules.breakMinutes ? rules.maxUnbrokenMinutes : clocks.breakMinutes;
  return { ...clocks, breakMinutes, cycleMinutes, offMinutes: off, stillMinutes: off };
}

interface Begin {
  atMs: number;
  crew: DutyState[];
}

/** Null when nobody can say when. */
function beginOf(scene: Scene, spot: Spot, world: World): Begin | null {
  const { truck, before, nowMs } = scene;
  const { rules } = scene.assumptions;
  const isStuck = world === 'worst' && before.some(({ status }) => status === 'PROBLEM');
  if (isStuck || (world === 'worst' && spot.kind === 'lost')) return null;
  let atMs = nowMs;
  if (truck.ownStatus !== 'READY' && !before.some(isRolling)) {
    const back = truck.offUntilMs ?? before[0]?.stops[0]?.opensMs ?? null;
    if (back === null && world === 'worst') return null;
    atMs = Math.max(nowMs, back ?? nowMs);
  }
  const team = [truck.hours, ...(truck.partner ? [truck.partner.hours] : [])];
  if (spot.kind === 'delivery') {
    const { opensMs, closesMs } = spot.stop;
    if (world === 'worst' && (closesMs === null || closesMs < atMs)) return null;
    const arriveMs = world === 'worst' ? (closesMs as number) : Math.max(atMs, opensMs ?? atMs);
    return { atMs: arriveMs, crew: team.map(() => personAt(null, world, rules, null, scene)) };
  }
  const idleMs = spot.kind === 'place' ? spot.sinceMs : null;
  const waits = Math.floor((atMs - nowMs) / minute);
  return { atMs, crew: team.map((hours) => restMinuteByMinute(personAt(hours, world, rules, idleMs, scene), waits, rules)) };
}

function tasksOf(scene: Scene, spot: Spot, world: World, isWithLoad: boolean): Task[] {
  const { assumptions, plan, nowMs } = scene;
  const tasks: Task[] = [];
  let point = spot.kind === 'place' ? spot.point : null;
  let isSkipping = spot.kind === 'delivery';
  const visit = (whose: Task['whose'], stop: FitStop) => {
    const isHere = (spot.kind === 'dock' || spot.kind === 'delivery') && spot.stop === stop;
    if (isHere) isSkipping = false;
    if (isSkipping) return;
    const dockMinutes = stop.handling === 'LIVE' ? assumptions.liveDockMinutes : assumptions.dropDockMinutes;
    const miles = isHere ? 0 : point && stop.point ? (plan.measure(point, stop.point)?.miles ?? null) : null;
    point = stop.point;
    if (isHere && spot.kind === 'delivery') {
      tasks.push({ whose, stop, miles, trip: { driveMinutes: 0, opensMs: null, closesMs: null, dockMinutes } });
      return;
    }
    if (isHere) {
      let left = dockMinutes;
      const begin = Math.max(stop.arrivedMs ?? nowMs, stop.opensMs ?? 0);
      for (let ms = begin + minute; ms <= nowMs && left > 0; ms += minute) left -= 1;
      tasks.push({ whose, stop, miles, trip: { driveMinutes: 0, opensMs: stop.opensMs, closesMs: null, dockMinutes: left } });
      return;
    }
    const isUnset = stop.schedule === 'APPOINTMENT' && !stop.hasTime && world === 'worst';
    const trip = {
      driveMinutes: Math.ceil(((miles ?? 0) * 60) / assumptions.milesPerHour),
      opensMs: isUnset ? stop.closesMs : stop.opensMs,
      closesMs: isUnset ? stop.opensMs : stop.closesMs,
      dockMinutes,
    };
    tasks.push({ whose, stop, miles, trip: world === 'worst' && (miles === null || stop.opensMs === null) ? null : trip });
  };
  for (const load of scene.before) for (const stop of load.stops.filter(isOpen)) visit('before', stop);
  if (isWithLoad) for (const stop of scene.load.stops.filter(isOpen)) visit('this', stop);
  for (const load of scene.after) for (const stop of load.stops.filter(isOpen)) visit('after', stop);
  return tasks;
}

interface Run {
  tasks: Task[];
  trip: SimulatedTrip;
}

function runWorld(scene: Scene, world: World, isWithLoad: boolean): Run | null {
  const spot = spotOf(scene);
  const begin = beginOf(scene, spot, world);
  const tasks = tasksOf(scene, spot, world, isWithLoad);
  const trips = tasks.map(({ trip }) => trip).filter((trip) => trip !== null);
  const [driver, partner = null] = begin?.crew ?? [];
  if (!begin || !driver || trips.length < tasks.length) return null;
  return { tasks, trip: driveMinuteByMinute({ atMs: begin.atMs, driver, partner }, trips, scene.assumptions.rules) };
}

interface Lateness {
  pickup: number;
  delivery: number;
  next: number;
  /** The least minutes to spare. */
  least: number;
}

function latenessOf(run: Run, without: Run | null): Lateness {
  const result: Lateness = { pickup: 0, delivery: 0, next: 0, least: Number.POSITIVE_INFINITY };
  for (const [index, { whose, stop }] of run.tasks.entries()) {
    const slack = run.trip.stops[index]?.slackMinutes ?? null;
    if (whose === 'before' || slack === null) continue;
    if (whose === 'after') {
      const same = without?.tasks.findIndex((task) => task.stop === stop) ?? -1;
      const other = without?.trip.stops[same]?.slackMinutes ?? null;
      if (other !== null && other <= slack) continue;
    }
    result.least = Math.min(result.least, slack);
    const key = whose === 'after' ? 'next' : stop.kind === 'PICKUP' ? 'pickup' : 'delivery';
    if (slack < 0 && result[key] === 0) result[key] = -slack;
  }
  return result;
}

const isLate = ({ pickup, delivery, next }: Lateness) => pickup + delivery + next > 0;

/** Which trailers haul a load besides its own kind. */
const substitutes: [load: Equipment, trailers: Equipment[]][] = [
  ['DRY_VAN', ['REEFER']],
  ['FLATBED', ['STEP_DECK', 'CONESTOGA']],
  ['SPRINTER', ['BOX_TRUCK']],
  ['CARGO_VAN', ['BOX_TRUCK', 'SPRINTER']],
];

function requirementVerdicts({ truck, load, nowMs }: Scene): Verdict[] {
  const found: Verdict[] = [];
  const say = (isTrue: boolean, verdict: Verdict) => isTrue && found.push(verdict);
  const own = truck.equipment;
  const needsTrailer = load.equipment !== 'OTHER' && load.equipment !== 'POWER_ONLY';
  const good = [load.equipment, ...(substitutes.find(([kind]) => kind === load.equipment)?.[1] ?? [])];
  say(truck.employment === 'INACTIVE', 'CANT');
  say(needsTrailer && own !== null && !good.includes(own), 'CANT');
  say((needsTrailer || load.isTemperatureSet) && own === null, 'NOT_KNOWN');
  if (load.isTemperatureSet && own !== null && own !== 'REEFER') {
    const mayCool = ['POWER_ONLY', 'HOTSHOT', 'BOX_TRUCK', 'SPRINTER', 'CARGO_VAN', 'TANKER', 'CONTAINER', 'OTHER'].includes(own);
    say(true, mayCool ? 'NOT_KNOWN' : 'CANT');
  }
  say(load.lengthFt !== null && truck.trailerLengthFt === null, 'NOT_KNOWN');
  say((load.lengthFt ?? 0) > (truck.trailerLengthFt ?? 1_000), 'CANT');
  say((load.weightLb ?? 0) > (truck.maxWeightLb ?? 1_000_000), 'CANT');
  const asks = (what: FitLoad['requirements'][number]) => load.requirements.includes(what);
  const needsHazmat = asks('HAZMAT') || load.isHazmat;
  say((needsHazmat || asks('TANKER')) && truck.endorsements === null, 'NOT_KNOWN');
  const letters = truck.endorsements?.join('') ?? 'X';
  say(needsHazmat && !/[HX]/.test(letters), 'CANT');
  say(asks('TANKER') && !/[NX]/.test(letters), 'CANT');
  say(asks('TEAM') && truck.partner === null, 'CANT');
  say(asks('TWIC') && truck.twicExpiresOn === null, 'NOT_KNOWN');
  const last = load.stops.at(-1);
  const due = last ? dayAt(Math.max(last.opensMs ?? 0, nowMs), last.timeZone) : '';
  const documents = [truck.cdlExpiresOn, truck.medicalExpiresOn, asks('TWIC') ? truck.twicExpiresOn : null];
  say(
    documents.some((day) => day !== null && day < due),
    'CANT',
  );
  say(
    load.stops.some((stop) => isOpen(stop) && truck.avoidedStates.includes(stop.state)),
    'LOOK',
  );
  say(asks('TARPS') && !truck.gear.some((one) => /tarp/i.test(one)), 'LOOK');
  return found;
}

function isClash(load: PlannedLoad, other: PlannedLoad): boolean {
  const [a, b] = [load.stops[0]?.closesMs, other.stops[0]?.closesMs];
  const [c, d] = [load.stops.at(-1)?.opensMs, other.stops.at(-1)?.opensMs];
  if (a == null || b == null || c == null || d == null) return false;
  return b < c && a < d;
}

function homeVerdicts(scene: Scene, run: Run): Verdict[] {
  const { truck, load, after, plan, assumptions } = scene;
  const { home } = truck;
  if (!home || home.byMs === null || after.length > 0) return [];
  const end = load.stops.at(-1)?.point;
  const miles = end && home.point ? plan.measure(end, home.point) : null;
  if (!end || !home.point || !miles) return ['LOOK'];
  const [driver, partner = null] = run.trip.crew;
  if (!driver) return [];
  const leg = { driveMinutes: Math.ceil((miles.miles * 60) / assumptions.milesPerHour), opensMs: null, closesMs: null, dockMinutes: 0 };
  const { endMs } = driveMinuteByMinute({ atMs: run.trip.endMs, driver, partner }, [leg], assumptions.rules);
  if (endMs > home.byMs) return ['LOOK'];
  const first = run.tasks.findIndex(({ whose }) => whose === 'this');
  const spot = spotOf(scene);
  const from = first > 0 ? run.tasks[first - 1]?.stop.point : spot.kind === 'place' ? spot.point : null;
  return from && greatCircleMiles(end, home.point) - greatCircleMiles(from, home.point) >= 99.5 ? ['LOOK'] : [];
}

const severity: Verdict[] = ['CAN', 'LOOK', 'NOT_KNOWN', 'CANT'];

export function fitByBruteForce(truck: FitTruck, load: FitLoad, plan: FitPlan, assumptions: FitAssumptions, nowMs: number): BruteForceFit {
  const others = arrange(plan.loads.filter(({ id }) => id !== load.id));
  const isBefore = (other: PlannedLoad) => isRolling(other) || lastPickup(other) <= lastPickup(load);
  const before = others.filter(isBefore);
  const after = others.filter((other) => !isBefore(other));
  const scene: Scene = { truck, plan, assumptions, nowMs, before, load, after };
  const [best, worst] = (['best', 'worst'] as const).map((world) => {
    const run = runWorld(scene, world, true);
    return run && { run, late: latenessOf(run, runWorld(scene, world, false)) };
  });
  if (!best) throw new Error('the best world can always be driven');
  const verdicts = [...requirementVerdicts(scene), ...others.filter((other) => isClash(load, other)).map((): Verdict => 'CANT')];
  const canAtWorst = worst != null && !isLate(worst.late);
  const shown = canAtWorst ? worst : isLate(best.late) ? best : null;
  if (canAtWorst) verdicts.push(...(worst.late.least < 20 ? (['LOOK'] as const) : []), ...homeVerdicts(scene, worst.run));
  else verdicts.push(isLate(best.late) ? 'CANT' : 'NOT_KNOWN');
  const pickup = load.stops.find(isOpen)?.closesMs ?? null;
  const isOff = truck.ownStatus !== 'READY' && !before.some(isRolling) && truck.offUntilMs !== null;
  if (isOff && pickup !== null && (truck.offUntilMs ?? 0) > pickup) verdicts.push('CANT');
  const first = best.run.tasks.findIndex(({ whose }) => whose === 'this');
  const last = best.run.tasks.findLastIndex(({ whose }) => whose === 'this');
  return {
    verdict: verdicts.reduce<Verdict>((a, b) => (severity.indexOf(b) > severity.indexOf(a) ? b : a), 'CAN'),
    slackMinutes: shown?.run.trip.stops[first]?.slackMinutes ?? null,
    deadheadMiles: best.run.tasks[first]?.miles ?? null,
    pickupMs: shown?.run.trip.stops[first]?.arriveMs ?? null,
    emptyMs: shown?.run.trip.stops[last]?.leaveMs ?? null,
    lateAtPickup: shown?.late.pickup ?? null,
    lateAtDelivery: shown?.late.delivery ?? null,
    lateAtNext: shown?.late.next ?? null,
  };
}

/** What `fitOf` says, in the same form. */
export function toBruteForceForm(fit: import('../fit.ts').Fit): BruteForceFit {
  const late = (kind: 'PICKUP_LATE' | 'DELIVERY_LATE' | 'NEXT_LATE') => {
    const reason = fit.reasons.find((one) => one.kind === kind);
    return fit.pickup === null ? null : reason !== undefined && 'minutes' in reason ? reason.minutes : 0;
  };
  return {
    verdict: fit.verdict,
    slackMinutes: fit.slackMinutes,
    deadheadMiles: fit.deadhead?.miles ?? null,
    pickupMs: fit.pickup?.arriveMs ?? null,
    emptyMs: fit.empty?.atMs ?? null,
    lateAtPickup: late('PICKUP_LATE'),
    lateAtDelivery: late('DELIVERY_LATE'),
    lateAtNext: late('NEXT_LATE'),
  };
}
