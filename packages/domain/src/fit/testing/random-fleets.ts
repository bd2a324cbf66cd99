import { ownDriverStatuses } from '../../drivers/status.ts';
import type { Equipment } from '../../equipment.ts';
import { sixtyHourRules } from '../../hours/rules.ts';
import type { RandomSource } from '../../hours/testing/random-source.ts';
import { randomClocks, randomOffMinutes } from '../../hours/testing/random-trips.ts';
import { estimateRoadMiles } from '../../places/distance.ts';
import { addDays } from '../../time/zoned-time.ts';
import { type FitAssumptions, usualAssumptions } from '../assumptions.ts';
import type { FitLoad, FitStop, FitTruck, MeasureMiles, PlannedLoad, ReportedHours } from '../facts.ts';
import { type City, cities, nowMs, placeOf } from './samples.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const names = Object.keys(cities) as City[];

export interface RandomFleet {
  trucks: { truck: FitTruck; loads: PlannedLoad[] }[];
  load: FitLoad;
  assumptions: FitAssumptions;
  measure: MeasureMiles;
  nowMs: number;
}

type Place = ReturnType<typeof placeOf>;

/** What a truck does next: it is somewhere at some time. */
interface Thread {
  place: Place;
  ms: number;
}

/** About when a truck could be there, often a little too early or too late. */
function about(random: RandomSource, from: Thread, to: Place): number {
  const driving = (estimateRoadMiles([from.place.point, to.point]) * 60) / 55;
  const minutes = driving + Math.floor(driving / 660) * 600 + Math.floor(driving / 480) * 30;
  const jitter = random.pick([random.below(90) - 45, random.below(240) - 30, random.below(10 * 60), random.below(30 * 60)]);
  return from.ms + (minutes + jitter) * minuteMs;
}

function randomStop(random: RandomSource, kind: FitStop['kind'], from: Thread): FitStop & Thread {
  const place = placeOf(random.pick(names));
  const opensMs = Math.floor(about(random, from, place) / (5 * minuteMs)) * 5 * minuteMs;
  const style = random.pick(['appointment', 'appointment', 'appointment', 'window', 'window', 'day'] as const);
  const closesMs = opensMs + { appointment: 0, window: random.below(12) * hourMs, day: 24 * hourMs - minuteMs }[style];
  const isUndated = random.chance(0.01);
  return {
    ...place,
    point: random.chance(0.01) ? null : place.point,
    kind,
    schedule: style === 'window' || (style === 'day' && random.chance(0.7)) ? 'FCFS' : 'APPOINTMENT',
    opensMs: isUndated ? null : opensMs,
    closesMs: isUndated ? null : closesMs,
    hasTime: style !== 'day',
    handling: random.chance(0.85) ? 'LIVE' : 'DROP_AND_HOOK',
    arrivedMs: null,
    isDone: false,
    place,
    ms: Math.max(from.ms, opensMs) + 2 * hourMs,
  };
}

/** Pickups and deliveries one after the other. Moves the thread on to the end. */
function randomStops(random: RandomSource, thread: Thread): FitStop[] {
  const kinds = random.pick([
    ['PICKUP', 'DELIVERY'],
    ['PICKUP', 'DELIVERY'],
    ['PICKUP', 'DELIVERY', 'DELIVERY'],
  ] as const);
  return kinds.map((kind) => {
    const { place, ms, ...stop } = randomStop(random, kind, thread);
    Object.assign(thread, { place, ms });
    return stop;
  });
}

const doneStops = { BOOKED: 0, DISPATCHED: 0, AT_PICKUP: 0, IN_TRANSIT: 1, AT_DELIVERY: 1, PROBLEM: 1, DELIVERED: 9 } as const;
type Status = keyof typeof doneStops;

/** A load at some point of its life. Stops that are behind the truck are done. */
function randomLoad(random: RandomSource, id: string, thread: Thread, statuses: readonly Status[]): PlannedLoad {
  const status = random.pick(statuses);
  const stops = randomStops(random, thread).map((stop, index) => ({
    ...stop,
    isDone: index < doneStops[status],
    arrivedMs: index === doneStops[status] && status.startsWith('AT_') && random.chance(0.8) ? nowMs - random.below(300) * minuteMs : null,
  }));
  return { id, loadNumber: id, status, stops };
}

function randomHours(random: RandomSource, { rules }: FitAssumptions): ReportedHours | null {
  if (random.chance(0.12)) return null;
  const atMs = nowMs - random.below(random.pick([10, 10, 10, 16, 300])) * minuteMs;
  const offMinutes = randomOffMinutes(random);
  return { atMs, clocks: randomClocks(random, rules), offSinceMs: offMinutes === 0 ? null : nowMs - offMinutes * minuteMs };
}

const vans: Equipment[] = Array.from({ length: 30 }, () => 'DRY_VAN');
const trailers: (Equipment | null)[] = [...vans, 'REEFER', 'FLATBED', 'STEP_DECK', 'BOX_TRUCK', null];

