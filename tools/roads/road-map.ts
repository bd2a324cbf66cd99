import { greatCircleMiles } from '../../packages/domain/src/places/distance.ts';
import { walkLine } from '../../packages/domain/src/roads/line.ts';
import type { RoadsData } from '../../packages/domain/src/roads/network.ts';

/** A point in whole 1/10,000 degrees, as the network stores it. */
export interface Spot {
  lng: number;
  lat: number;
}

/** A road between two nodes. */
export interface Stretch {
  from: number;
  to: number;
  meters: number;
  kind: number;
  /** The line with both ends. */
  points: Spot[];
}

/** The smallest box of meridians and parallels around some points. */
export interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** The network while roads are being added. Nodes are numbers: their places in `spots`. */
export interface RoadMap {
  spots: Spot[];
  roads: Stretch[];
  roadsAt: Stretch[][];
  boxes: Map<Stretch, Box>;
}

/** A place on a road: on which straight piece of its line, and how far along that piece, from 0 to 1. */
export interface Place {
  road: Stretch;
  piece: number;
  share: number;
  spot: Spot;
  /** Straight meters from the point that was asked for. */
  away: number;
}

export const metersPerMile = 1_609.344;
const unitsPerDegree = 10_000;
const metersPerUnit = 111_195 / unitsPerDegree;

export function straightMeters(a: Spot, b: Spot): number {
  return greatCircleMiles(inDegrees(a), inDegrees(b)) * metersPerMile;
}

function inDegrees({ lng, lat }: Spot): Spot {
  return { lng: lng / unitsPerDegree, lat: lat / unitsPerDegree };
}

export function toSpot({ lng, lat }: Spot): Spot {
  return { lng: Math.round(lng * unitsPerDegree), lat: Math.round(lat * unitsPerDegree) };
}

/** Meters in one unit of longitude at this latitude. */
function metersEast(lat: number): number {
  return metersPerUnit * Math.cos((lat / unitsPerDegree / 180) * Math.PI);
}

export function readMap(data: RoadsData): RoadMap {
  const spots = data.nodeLng.map((lng, node) => ({ lng, lat: data.nodeLat[node] ?? Number.NaN }));
  const map: RoadMap = { spots, roads: [], roadsAt: spots.map(() => []), boxes: new Map() };
  for (const [index, code] of data.line.entries()) {
    const [from = -1, to = -1, meters = 0, kind = -1] = [data.from[index], data.to[index], data.meters[index], data.kind[index]];
    const points: Spot[] = [];
    const ends = { from: inDegrees(spotOf(map, from)), to: inDegrees(spotOf(map, to)) };
    walkLine({ ...ends, meters, code }, (lng, lat) => points.push(toSpot({ lng, lat })));
    addRoad(map, { from, to, meters, kind, points });
  }
  return map;
}

export function writeMap({ spots, roads }: RoadMap): RoadsData {
  return {
    nodeLng: spots.map(({ lng }) => lng),
    nodeLat: spots.map(({ lat }) => lat),
    from: roads.map(({ from }) => from),
    to: roads.map(({ to }) => to),
    meters: roads.map(({ meters }) => meters),
    kind: roads.map(({ kind }) => kind),
    line: roads.map(({ points }) => codeOf(points)),
  };
}

/** The file as it is committed: one column a line. */
export function fileOf(data: RoadsData): string {
  const columns = Object.entries(data).map(([name, values]) => `${JSON.stringify(name)}:${JSON.stringify(values)}`);
  return `{\n${columns.join(',\n')}\n}\n`;
}

/** The points between the ends, as `walkLine` reads them. */
function codeOf(points: readonly Spot[]): string {
  let code = '';
  for (const [index, point] of points.slice(0, -1).entries()) {
    const before = points[index - 1];
    if (before) code += codeOfNumber(point.lng - before.lng) + codeOfNumber(point.lat - before.lat);
  }
  return code;
}

function codeOfNumber(difference: number): string {
  let value = difference < 0 ? ~(difference << 1) : difference << 1;
  let code = '';
  for (; value >= 32; value >>= 5) code += String.fromCharCode((value & 31) + 32 + 63);
  return code + String.fromCharCode(value + 63);
}

export function spotOf(map: RoadMap, node: number): Spot {
  const spot = map.spots[node];
  if (!spot) throw new Error(`there is no node ${node}`);
  return spot;
}

export function addNode(map: RoadMap, spot: Spot): number {
  map.roadsAt.push([]);
  return map.spots.push(spot) - 1;
}

export function addRoad(map: RoadMap, road: Stretch): void {
  map.roads.push(road);
  map.boxes.set(road, boxOf(road.points));
  map.roadsAt[road.from]?.push(road);
  if (road.to !== road.from) map.roadsAt[road.to]?.push(road);
}

function boxOf(points: readonly Spot[]): Box {
  const lngs = points.map(({ lng }) => lng);
  const lats = points.map(({ lat }) => lat);
  return { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) };
}

/** The roads whose boxes touch the box around the points, widened by so many meters. */
export function roadsAround(map: RoadMap, points: readonly Spot[], meters: number): Stretch[] {
  const { west, east, south, north } = boxOf(points);
  const [wideLng, wideLat] = [meters / metersEast(north), meters / metersPerUnit];
  return map.roads.filter((road) => {
    const box = map.boxes.get(road);
    return box && box.west <= east + wideLng && box.east >= west - wideLng && box.south <= north + wideLat && box.north >= south - wideLat;
  });
}

