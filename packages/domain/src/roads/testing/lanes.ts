import { readFileSync } from 'node:fs';
import type { Point } from '../../places/distance.ts';
import { type RoadsData, readRoads } from '../network.ts';

export interface Lane {
  name: string;
  from: Point;
  to: Point;
  miles: number;
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const linesOf = (name: string) =>
  read(name)
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('|'));

export const roads = readRoads(JSON.parse(read('../us-roads.json')) as RoadsData);

const cities = JSON.parse(read('cities.json')) as Record<string, [number, number]>;
export const cityPoints: Point[] = Object.values(cities).map(([lng, lat]) => ({ lat, lng }));

export function cityPoint(name: string): Point {
  const [lng, lat] = cities[name] ?? [];
  if (lng === undefined || lat === undefined) throw new Error(`no city ${name}`);
  return { lat, lng };
}

/** Lanes whose driven miles are known within 2 %. Gaps of the network were looked for with them. */
export const knownLanes: Lane[] = linesOf('known-lanes.txt')
  .filter(([, , , , isSure]) => isSure === '1')
  .map(([, from = '', to = '', miles]) => ({ name: `${from} to ${to}`, from: cityPoint(from), to: cityPoint(to), miles: Number(miles) }));

/** Lanes that were written down with their driven miles before they were first run. */
export const unseenLanes: Lane[] = linesOf('unseen-lanes.txt').map(([from = '', start = '', to = '', end = '', miles]) => ({
  name: `${from} to ${to}`,
  from: readPoint(start),
  to: readPoint(end),
  miles: Number(miles),
}));

function readPoint(text: string): Point {
  const [lat = Number.NaN, lng = Number.NaN] = text.split(',').map(Number);
  return { lat, lng };
}
