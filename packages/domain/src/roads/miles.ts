import { greatCircleMiles, type Point } from '../places/distance.ts';
import type { Roads } from './network.ts';
import { findWay, metersPerMile, type Start, startAt, type Way } from './way.ts';

/** A short lane this many times as long as the straight line lacks a road in the network, and is cut to it. */
const roundabout = 1.34;
/** Beyond this, water or mountains must lie between, and the way round is real. */
const realRoundabout = 1.6;
const roundaboutLimitMiles = 125;

/** Driven miles between two points, or null where the network does not reach one of them. The same in both directions. */
export function roadMiles(roads: Roads, from: Point, to: Point): number | null {
  return roadMilesFrom(roads, from, [to])[0] ?? null;
}

/** Driven miles from one point to each of many, by one search. */
export function roadMilesFrom(roads: Roads, from: Point, tos: readonly Point[]): (number | null)[] {
  const start = startAt(roads, from);
  if (start === null) return tos.map(() => null);
  return tos.map((to) => {
    const way = findWay(roads, start, to);
    return way === null ? null : wayMiles(start, way, to);
  });
}

export function wayMiles(start: Start, way: Way, to: Point): number {
  const straight = greatCircleMiles(start.point, to);
  const miles = way.meters / metersPerMile;
  const ratio = miles / straight;
  if (straight < roundaboutLimitMiles && ratio > roundabout && ratio < realRoundabout) return straight * roundabout;
  return Math.max(miles, straight);
}
