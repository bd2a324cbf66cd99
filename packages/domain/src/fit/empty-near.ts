import type { Equipment } from '../equipment.ts';
import { greatCircleMiles, type Point } from '../places/distance.ts';
import { canHaul } from './can-haul.ts';
import type { Empty } from './empties.ts';
import type { FitTruck, MeasureMiles, RoadMiles } from './facts.ts';
import { type Reason, sortReasons } from './reasons.ts';

export interface EmptySearch {
  point: Point;
  radiusMiles: number;
  /** Null for any. */
  equipment: Equipment | null;
  byMs: number;
}

export interface SearchedTruck {
  employment: FitTruck['employment'];
  equipment: Equipment | null;
  /** By `findEmpty`, in order. */
  empties: readonly Empty[];
}

export interface EmptyMatch<Truck> {
  truck: Truck;
  empty: Empty;
  /** Decides whether the truck is inside the ring. Null when its place isn't known. */
  straightMiles: number | null;
  /** What a screen shows. Null when they can't be measured. */
  roadMiles: RoadMiles | null;
  /** LOOK when the truck has a next load. */
  verdict: 'CAN' | 'LOOK' | 'NOT_KNOWN' | 'CANT';
  /** For a truck that isn't known: what is missing, the most important first. */
  unknown: Reason[];
  /** For a truck just outside: miles over the radius and minutes after the time, 0 when inside. */
  overMiles: number;
  overMinutes: number;
}

export interface EmptyNear<Truck> {
  /** The nearest first. */
  matches: EmptyMatch<Truck>[];
  notKnown: EmptyMatch<Truck>[];
  /** At most three: within twice the radius, or up to two hours later. */
  justOutside: EmptyMatch<Truck>[];
  /** The nearest truck with the right trailer, wherever and whenever. Null when there is none. */
  nearest: EmptyMatch<Truck> | null;
}

const outsideCount = 3;
const outsideMs = 2 * 3_600_000;

/** "Who is empty near Dallas?" Each truck appears once, with the first time without a load that answers best. */
export function emptyNear<Truck extends SearchedTruck>(
  trucks: readonly Truck[],
  search: EmptySearch,
  measure: MeasureMiles,
): EmptyNear<Truck> {
  const matches: EmptyMatch<Truck>[] = [];
  const notKnown: EmptyMatch<Truck>[] = [];
  const outside: EmptyMatch<Truck>[] = [];
  const all: EmptyMatch<Truck>[] = [];
  for (const truck of trucks) {
    if (truck.employment !== 'ACTIVE' || canHaulAny(truck, search) === false) continue;
    const found = truck.empties.map((empty) => toMatch(truck, empty, search, measure));
    all.push(...found);
    const inside = found.find(({ verdict }) => verdict === 'CAN' || verdict === 'LOOK');
    const unclear = found.find(({ verdict }) => verdict === 'NOT_KNOWN');
    const close = found.find((match) => isJustOutside(match, search));
    if (inside !== undefined) matches.push(inside);
    else if (unclear !== undefined) notKnown.push(unclear);
    else if (close !== undefined) outside.push(close);
  }
  return {
    matches: matches.sort(byDistance),
    notKnown: notKnown.sort(byDistance),
    justOutside: outside.sort(byDistance).slice(0, outsideCount),
    nearest: all.filter(({ straightMiles }) => straightMiles !== null).sort(byDistance)[0] ?? null,
  };
}

function canHaulAny({ equipment }: SearchedTruck, search: EmptySearch): boolean | null {
  return search.equipment === null ? true : canHaul(equipment, search.equipment);
}

function toMatch<Truck extends SearchedTruck>(truck: Truck, empty: Empty, search: EmptySearch, measure: MeasureMiles): EmptyMatch<Truck> {
  const straightMiles = empty.point === null ? null : greatCircleMiles(empty.point, search.point);
  const roadMiles = empty.point === null ? null : measure(empty.point, search.point);
  const isInside = straightMiles === null ? null : straightMiles <= search.radiusMiles;
  const isInTime = empty.atMs !== null && empty.atMs <= search.byMs ? true : empty.earliestMs > search.byMs ? false : null;
  const hasTrailer = canHaulAny(truck, search);
  const answers = [isInside, isInTime, hasTrailer];
  const isKnown = answers.every((answer) => answer !== null);
  const trailerUnknown: Reason[] = hasTrailer === null ? [{ kind: 'EQUIPMENT_UNKNOWN' }] : [];
  // Hours that aren't known make no difference to a truck that is empty already.
  const whereOrWhenUnknown = isInside === null || isInTime === null ? empty.unknown : [];
  const lateMs = (empty.atMs ?? empty.earliestMs) - search.byMs;
  return {
    truck,
    empty,
    straightMiles,
    roadMiles,
    verdict: answers.includes(false) ? 'CANT' : !isKnown ? 'NOT_KNOWN' : empty.next === null ? 'CAN' : 'LOOK',
    unknown: sortReasons([...whereOrWhenUnknown, ...trailerUnknown]),
    overMiles: isInside === false ? Math.ceil((roadMiles?.miles ?? straightMiles ?? 0) - search.radiusMiles) : 0,
    overMinutes: Math.max(Math.ceil(lateMs / 60_000), 0),
  };
}

function isJustOutside({ straightMiles, empty, truck }: EmptyMatch<SearchedTruck>, search: EmptySearch): boolean {
  if (straightMiles === null || empty.atMs === null || canHaulAny(truck, search) !== true) return false;
  const isInTime = empty.atMs <= search.byMs;
  const isInside = straightMiles <= search.radiusMiles;
  return (isInTime && straightMiles <= 2 * search.radiusMiles) || (isInside && empty.atMs <= search.byMs + outsideMs);
}

/** Those whose place isn't known come last. */
function byDistance<Truck>(a: EmptyMatch<Truck>, b: EmptyMatch<Truck>): number {
  const [one, other] = [shownMiles(a), shownMiles(b)];
  return one === other ? 0 : one - other;
}

function shownMiles({ roadMiles, straightMiles }: EmptyMatch<unknown>): number {
  return roadMiles?.miles ?? straightMiles ?? Number.POSITIVE_INFINITY;
}