/** The nearest place on the road, or null if that is further away than `reach`. */
export function nearestOn(road: Stretch, point: Spot, reach: number): Place | null {
  const east = metersEast(point.lat);
  let nearest: Place | null = null;
  for (const [piece, start] of road.points.entries()) {
    const end = road.points[piece + 1];
    if (!end) break;
    const [x, y] = [(point.lng - start.lng) * east, (point.lat - start.lat) * metersPerUnit];
    const [acrossX, acrossY] = [(end.lng - start.lng) * east, (end.lat - start.lat) * metersPerUnit];
    const square = acrossX ** 2 + acrossY ** 2;
    const share = square === 0 ? 0 : Math.min(Math.max((x * acrossX + y * acrossY) / square, 0), 1);
    const away = Math.hypot(x - share * acrossX, y - share * acrossY);
    if (away <= (nearest?.away ?? reach)) nearest = { road, piece, share, spot: between(start, end, share), away };
  }
  return nearest;
}

export function between(start: Spot, end: Spot, share: number): Spot {
  return {
    lng: Math.round(start.lng + share * (end.lng - start.lng)),
    lat: Math.round(start.lat + share * (end.lat - start.lat)),
  };
}

/** The node at a place: an end of the road if that is nearer than `tolerance`, else a new one, and the road is two roads from then on. */
export function nodeAt(map: RoadMap, place: Place, tolerance: number): number {
  const { road, piece, spot } = place;
  const before = [...road.points.slice(0, piece + 1), spot];
  const after = [spot, ...road.points.slice(piece + 1)];
  const meters = metersTo(place);
  if (meters <= tolerance && meters <= road.meters - meters) return road.from;
  if (road.meters - meters <= tolerance) return road.to;
  const node = addNode(map, spot);
  const rest: Stretch = { from: node, to: road.to, meters: road.meters - meters, kind: road.kind, points: after };
  const roadsAtEnd = map.roadsAt[road.to] ?? [];
  if (road.from !== road.to) roadsAtEnd.splice(roadsAtEnd.indexOf(road), 1);
  Object.assign(road, { to: node, meters, points: before });
  map.boxes.set(road, boxOf(before));
  map.roadsAt[node]?.push(road);
  addRoad(map, rest);
  return node;
}

/** Whole meters on the road from its start to the place. */
export function metersTo({ road, piece, spot }: Place): number {
  const before = drawnMeters([...road.points.slice(0, piece + 1), spot]);
  const after = drawnMeters([spot, ...road.points.slice(piece + 1)]);
  return before + after === 0 ? 0 : Math.round((road.meters * before) / (before + after));
}

export function drawnMeters(points: readonly Spot[]): number {
  let meters = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before) meters += straightMeters(before, point);
  }
  return meters;
}

/** Whether the roads that are there lead from one node to another in at most so many meters. */
export function isJoined(map: RoadMap, from: number, to: number, limit: number): boolean {
  const open = new Map([[from, 0]]);
  const done = new Set<number>();
  for (;;) {
    let [node, meters] = [-1, limit];
    for (const [other, way] of open) if (way <= meters) [node, meters] = [other, way];
    if (node === -1 || node === to) return node === to;
    open.delete(node);
    done.add(node);
    for (const road of map.roadsAt[node] ?? []) {
      const next = road.from === node ? road.to : road.from;
      const way = meters + road.meters;
      if (!done.has(next) && way <= limit && way < (open.get(next) ?? Number.POSITIVE_INFINITY)) open.set(next, way);
    }
  }
}

/** Makes one road of two of the same kind where nothing else meets them, at the nodes from `first` on, and takes those nodes away. */
export function joinThrough(map: RoadMap, first: number): RoadMap {
  const roads = new Set(map.roads);
  for (let node = first; node < map.spots.length; node += 1) {
    const [one, two, ...others] = map.roadsAt[node] ?? [];
    if (!one || !two || others.length > 0 || one.kind !== two.kind) continue;
    const [start, end] = [fromOtherEnd(one, node), fromOtherEnd(two, node)];
    if (start.from === node || end.from === node || start.from === end.from) continue;
    const points = [...start.points, ...end.points.toReversed().slice(1)];
    const whole = { from: start.from, to: end.from, meters: one.meters + two.meters, kind: one.kind, points };
    roads.delete(one);
    roads.delete(two);
    roads.add(whole);
    map.roadsAt[node] = [];
    map.roadsAt[whole.from] = (map.roadsAt[whole.from] ?? []).map((road) => (road === one ? whole : road));
    map.roadsAt[whole.to] = (map.roadsAt[whole.to] ?? []).map((road) => (road === two ? whole : road));
  }
  const joined: RoadMap = { spots: [], roads: [], roadsAt: [], boxes: new Map() };
  const numbers = map.spots.map((spot, node) => (map.roadsAt[node]?.length ? addNode(joined, spot) : -1));
  for (const road of roads) addRoad(joined, { ...road, from: numbers[road.from] ?? -1, to: numbers[road.to] ?? -1 });
  return joined;
}

/** The road in the direction that ends at the node. */
function fromOtherEnd(road: Stretch, node: number): Stretch {
  return road.to === node ? road : { ...road, from: road.to, to: road.from, points: road.points.toReversed() };
}
