import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type LoadStatus, rollingStatuses } from '@headhaul/domain/loads/status';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { formatGap, formatOff, type Place } from '../labels.ts';
import { type PlanWeek, placeInWeek, type Span } from '../week.ts';
import { freeOf, type Laned, laneOut, overlapsOf } from './spans.ts';

/** The position on the screen, as a share of the week from the left edge. */
interface Placed {
  left: number;
  width: number;
}

export interface PlanBar extends Span, Placed, Laned {
  load: LoadRow;
  /** The load began before the shown week, or ends after it. */
  isCutLeft: boolean;
  isCutRight: boolean;
  /** How much text fits: all, the rate and hours, or only a mark. */
  room: 'all' | 'short' | 'mark';
  isClash: boolean;
}

export interface OffBlock extends Span, Placed {
  status: Driver['ownStatus'];
  words: string;
}

export interface PlanGap extends Span, Placed {
  /** Null when there is no room for text. */
  words: string | null;
}

/** The part of a load that decides when a truck is busy. */
export type Commitment = Pick<LoadRow, 'id' | 'loadNumber' | 'status' | 'pickupEndsAt' | 'deliveryAt' | 'deliveryCity' | 'deliveryState'>;

export interface Clash<T extends Commitment = LoadRow> {
  first: T;
  second: T;
  sharedMs: number;
}

export interface PlanRow {
  driver: Driver;
  /** The team partner in the same truck. A team has one row. */
  partner: Driver | null;
  bars: PlanBar[];
  off: OffBlock | null;
  gaps: PlanGap[];
  clashes: Clash[];
  /** The place where the text about a clash begins. */
  clashEnd: number;
}

const hourMs = 3_600_000;
/** A shorter bar would be too thin to click or read. */
const minBarMs = 4 * hourMs;
const shortBarMs = 14 * hourMs;
const markBarMs = 9 * hourMs;
const minGapMs = 2 * hourMs;
const wordyGapMs = 12 * hourMs;
const tonuMs = 18 * hourMs;

const rolling: readonly LoadStatus[] = rollingStatuses;
const done: readonly LoadStatus[] = ['DELIVERED', 'INVOICED', 'PAID'];

/** The statuses that the planner shows. Loads that were never agreed or were given up take no truck's time. */
export const plannedStatuses: LoadStatus[] = ['BOOKED', ...rollingStatuses, 'DELIVERED', 'INVOICED', 'PAID', 'TONU'];

/** Whether a load in this status takes up the truck. */
function isBinding(status: LoadStatus): boolean {
  return status === 'BOOKED' || rolling.includes(status);
}

/** From the pickup to the end of the delivery. For a late truck it reaches to now, and for a finished load it does not go past now. */
export function spanOf(load: Pick<LoadRow, 'status' | 'pickupAt' | 'deliveryEndsAt'>, nowMs: number): Span {
  const startMs = Date.parse(load.pickupAt);
  const dueMs = Date.parse(load.deliveryEndsAt);
  if (rolling.includes(load.status)) return { startMs, endMs: Math.max(dueMs, nowMs, startMs + minBarMs) };
  if (load.status === 'TONU') return { startMs, endMs: Math.min(Math.max(dueMs, startMs + minBarMs), startMs + tonuMs) };
  const endMs = done.includes(load.status) && startMs < nowMs ? Math.min(dueMs, nowMs) : dueMs;
  return { startMs, endMs: Math.max(endMs, startMs + minBarMs) };
}

/** The time that the load takes at least: picked up as late and delivered as early as the appointments allow. */
function boundSpan(load: Commitment): Span {
  return { startMs: Date.parse(load.pickupEndsAt), endMs: Date.parse(load.deliveryAt) };
}

/** Pairs of loads that one driver can't haul both, by the same rule as on the server. */
export function clashesOf<T extends Commitment>(loads: readonly T[]): Clash<T>[] {
  const bound = loads.filter(({ status }) => isBinding(status)).map((load) => ({ load, ...boundSpan(load) }));
  return overlapsOf(bound).map(({ first, second, sharedMs }) => ({ first: first.load, second: second.load, sharedMs }));
}

function place(week: PlanWeek, { startMs, endMs }: Span): Placed {
  const left = placeInWeek(week, startMs);
  return { left, width: placeInWeek(week, endMs) - left };
}

function isInView(week: PlanWeek, { startMs, endMs }: Span): boolean {
  return endMs > week.startMs && startMs < week.endMs;
}

function roomOf(seenMs: number): PlanBar['room'] {
  if (seenMs < markBarMs) return 'mark';
  return seenMs < shortBarMs ? 'short' : 'all';
}

function barsOf(loads: readonly LoadRow[], clashing: ReadonlySet<string>, week: PlanWeek, nowMs: number): PlanBar[] {
  const spans = loads.map((load) => ({ load, ...spanOf(load, nowMs) })).filter((span) => isInView(week, span));
  return laneOut(spans).map((span) => ({
    ...span,
    ...place(week, span),
    isCutLeft: span.startMs < week.startMs,
    isCutRight: span.endMs > week.endMs,
    room: roomOf(Math.min(span.endMs, week.endMs) - Math.max(span.startMs, week.startMs)),
    isClash: clashing.has(span.load.id),
  }));
}