function randomTruck(random: RandomSource, { city, state, point }: Place, assumptions: FitAssumptions): FitTruck {
  const rarely = <T>(value: T, usual: T) => (random.chance(0.02) ? value : usual);
  const day = (around: number) => addDays('2026-11-16', random.below(around) - 2);
  const ownStatus = random.chance(0.85) ? 'READY' : random.pick(ownDriverStatuses);
  const source = random.pick(['POSITION', 'POSITION', 'POSITION', 'LAST_DROP', 'OFFICE', 'HOME'] as const);
  const age = source === 'POSITION' ? random.below(random.pick([9, 9, 9, 9, 14, 200])) : random.below(2_000);
  return {
    employment: rarely('INACTIVE', 'ACTIVE'),
    ownStatus,
    offUntilMs: ownStatus === 'READY' || random.chance(0.3) ? null : nowMs + (random.below(30) - 5) * hourMs,
    equipment: random.pick(trailers),
    trailerLengthFt: rarely(random.pick([null, 48]), 53),
    maxWeightLb: rarely(30_000, random.pick([null, 46_000])),
    endorsements: rarely(null, random.pick([['H'], ['N', 'T'], ['X'], ['X']])),
    cdlExpiresOn: rarely(day(8), '2028-01-01'),
    medicalExpiresOn: rarely(day(8), null),
    twicExpiresOn: random.pick([null, day(8), '2028-01-01']),
    gear: random.pick([[], ['2 Tarps'], ['straps']]),
    avoidedStates: random.chance(0.1) ? ['TX', 'NY', 'GA'] : [],
    where: rarely(null, { source, atMs: nowMs - age * minuteMs, point: rarely(null, point), city, state }),
    hours: randomHours(random, assumptions),
    partner: random.chance(0.15) ? { hours: randomHours(random, assumptions) } : null,
    home: random.chance(0.4)
      ? { ...placeOf(random.pick(names)), byMs: random.chance(0.8) ? nowMs + random.below(16 * 24) * hourMs : null }
      : null,
  };
}

function randomAsked(random: RandomSource, thread: Thread): FitLoad {
  return {
    id: 'asked',
    loadNumber: 'asked',
    status: 'BOOKED',
    stops: randomStops(random, thread),
    equipment: random.pick([...vans, 'REEFER', 'OTHER']),
    lengthFt: random.pick([null, 53, 53, 48]),
    weightLb: random.pick([null, 38_400, 44_000]),
    isTemperatureSet: random.chance(0.03),
    isHazmat: random.chance(0.04),
    requirements: random.chance(0.9) ? [] : [random.pick(['TWIC', 'TEAM', 'TANKER', 'TARPS', 'HAZMAT', 'TRACKING'] as const)],
  };
}

const now: readonly Status[] = ['BOOKED', 'DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', 'DELIVERED'];
const later: readonly Status[] = ['BOOKED'];

interface Story {
  place: Place;
  loads: PlannedLoad[];
  asked: FitLoad;
}

/** A truck with a load now, perhaps, then perhaps another one, the load in question, and perhaps one more. */
function randomStory(random: RandomSource): Story {
  const place = placeOf(random.pick(names));
  const thread: Thread = { place, ms: nowMs - (random.chance(0.5) ? 0 : random.below(20) * hourMs) };
  const loads: PlannedLoad[] = [];
  if (random.chance(0.5)) loads.push(randomLoad(random, 'first', thread, now));
  if (random.chance(0.15)) loads.push(randomLoad(random, 'second', thread, later));
  const asked = randomAsked(random, thread);
  if (random.chance(0.4)) loads.push(randomLoad(random, 'next', thread, later));
  return { place, loads, asked };
}

/**
 * A load, and one to three trucks with their own loads before and after it. The first truck could often just make it. Some facts are
 * missing, some are old.
 */
export function randomFleet(random: RandomSource): RandomFleet {
  const assumptions: FitAssumptions = {
    milesPerHour: random.pick([50, 55, 55, 62]),
    liveDockMinutes: random.pick([60, 120, 120, 180]),
    dropDockMinutes: random.pick([0, 30]),
    rules: random.chance(0.8) ? usualAssumptions.rules : sixtyHourRules,
  };
  // Some pairs of places have no road between them.
  const gap = 1 + random.below(60);
  const measure: MeasureMiles = (from, to) => {
    const miles = estimateRoadMiles([from, to]);
    return miles > 0 && miles % 61 === gap ? null : { miles, source: 'ROAD' };
  };
  const stories = Array.from({ length: 1 + random.below(3) }, () => randomStory(random));
  const trucks = stories.map(({ place, loads }) => ({ truck: randomTruck(random, place, assumptions), loads }));
  const [{ asked }] = stories as [Story, ...Story[]];
  return { trucks, load: asked, assumptions, measure, nowMs };
}
