import type { Point } from '../places/distance.ts';
import { columnOf, type Grid, rowOf, squareAt } from './grid.ts';
import { type LinePoint, readLine, walkLine } from './line.ts';

/**
 * The highway network as it is stored: columns, with one entry for each node or for each road between two nodes. Coordinates are in
 * 1/10,000 degree.
 */
export interface RoadsData {
  nodeLng: readonly number[];
  nodeLat: readonly number[];
  from: readonly number[];
  to: readonly number[];
  meters: readonly number[];
  /** 0 is an interstate, 1 another main highway, 2 any other highway. */
  kind: readonly number[];
  /** The points between the two nodes, as `walkLine` reads them. */
  line: readonly string[];
}

/** Meters and cost are whole numbers, so that a sum does not depend on the order of its parts and a lane equals its reverse exactly. */
export interface Road {
  from: RoadNode;
  to: RoadNode;
  meters: number;
  /** Meters weighted by the kind of road. */
  cost: number;
  code: string;
  /** Decoded when it is first needed, because all lines together take longer than a request may hold the event loop. */
  line: readonly LinePoint[] | null;
}

export interface RoadNode extends Point {
  index: number;
  roads: Road[];
}

export interface Roads {
  nodes: readonly RoadNode[];
  grid: Grid<Road>;
}

const unitsPerDegree = 10_000;
/** Trucks stay on interstates: a mile of another main highway counts as 1.04 miles, a mile of any other highway as 1.16. */
const kindWeights = [1, 1.04, 1.16];
/** The stored lines cut corners. */
const lengthFactor = 1.006;

export function readRoads(data: RoadsData): Roads {
  const nodes = data.nodeLng.map((lng, index) => ({
    index,
    lng: lng / unitsPerDegree,
    lat: (data.nodeLat[index] ?? Number.NaN) / unitsPerDegree,
    roads: [] as Road[],
  }));
  const grid: Grid<Road> = new Map();
  for (const [index, code] of data.line.entries()) {
    const from = nodes[data.from[index] ?? -1];
    const to = nodes[data.to[index] ?? -1];
    const weight = kindWeights[data.kind[index] ?? -1];
    const length = data.meters[index];
    if (!from || !to || weight === undefined || length === undefined) throw new Error(`Road ${index} is not complete.`);
    const meters = Math.round(length * lengthFactor);
    const road: Road = { from, to, meters, cost: Math.round(meters * weight), code, line: null };
    from.roads.push(road);
    if (to !== from) to.roads.push(road);
    addToGrid(grid, road);
  }
  return { nodes, grid };
}

/** Puts the road into all squares of the box around each straight piece of its line. */
function addToGrid(grid: Grid<Road>, road: Road): void {
  let lastRow = -1;
  let lastColumn = -1;
  walkLine(road, (lng, lat) => {
    const row = rowOf(lat);
    const column = columnOf(lng);
    if (row === lastRow && column === lastColumn) return;
    if (lastRow === -1) [lastRow, lastColumn] = [row, column];
    for (let y = Math.min(row, lastRow); y <= Math.max(row, lastRow); y += 1) {
      for (let x = Math.min(column, lastColumn); x <= Math.max(column, lastColumn); x += 1) addToSquare(grid, squareAt(y, x), road);
    }
    lastRow = row;
    lastColumn = column;
  });
}

function addToSquare(grid: Grid<Road>, square: number, road: Road): void {
  const roads = grid.get(square);
  if (!roads) grid.set(square, [road]);
  else if (roads.at(-1) !== road) roads.push(road);
}

export function lineOf(road: Road): readonly LinePoint[] {
  road.line ??= readLine(road);
  return road.line;
}
