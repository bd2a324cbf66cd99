import type { Point } from '../places/distance.ts';
import { readNumbers } from './polyline.ts';

export interface LinePoint extends Point {
  /** Meters on the road from its start. */
  along: number;
}

/** A road's line as it is stored. */
export interface StoredLine {
  from: Point;
  to: Point;
  meters: number;
  code: string;
}

const unitsPerDegree = 10_000;

/**
 * Visits the points from one end of the road to the other. The code holds those between the two nodes, each as the difference from the one
 * before in 1/10,000 degree, longitude first, in the coding of polyline.ts.
 */
export function walkLine({ from, to, code }: StoredLine, visit: (lng: number, lat: number) => void): void {
  visit(from.lng, from.lat);
  let lng = Math.round(from.lng * unitsPerDegree);
  let lat = Math.round(from.lat * unitsPerDegree);
  let isLng = true;
  readNumbers(code, (difference) => {
    if (isLng) lng += difference;
    else {
      lat += difference;
      visit(lng / unitsPerDegree, lat / unitsPerDegree);
    }
    isLng = !isLng;
  });
  visit(to.lng, to.lat);
}

export function readLine(road: StoredLine): LinePoint[] {
  const line: LinePoint[] = [];
  walkLine(road, (lng, lat) => line.push({ lat, lng, along: 0 }));
  measure(line, road.meters);
  return line;
}

/** Shares the road's meters out among the points of its line. The drawn line is shorter than the road. */
function measure(line: readonly LinePoint[], meters: number): void {
  let drawn = 0;
  let before = line[0];
  for (const point of line) {
    if (before) drawn += Math.hypot(point.lat - before.lat, (point.lng - before.lng) * Math.cos((point.lat * Math.PI) / 180));
    point.along = drawn;
    before = point;
  }
  const scale = drawn === 0 ? 0 : meters / drawn;
  for (const point of line) point.along *= scale;
}
