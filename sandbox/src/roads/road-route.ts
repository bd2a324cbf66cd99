import { freeLines, placeLines, tollLines } from './network-data.ts';

export interface Point {
  lat: number;
  lng: number;
}

/** A toll road on the way. `dollars` is for a truck with five axles that pays by transponder. */
export interface Toll {
  system: string;
  dollars: number;
  entry: Point;
  exit: Point;
}

/** A way between two points over the interstates. */
export interface RoadRoute {
  miles: number;
  /** A point every 20 miles or closer. */
  line: Point[];
  tolls: Toll[];
}

interface Road {
  from: string;
  to: string;
  miles: number;
  toll: { system: string; dollars: number } | null;
}

const earthMiles = 3_958.8;
/** Roads from a town to the next interstate, compared with the straight line. */
const accessFactor = 1.2;
/** A town may join this many of the nearest roads, at the place of each that is nearest to it. */
const accessRoads = 6;
/** Below this straight line two towns are also joined by a road of their own. */
const localMiles = 150;
const localFactor = 1.22;
/** Lake Michigan and Lake Erie, which no road crosses: south, north, west, east. */
const lakes = [
  [41.9, 46, -87.4, -86.4],
  [41.6, 42.7, -83, -79.5],
] as const;
const lineStepMiles = 20;
/** A point further from every road than this is not in the contiguous states. */
const farthestMiles = 250;

const rowsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

const places = new Map(rowsOf(placeLines).map(([name = '', lat, lng]) => [name, { lat: Number(lat), lng: Number(lng) }]));
const freeRoads = rowsOf(freeLines).map(([from = '', to = '', miles]): Road => ({ from, to, miles: Number(miles), toll: null }));
const tollRoads = rowsOf(tollLines).flatMap(([from = '', to = '', miles, system = '', dollars, around]): Road[] => {
  const road = { from, to, miles: Number(miles), toll: { system, dollars: Number(dollars) } };
  return Number(around) > 0 ? [road, { from, to, miles: Number(around), toll: null }] : [road];
});
const roads = [...freeRoads, ...tollRoads];

function placeOf(name: string): Point {
  const place = places.get(name);
  if (place === undefined) throw new Error(`the network has no place ${name}`);
  return place;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function straightMiles(from: Point, to: Point): number {
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2) ** 2;
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  return 2 * earthMiles * Math.asin(Math.sqrt(halfLat + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLng));
}

/** Where a point joins a road: `share` of the road's length from its start, `miles` away from the point. */
interface Access {
  road: Road;
  share: number;
  at: Point;
  miles: number;
}

function accessTo(point: Point, road: Road): Access {
  const [start, end] = [placeOf(road.from), placeOf(road.to)];
  // A degree of longitude is shorter than one of latitude. Within one road the difference hardly changes.
  const squeeze = Math.cos(radians(point.lat));
  const [x, y] = [(end.lng - start.lng) * squeeze, end.lat - start.lat];
  const along = ((point.lng - start.lng) * squeeze * x + (point.lat - start.lat) * y) / (x * x + y * y);
  const share = Math.min(1, Math.max(0, along));
  const at = { lat: start.lat + y * share, lng: start.lng + (end.lng - start.lng) * share };
  return { road, share, at, miles: straightMiles(point, at) };
}

function nearestRoads(point: Point, usable: readonly Road[]): Access[] {
  return usable
    .map((road) => accessTo(point, road))
    .sort((left, right) => left.miles - right.miles)
    .slice(0, accessRoads);
}

/** Whether the network reaches a point: the contiguous states and what is near them. */
export function isReachable(point: Point): boolean {
  return (nearestRoads(point, roads)[0]?.miles ?? Number.POSITIVE_INFINITY) <= farthestMiles;
}

/** A piece of a way: a road, or the part of it between two places on it. */
interface Step {
  road: Road;
  miles: number;
  start: Point;
  end: Point;
}

interface Reached {
  miles: number;
  from: string | null;
  step: Step;
}

/** The part of a road between a point's access and one of its ends. */
function partTo({ road, share, at }: Access, end: 'from' | 'to'): Step {
  return { road, miles: road.miles * (end === 'to' ? 1 - share : share), start: at, end: placeOf(road[end]) };
}

function turnAround({ start, end, ...step }: Step): Step {
  return { ...step, start: end, end: start };
}