/** The time a driver is off: since the last load, until the next one or the day that the office entered. */
function offOf(driver: Driver, binding: readonly Span[], week: PlanWeek, nowMs: number): OffBlock | null {
  const isOff = driver.ownStatus !== 'READY' && driver.status === driver.ownStatus;
  if (!isOff || week.endMs <= nowMs) return null;
  const backMs = driver.nextLoad ? Date.parse(driver.nextLoad.pickupAt) : driver.readyAt ? Date.parse(driver.readyAt) : week.endMs;
  const sinceMs = Math.max(week.startMs, ...binding.filter(({ endMs }) => endMs <= nowMs).map(({ endMs }) => endMs));
  const span = { startMs: sinceMs, endMs: Math.min(Math.max(backMs, nowMs), week.endMs) };
  if (span.endMs - span.startMs < minGapMs || backMs <= week.startMs) return null;
  return { ...span, ...place(week, span), status: driver.ownStatus, words: formatOff(driver) };
}

/** The place of the truck in a gap: where the load before it ended, in this week or not, otherwise where the truck stands empty. */
function placeBefore(driver: Driver, loads: readonly LoadRow[], ms: number, nowMs: number): Place | null {
  const known = [...loads, ...[driver.currentLoad, driver.nextLoad].filter((load) => load !== null)];
  const before = known
    .map((load) => ({ load, endMs: spanOf(load, nowMs).endMs }))
    .filter(({ load, endMs }) => load.status !== 'TONU' && endMs <= ms)
    .sort((a, b) => b.endMs - a.endMs)[0]?.load;
  if (before) return { city: before.deliveryCity, state: before.deliveryState, after: before };
  const isEmpty = driver.currentLoad === null && driver.nextLoad === null;
  return isEmpty && driver.readyCity !== null ? { city: driver.readyCity, state: driver.readyState ?? '', after: null } : null;
}

function gapsOf(driver: Driver, loads: readonly LoadRow[], taken: readonly Span[], week: PlanWeek, nowMs: number): PlanGap[] {
  const ahead = { startMs: Math.max(nowMs, week.startMs), endMs: week.endMs };
  if (ahead.endMs - ahead.startMs < minGapMs) return [];
  return freeOf(ahead, taken)
    .filter(({ startMs, endMs }) => endMs - startMs >= minGapMs)
    .map((span) => {
      const isLast = span.endMs >= week.endMs;
      const words = formatGap({ span, isLast, place: placeBefore(driver, loads, span.startMs, nowMs), week, nowMs });
      return { ...span, ...place(week, span), words: span.endMs - span.startMs < wordyGapMs ? null : words };
    });
}

interface Plan {
  drivers: readonly Driver[];
  loads: readonly LoadRow[];
  week: PlanWeek;
  nowMs: number;
}

/** One row for each truck: its drivers, its loads over time, and where it stands empty. */
export function planRows({ drivers, loads, week, nowMs }: Plan): PlanRow[] {
  const byId = new Map(drivers.map((driver) => [driver.id, driver]));
  const byFirst = Map.groupBy(loads, ({ driverId }) => driverId);
  const bySecond = Map.groupBy(loads, ({ coDriverId }) => coDriverId);
  return drivers.flatMap((driver) => {
    const partner = driver.teamPartnerId === null ? null : (byId.get(driver.teamPartnerId) ?? null);
    // The driver of a team who comes first in the list has the row.
    if (partner !== null && drivers.indexOf(partner) < drivers.indexOf(driver)) return [];
    // A load also belongs to its second driver's row. In the row of a team it appears once.
    const own = [driver, ...(partner ? [partner] : [])].flatMap(({ id }) => [...(byFirst.get(id) ?? []), ...(bySecond.get(id) ?? [])]);
    return [planRow(driver, partner, [...new Set(own)], week, nowMs)];
  });
}

function planRow(driver: Driver, partner: Driver | null, loads: readonly LoadRow[], week: PlanWeek, nowMs: number): PlanRow {
  const clashes = clashesOf(loads);
  const clashing = new Set(clashes.flatMap(({ first, second }) => [first.id, second.id]));
  const bars = barsOf(loads, clashing, week, nowMs);
  const binding = bars.filter(({ load }) => isBinding(load.status));
  const off = offOf(driver, bars, week, nowMs);
  const clashBars = bars.filter(({ isClash }) => isClash);
  const gaps = clashBars.length > 0 ? [] : gapsOf(driver, loads, [...binding, ...(off ? [off] : [])], week, nowMs);
  const clashEnd = Math.max(0, ...clashBars.map(({ left, width }) => left + width));
  return { driver, partner, bars, off, gaps, clashes: clashBars.length > 0 ? clashes : [], clashEnd };
}

/** Gross by local pickup day. A load with two drivers has a bar in both rows and counts once. */
export function grossByDay(rows: readonly PlanRow[], shelf: readonly LoadRow[]): Map<string, number> {
  const planned = rows.flatMap(({ bars }) => bars.map(({ load }) => load));
  const sums = new Map<string, number>();
  for (const load of new Map([...planned, ...shelf].map((one) => [one.id, one])).values()) {
    const day = dayAt(load.pickupAt, load.pickupZone);
    sums.set(day, (sums.get(day) ?? 0) + load.grossCents);
  }
  return sums;
}
