import type { Point } from '../places/distance.ts';
import type { Access } from './access.ts';
import { wayMiles } from './miles.ts';
import { lineOf, type Road, type Roads } from './network.ts';
import type { Arrival } from './search.ts';
import { findWay, startAt, type Way } from './way.ts';

export interface RoadRoute {
  /** Driven miles from each point to the next. */
  legMiles: number[];
  /** The line to draw, through all points. On local roads it is straight. */
  line: Point[];
}

/** The way through all points in their order, or null where the network does not reach one of them. */
export function roadRoute(roads: Roads, points: readonly Point[]): RoadRoute | null {
  const legMiles: number[] = [];
  const line: Point[] = points.slice(0, 1);
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (!from) continue;
    const start = startAt(roads, from);
    const way = start && findWay(roads, start, to);
    if (!way) return null;
    legMiles.push(wayMiles(start, way, to));
    line.push(...highwayLine(way), to);
  }
  return { legMiles, line };
}

/** The part of the way on highways, from where it joins them to where it leaves them. */
function highwayLine({ highway }: Way): Point[] {
  if (highway === null) return [];
  const { entry, exit, arrival } = highway;
  if (arrival === null) return partOf(entry.road, entry.along, exit.along);
  return [...lineTo(arrival, entry), ...partOf(exit.road, endAt(exit.road, arrival), exit.along)];
}

function lineTo(last: Arrival, entry: Access): Point[] {
  const parts: Point[][] = [];
  let arrival: Arrival | null = last;
  for (; arrival.before !== null; arrival = arrival.before) {
    const { road } = arrival;
    const isForward = road.to === arrival.node;
    parts.push(partOf(road, isForward ? 0 : road.meters, isForward ? road.meters : 0));
  }
  parts.push(partOf(entry.road, entry.along, endAt(entry.road, arrival)));
  return parts.reverse().flat();
}

/** Where on the road the node of the arrival lies: at its start or at its end. */
function endAt(road: Road, { node }: Arrival): number {
  return road.from === node ? 0 : road.meters;
}

/** The points of the road's line between two places on it, in that direction. */
function partOf(road: Road, start: number, end: number): Point[] {
  const [low, high] = start < end ? [start, end] : [end, start];
  const inner = lineOf(road).filter(({ along }) => along > low && along < high);
  const part = [placeOn(road, low), ...inner.map(({ lat, lng }) => ({ lat, lng })), placeOn(road, high)];
  return start < end ? part : part.reverse();
}

function placeOn(road: Road, along: number): Point {
  const line = lineOf(road);
  const next = line.findIndex((point) => point.along >= along);
  const after = line[next] ?? line.at(-1);
  const before = line[next - 1] ?? after;
  if (!before || !after) return road.from;
  const share = after.along === before.along ? 0 : Math.min(Math.max((along - before.along) / (after.along - before.along), 0), 1);
  return { lat: before.lat + share * (after.lat - before.lat), lng: before.lng + share * (after.lng - before.lng) };
}