/** The shortest way from the accesses to every place, by Dijkstra's algorithm. With so few places a scan for the nearest is fast enough. */
function reachPlaces(accesses: readonly Access[], usable: readonly Road[]): Map<string, Reached> {
  const reached = new Map<string, Reached>();
  function reach(name: string, next: Reached): void {
    if (next.miles < (reached.get(name)?.miles ?? Number.POSITIVE_INFINITY)) reached.set(name, next);
  }
  for (const access of accesses) {
    for (const end of ['from', 'to'] as const) {
      const step = partTo(access, end);
      reach(access.road[end], { miles: access.miles * accessFactor + step.miles, from: null, step });
    }
  }
  const done = new Set<string>();
  for (;;) {
    const [next] = [...reached].filter(([name]) => !done.has(name)).sort(([, left], [, right]) => left.miles - right.miles);
    if (next === undefined) return reached;
    const [name, { miles }] = next;
    done.add(name);
    for (const road of usable) {
      if (road.from !== name && road.to !== name) continue;
      const other = road.from === name ? road.to : road.from;
      reach(other, { miles: miles + road.miles, from: name, step: { road, miles: road.miles, start: placeOf(name), end: placeOf(other) } });
    }
  }
}

/** Points between the given ones, so that no piece of the line is longer than the step. */
function drawLine(corners: readonly Point[]): Point[] {
  const line = corners.slice(0, 1);
  for (const [index, corner] of corners.entries()) {
    const before = corners[index - 1];
    if (before === undefined) continue;
    const pieces = Math.max(1, Math.ceil(straightMiles(before, corner) / lineStepMiles));
    for (let piece = 1; piece <= pieces; piece += 1) {
      const share = piece / pieces;
      line.push({ lat: before.lat + (corner.lat - before.lat) * share, lng: before.lng + (corner.lng - before.lng) * share });
    }
  }
  return line;
}

function crossesLake(from: Point, to: Point): boolean {
  return [0.25, 0.5, 0.75].some((share) => {
    const [lat, lng] = [from.lat + (to.lat - from.lat) * share, from.lng + (to.lng - from.lng) * share];
    return lakes.some(([south, north, west, east]) => lat > south && lat < north && lng > west && lng < east);
  });
}

/** What a part of a toll road costs is its share of the miles. */
function tollOf({ road, miles, start, end }: Step): Toll[] {
  // A town beside the start of a toll road does not use it.
  if (road.toll === null || miles < 1) return [];
  return [{ system: road.toll.system, dollars: Number((road.toll.dollars * (miles / road.miles)).toFixed(2)), entry: start, exit: end }];
}

/** The steps that lead to a place, in the order they are driven. */
function stepsTo(name: string, reached: ReadonlyMap<string, Reached>): Step[] {
  const steps: Step[] = [];
  for (let at: string | null = name; at !== null; ) {
    const found: Reached | undefined = reached.get(at);
    if (found === undefined) break;
    steps.unshift(found.step);
    at = found.from;
  }
  return steps;
}

/** The shortest way over the network, or undefined when it does not reach both points. */
export function findRoadRoute(from: Point, to: Point, { avoidTolls = false } = {}): RoadRoute | undefined {
  if (!isReachable(from) || !isReachable(to)) return undefined;
  const usable = avoidTolls ? roads.filter(({ toll }) => toll === null) : roads;
  const [starts, goals] = [nearestRoads(from, usable), nearestRoads(to, usable)];
  const reached = reachPlaces(starts, usable);

  const overPlaces = goals.flatMap((goal) =>
    (['from', 'to'] as const).flatMap((end) => {
      const found = reached.get(goal.road[end]);
      if (found === undefined) return [];
      const last = turnAround(partTo(goal, end));
      const miles = found.miles + last.miles + goal.miles * accessFactor;
      return [{ miles, steps: () => [...stepsTo(goal.road[end], reached), last] }];
    }),
  );
  const onOneRoad = starts.flatMap((start) =>
    goals
      .filter((goal) => goal.road === start.road)
      .map((goal) => {
        const step = { road: goal.road, miles: goal.road.miles * Math.abs(goal.share - start.share), start: start.at, end: goal.at };
        return { miles: (start.miles + goal.miles) * accessFactor + step.miles, steps: () => [step] };
      }),
  );
  const straight = straightMiles(from, to);
  const isLocal = straight <= localMiles && !crossesLake(from, to);
  const local = isLocal ? [{ miles: straight * localFactor, steps: () => [] }] : [];
  const [best] = [...overPlaces, ...onOneRoad, ...local].sort((left, right) => left.miles - right.miles);
  if (best === undefined) return undefined;
  const steps = best.steps().filter(({ miles }) => miles > 0);
  const corners = [from, ...steps.slice(0, 1).map(({ start }) => start), ...steps.map(({ end }) => end), to];
  return { miles: best.miles, line: drawLine(corners), tolls: steps.flatMap(tollOf) };
}
