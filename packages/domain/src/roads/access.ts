import type { Point } from '../places/distance.ts';
import { columnOf, rowOf, squareAt } from './grid.ts';
import { lineOf, type Road, type Roads } from './network.ts';

/** Where a point joins a road: at its nearest place on it. */
export interface Access {
  road: Road;
  /** Whole meters on the road from its start. */
  along: number;
  /** Straight meters from the point to that place. */
  straight: number;
}

/** A point further than this from any highway gets no miles: the way to the highway would be a guess. */
const remoteMeters = 40_000;
/** In meters. The wider circle is for points with few highways around: their town may have a local road to the next one. */
const reaches = [30_000, 90_000] as const;
const enoughAccesses = 4;
/** A point may join any of so many roads, the nearest ones. */
const maxAccesses = 12;
const metersPerDegree = 111_195;

/** The nearest places on the nearest roads, nearest first; none where the network does not reach. */
export function findAccesses(roads: Roads, point: Point): Access[] {
  // Near the poles the squares of the grid have no width.
  if (Math.abs(point.lat) > 80) return [];
  const [near, far] = reaches;
  const around = accessesWithin(roads, point, near);
  const found = (around.length >= enoughAccesses ? around : accessesWithin(roads, point, far)).sort((a, b) => a.straight - b.straight);
  const isRemote = (found[0]?.straight ?? Number.POSITIVE_INFINITY) > remoteMeters;
  return isRemote ? [] : found.slice(0, maxAccesses);
}

function accessesWithin({ grid }: Roads, point: Point, reach: number): Access[] {
  const metersEast = metersPerDegree * Math.cos((point.lat * Math.PI) / 180);
  const north = reach / metersPerDegree;
  const east = reach / metersEast;
  const near = new Set<Road>();
  for (let row = rowOf(point.lat - north); row <= rowOf(point.lat + north); row += 1) {
    for (let column = columnOf(point.lng - east); column <= columnOf(point.lng + east); column += 1) {
      for (const road of grid.get(squareAt(row, column)) ?? []) near.add(road);
    }
  }
  const found: Access[] = [];
  for (const road of near) {
    const access = joinRoad(road, point, metersEast);
    if (access.straight <= reach) found.push(access);
  }
  return found;
}

/** The nearest place on the road, on a plane around the point, which is exact enough over the reach of an access. */
function joinRoad(road: Road, point: Point, metersEast: number): Access {
  let nearest = Number.POSITIVE_INFINITY;
  let along = 0;
  let before = lineOf(road)[0];
  for (const end of lineOf(road)) {
    const start = before ?? end;
    const x = (start.lng - point.lng) * metersEast;
    const y = (start.lat - point.lat) * metersPerDegree;
    const acrossX = (end.lng - start.lng) * metersEast;
    const acrossY = (end.lat - start.lat) * metersPerDegree;
    const length = acrossX * acrossX + acrossY * acrossY;
    const share = length === 0 ? 0 : Math.min(Math.max(-(x * acrossX + y * acrossY) / length, 0), 1);
    const square = (x + share * acrossX) ** 2 + (y + share * acrossY) ** 2;
    if (square < nearest) {
      nearest = square;
      along = start.along + share * (end.along - start.along);
    }
    before = end;
  }
  return { road, along: Math.round(along), straight: Math.sqrt(nearest) };
}
