import type { RoadsData } from '../../packages/domain/src/roads/network.ts';
import type { Link, Town } from './links.ts';
import {
  addNode,
  addRoad,
  between,
  drawnMeters,
  isJoined,
  joinThrough,
  metersTo,
  nearestOn,
  nodeAt,
  type Place,
  type RoadMap,
  readMap,
  roadsAround,
  type Spot,
  spotOf,
  straightMeters,
  writeMap,
} from './road-map.ts';

/** A town is joined to the roads that pass it within so many meters. */
const reachMeters = 8_000;
/** A road this near goes through the town. */
const inTownMeters = 2_000;
/** A node this near on the road is used instead of a new one. */
const nodeToleranceMeters = 2_500;
/** Streets from the town to a road that passes it are this much longer than the straight line. */
const streetFactor = 1.2;
const streetKind = 2;
/** A link is left out if the roads that are there take less than this many times its length: their lines are measured, its is straight. */
const worthwhile = 1.3;
/** A way to a road that passes the town is added only if the roads that are there take so many times its length. */
const worthwhileStreet = 2;
/** A link crosses a road so far from its towns, or from its last crossing. Nearer to a town, the town's own ways join them. */
const crossingGapMeters = 3_000;

/** The network with the links that it lacks, and those links. */
export function addLinks(base: RoadsData, links: readonly Link[]): { roads: RoadsData; added: Link[] } {
  const trial = readMap(base);
  const nodes = placeTowns(trial, links);
  const added = links.filter((link) => {
    const [from, to] = [nodeOf(nodes, link.from), nodeOf(nodes, link.to)];
    if (from === to || isJoined(trial, from, to, metersOf(trial, link, from, to) * worthwhile)) return false;
    layLink(trial, link, from, to);
    return true;
  });
  // Once more without the towns whose links were all left out.
  const map = readMap(base);
  const used = placeTowns(map, added);
  for (const link of added) layLink(map, link, nodeOf(used, link.from), nodeOf(used, link.to));
  for (const node of used.values()) joinPassing(map, node);
  return { roads: writeMap(joinThrough(map, base.nodeLng.length)), added };
}

function nodeOf(nodes: ReadonlyMap<Town, number>, town: Town): number {
  const node = nodes.get(town);
  if (node === undefined) throw new Error(`${town.id} has no node`);
  return node;
}

/** A node at each town of the links, on the road that goes through it if there is one. */
function placeTowns(map: RoadMap, links: readonly Link[]): Map<Town, number> {
  const nodes = new Map<Town, number>();
  for (const town of links.flatMap(({ from, to }) => [from, to])) {
    if (nodes.has(town)) continue;
    const [nearest] = passing(map, town.spot, inTownMeters);
    const node = nearest ? nodeAt(map, nearest, nodeToleranceMeters) : addNode(map, town.spot);
    nodes.set(town, node);
    joinPassing(map, node);
  }
  return nodes;
}

function passing(map: RoadMap, spot: Spot, reach: number): Place[] {
  return roadsAround(map, [spot], reach)
    .flatMap((road) => nearestOn(road, spot, reach) ?? [])
    .sort((a, b) => a.away - b.away);
}

function joinPassing(map: RoadMap, town: number): void {
  const spot = spotOf(map, town);
  for (const { road } of passing(map, spot, reachMeters)) {
    // The part that is nearest may have become another road by an earlier step of this loop.
    const place = nearestOn(road, spot, reachMeters);
    if (!place || road.from === town || road.to === town) continue;
    const limit = place.away * streetFactor * worthwhileStreet;
    const along = metersTo(place);
    if (isJoined(map, town, road.from, limit - along) || isJoined(map, town, road.to, limit - (road.meters - along))) continue;
    const node = nodeAt(map, place, nodeToleranceMeters);
    const meters = Math.round(straightMeters(spot, spotOf(map, node)) * streetFactor);
    if (isJoined(map, town, node, meters * worthwhileStreet)) continue;
    addRoad(map, { from: town, to: node, meters, kind: streetKind, points: [spot, spotOf(map, node)] });
  }
}

function metersOf(map: RoadMap, { factor }: Link, from: number, to: number): number {
  return Math.round(straightMeters(spotOf(map, from), spotOf(map, to)) * factor);
}

/** Lays the link straight from town to town, with a node at each road that it crosses. */
function layLink(map: RoadMap, link: Link, from: number, to: number): void {
  const nodes = [from];
  for (;;) {
    const crossing = firstCrossing(map, nodes.at(-1) ?? from, to, nodes);
    if (!crossing) break;
    nodes.push(nodeAt(map, crossing, nodeToleranceMeters));
  }
  nodes.push(to);
  const spots = nodes.map((node) => spotOf(map, node));
  const whole = metersOf(map, link, from, to);
  const drawn = drawnMeters(spots);
  let laid = 0;
  for (const [index, end] of nodes.entries()) {
    const start = nodes[index - 1];
    if (start === undefined) continue;
    const meters = Math.round((whole * drawnMeters(spots.slice(0, index + 1))) / drawn) - laid;
    laid += meters;
    addRoad(map, { from: start, to: end, meters, kind: link.kind, points: [spotOf(map, start), spotOf(map, end)] });
  }
}

/** Where the straight line between two nodes first crosses a road, away from both. */
function firstCrossing(map: RoadMap, from: number, to: number, passed: readonly number[]): Place | null {
  const [start, end] = [spotOf(map, from), spotOf(map, to)];
  let first: { place: Place; at: number } | null = null;
  for (const road of roadsAround(map, [start, end], 0)) {
    if (road.from === from || road.to === from || road.from === to || road.to === to) continue;
    for (const [piece, a] of road.points.entries()) {
      const b = road.points[piece + 1];
      if (!b) break;
      const crossing = crossingOf(start, end, a, b);
      if (!crossing || crossing.at >= (first?.at ?? 1)) continue;
      const spot = between(a, b, crossing.share);
      if (straightMeters(start, spot) < crossingGapMeters || straightMeters(spot, end) < crossingGapMeters) continue;
      if (passed.includes(road.from) || passed.includes(road.to)) continue;
      first = { place: { road, piece, share: crossing.share, spot, away: 0 }, at: crossing.at };
    }
  }
  return first?.place ?? null;
}

/** Where two straight pieces cross: how far along the one and along the other, from 0 to 1. */
function crossingOf(start: Spot, end: Spot, a: Spot, b: Spot): { at: number; share: number } | null {
  const [x, y] = [end.lng - start.lng, end.lat - start.lat];
  const [u, v] = [b.lng - a.lng, b.lat - a.lat];
  const turn = x * v - y * u;
  if (turn === 0) return null;
  const at = ((a.lng - start.lng) * v - (a.lat - start.lat) * u) / turn;
  const share = ((a.lng - start.lng) * y - (a.lat - start.lat) * x) / turn;
  return at > 0 && at < 1 && share >= 0 && share <= 1 ? { at, share } : null;
}
