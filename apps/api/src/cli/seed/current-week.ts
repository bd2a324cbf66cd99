import type { LoadStatus } from '@headhaul/domain/loads/status';
import { addDays, dayAt, wallToInstant } from '@headhaul/domain/time/zoned-time';
import type { Chance } from './chance.ts';
import { describeBroker, driveMs, type Market, makeStop, type Poster, type Rig } from './history.ts';
import type { DemoPlace, PlannedLoad } from './plan.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** The last moment, not after `notAfterMs`, at which a clock in this zone showed `time`. */
export function lastAt(time: string, timeZone: string, notAfterMs: number): number {
  const today = dayAt(notAfterMs, timeZone);
  const at = Date.parse(wallToInstant(today, time, timeZone));
  return at <= notAfterMs ? at : Date.parse(wallToInstant(addDays(today, -1), time, timeZone));
}

export function nextAt(time: string, timeZone: string, notBeforeMs: number): number {
  const today = dayAt(notBeforeMs, timeZone);
  const at = Date.parse(wallToInstant(today, time, timeZone));
  return at >= notBeforeMs ? at : Date.parse(wallToInstant(addDays(today, 1), time, timeZone));
}

export const floorTo = (ms: number, stepMs: number) => Math.floor(ms / stepMs) * stepMs;
export const ceilTo = (ms: number, stepMs: number) => Math.ceil(ms / stepMs) * stepMs;

export interface Given {
  number: string;
  from: string;
  to: string;
  /** The driver's family name. */
  driver: string | null;
  broker: string;
  dollars: number;
  miles: number;
  deadhead: number;
  pickupMs: number;
  /** The appointment in ms, or a clock time, which means the first one that the truck can reach. */
  delivery: number | string;
  bookedMs?: number;
  walk?: PlannedLoad['walk'];
  documents?: PlannedLoad['documents'];
  more?: Partial<PlannedLoad>;
  deliveryWindowMs?: number;
}

export interface CurrentWeek {
  rigs: Map<string, Rig>;
  posters: Map<string, Poster>;
  placeOf(words: string): DemoPlace;
  chance: Chance;
  dispatcherId: string;
  nowMs: number;
}

export function openWeek(market: Market, rigs: Map<string, Rig>, placeOf: CurrentWeek['placeOf'], dispatcherId: string): CurrentWeek {
  const posters = new Map(market.posters.map((poster) => [poster.name, poster]));
  return { rigs, posters, placeOf, chance: market.chance, dispatcherId, nowMs: market.nowMs };
}

function found<T>(map: Map<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo office has no ${key}.`);
  return value;
}

export function plan(week: CurrentWeek, given: Given): PlannedLoad {
  const { chance, placeOf, nowMs } = week;
  const reachedMs = Math.max(given.pickupMs + driveMs(given.miles) + 3 * hourMs, nowMs + 2 * hourMs);
  const deliveryMs = typeof given.delivery === 'number' ? given.delivery : nextAt(given.delivery, placeOf(given.to).timeZone, reachedMs);
  const rig = given.driver === null ? null : found(week.rigs, given.driver);
  const bookedMs = given.bookedMs ?? Math.min(given.pickupMs - 20 * hourMs, nowMs - 2 * hourMs);
  return {
    number: given.number,
    ...describeBroker(found(week.posters, given.broker)),
    crew: { driverId: rig?.driverId ?? null, truckId: rig?.truckId ?? null, trailerId: rig?.trailerId ?? null },
    dispatcherId: rig?.dispatcherId ?? week.dispatcherId,
    equipment: rig?.equipment ?? 'DRY_VAN',
    pickup: { ...makeStop(placeOf(given.from), given.pickupMs, chance), endMs: given.pickupMs },
    delivery: { ...makeStop(placeOf(given.to), deliveryMs, chance), endMs: deliveryMs + (given.deliveryWindowMs ?? 0) },
    loadedMiles: given.miles,
    deadheadMiles: given.deadhead,
    linehaulCents: given.dollars * 100,
    bookedMs,
    walk: given.walk ?? [],
    rc: `RC-${10_000 + chance.below(89_999)}`,
    commodity: chance.of(['Paper rolls', 'Canned goods', 'Auto parts', 'Beverages', 'Retail freight']),
    weightLb: 18_000 + chance.below(24_000),
    board: 'DAT',
    documents: given.documents ?? ['RATE_CONFIRMATION'],
    ...given.more,
  };
}

/**
 * The usual steps up to `to`: dispatched 40 minutes after booking, at the dock 18 minutes early, on
 * the road 95 minutes after the appointment.
 */
function walkTo(
  to: LoadStatus,
  { bookedMs, pickupMs }: { bookedMs: number; pickupMs: number },
  arrivedMs = pickupMs - 18 * minuteMs,
): PlannedLoad['walk'] {
  const steps: PlannedLoad['walk'] = [
    { to: 'DISPATCHED', atMs: bookedMs + 40 * minuteMs },
    { to: 'AT_PICKUP', atMs: arrivedMs, source: 'telegram' },
    { to: 'IN_TRANSIT', atMs: pickupMs + 95 * minuteMs, source: 'geofence' },
  ];
  return steps.slice(0, steps.findIndex((step) => step.to === to) + 1);
}

export function rolling(week: CurrentWeek, given: Given, to: LoadStatus, rest: PlannedLoad['walk'] = [], arrivedMs?: number): PlannedLoad {
  const bookedMs = given.bookedMs ?? given.pickupMs - 20 * hourMs;
  return plan(week, { ...given, bookedMs, walk: [...walkTo(to, { bookedMs, pickupMs: given.pickupMs }, arrivedMs), ...rest] });
}

/** A load whose delivery appointment was at least `hoursAgo` hours ago, and its statuses after delivery. */
export function done(
  week: CurrentWeek,
  given: Omit<Given, 'pickupMs' | 'delivery'>,
  hoursAgo: number,
  since: LoadStatus[] = [],
): PlannedLoad {
  const deliveryMs = lastAt('14:00', week.placeOf(given.to).timeZone, week.nowMs - hoursAgo * hourMs);
  const pickupMs = lastAt('09:00', week.placeOf(given.from).timeZone, deliveryMs - driveMs(given.miles) - 3 * hourMs);
  const deliveredMs = deliveryMs + 70 * minuteMs;
  const rest: PlannedLoad['walk'] = [
    { to: 'AT_DELIVERY', atMs: deliveryMs - 12 * minuteMs },
    { to: 'DELIVERED', atMs: deliveredMs },
    ...since.map((to) => ({ to, atMs: deliveredMs + 3 * hourMs })),
  ];
  return rolling(week, { ...given, pickupMs, delivery: deliveryMs }, 'IN_TRANSIT', rest);
}

export const allDocuments: PlannedLoad['documents'] = ['RATE_CONFIRMATION', 'BOL', 'POD'];
export const onTheRoad: PlannedLoad['documents'] = ['RATE_CONFIRMATION', 'BOL'];

/** Builds a load from positional arguments, to keep the list of loads short. */
export function given(
  number: string,
  from: string,
  to: string,
  driver: string | null,
  broker: string,
  dollars: number,
  miles: number,
  deadhead: number,
): Omit<Given, 'pickupMs' | 'delivery'> {
  return { number, from, to, driver, broker, dollars, miles, deadhead };
}
