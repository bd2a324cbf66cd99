import type { MeasuredRoute } from '@headhaul/contracts/roads';
import type { Equipment } from '@headhaul/domain/equipment';
import { estimateRoadMiles, greatCircleMiles, type Point } from '@headhaul/domain/places/distance';
import type { MilesSource } from '@headhaul/domain/roads/miles-source';
import { writePolyline } from '@headhaul/domain/roads/polyline';
import { type RoadRoute, roadRoute } from '@headhaul/domain/roads/route';
import { truckClassOf } from '@headhaul/domain/roads/truck-class';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { findKeptMapRoutes, isOfEarlierWeek, type MapRoute, type Maps, type Way } from '../maps/maps.service.ts';
import { roads } from './network.ts';
import { findOwnMiles, type Lane } from './own-lanes.ts';

/** A stop on the way. Its city and state are known if somebody entered them. */
export interface RouteStop extends Point {
  city: string | null;
  state: string | null;
}

export interface RouteToMeasure {
  stops: readonly RouteStop[];
  /** Says what truck it is, if a maps service is asked. */
  equipment: Equipment | null;
}

interface Measured {
  miles: number;
  source: MilesSource;
}

/** The column that holds miles has the same limit. */
const mostMiles = 20_000;
/** Entered miles count as a typing mistake if they are shorter than the straight line, or more than twice as long and 50 miles besides. */
const longestShare = 2;
const longestMore = 50;

/**
 * The miles of each route by the best source: the company's own past loads on the lane, then what is kept of the maps service, then our
 * highways, then the straight line. Lanes of more than two stops are not looked up in the company's loads, because the stops between
 * differ from load to load. No service is asked, because a transaction must not wait for one.
 */
export async function measureMiles(tx: TenantTx, routes: readonly RouteToMeasure[]): Promise<Measured[]> {
  const own = await findOwnLanes(tx, routes);
  const mapRoutes = await findKeptMapRoutes(tx.db, routes.map(toWay));
  const breathe = createBreather();
  const measured: Measured[] = [];
  for (const [index, { stops }] of routes.entries()) {
    const known = chooseKnown(own[index] ?? null, mapRoutes[index] ?? null);
    measured.push(known ?? byHighways(stops, await findLegs(stops, breathe)));
  }
  return measured;
}

/** The same with the lines to draw. The maps service is asked for routes that are not kept, before the transaction. */
export async function measureRoutes(ctx: Ctx, maps: Maps, routes: readonly RouteToMeasure[]): Promise<MeasuredRoute[]> {
  const asked = await maps.routes(ctx.actor.companyId, routes.map(toWay));
  const own = await ctx.transaction((tx) => findOwnLanes(tx, routes));
  const breathe = createBreather();
  const measured: MeasuredRoute[] = [];
  for (const [index, { stops }] of routes.entries()) {
    const { route: mapRoute, notAsked } = asked[index] ?? { route: null, notAsked: null };
    const known = chooseKnown(own[index] ?? null, mapRoute);
    const lines = mapRoute?.lines ?? null;
    const isUsed = lines !== null || known?.source === 'PROVIDER';
    // A map needs the highways, unless the maps service gave a line and the miles are known.
    const legs = known !== null && lines !== null ? null : await findLegs(stops, breathe);
    measured.push({
      ...(known ?? byHighways(stops, legs)),
      week: isUsed ? (mapRoute?.week ?? null) : null,
      isOlder: isUsed && mapRoute !== null && isOfEarlierWeek(mapRoute),
      notAsked,
      lines: lines ?? stops.slice(1).map((to, leg) => writePolyline(legs?.[leg]?.line ?? [stops[leg] ?? to, to])),
      lineSource: lines !== null ? 'HERE' : legs !== null ? 'NETWORK' : 'STRAIGHT',
    });
  }
  return measured;
}

/**
 * The lines of ways by our highways, in their order; a straight one where no road is known. No maps service is asked: whoever looks through
 * postings would use up the company's routes of the day.
 */
export async function drawWays(ways: readonly (readonly [from: Point, to: Point])[]): Promise<{ line: string; isByRoad: boolean }[]> {
  const breathe = createBreather();
  const drawn: { line: string; isByRoad: boolean }[] = [];
  for (const [from, to] of ways) {
    const route = roadRoute(roads, [from, to]);
    drawn.push({ line: writePolyline(route?.line ?? [from, to]), isByRoad: route !== null });
    await breathe();
  }
  return drawn;
}

function toWay({ stops, equipment }: RouteToMeasure): Way {
  // Nearly all loads are pulled by a tractor, and the miles of the others hardly differ.
  return { stops, truck: truckClassOf(equipment) ?? 'TRACTOR_TRAILER' };
}

/** The miles of the company's own loads on the lane of each route, if they are plausible. */
async function findOwnLanes(tx: TenantTx, routes: readonly RouteToMeasure[]): Promise<(number | null)[]> {
  const lanes = routes.map(({ stops }) => laneOf(stops));
  const own = await findOwnMiles(
    tx,
    lanes.filter((lane) => lane !== null),
  );
  let next = 0;
  return routes.map(({ stops }, index) => {
    const entered = lanes[index] == null ? null : (own[next++] ?? null);
    return entered !== null && isPlausible(stops, entered) ? entered : null;
  });
}

/** The highways of each leg; null where one of them has none. */
async function findLegs(stops: readonly RouteStop[], breathe: () => Promise<void>): Promise<RoadRoute[] | null> {
  const legs: RoadRoute[] = [];
  for (const [at, to] of stops.entries()) {
    const from = stops[at - 1];
    const leg = from && roadRoute(roads, [from, to]);
    if (leg) legs.push(leg);
    await breathe();
  }
  return legs.length === stops.length - 1 ? legs : null;
}

function chooseKnown(own: number | null, mapRoute: MapRoute | null): Measured | null {
  if (own !== null) return { miles: own, source: 'OWN_LOADS' };
  return mapRoute && { miles: mapRoute.miles, source: 'PROVIDER' };
}

function byHighways(stops: readonly RouteStop[], legs: readonly RoadRoute[] | null): Measured {
  const miles = legs?.reduce((sum, { legMiles: [leg = 0] }) => sum + leg, 0);
  if (miles !== undefined) return { miles: Math.min(Math.round(miles), mostMiles), source: 'NETWORK' };
  return { miles: Math.min(estimateRoadMiles(stops), mostMiles), source: 'ESTIMATE' };
}

function isPlausible([from, to]: readonly RouteStop[], miles: number): boolean {
  if (!from || !to) return false;
  const straight = greatCircleMiles(from, to);
  // A city's center may lie a few miles from the dock.
  return miles >= straight * 0.95 - 10 && miles <= straight * longestShare + longestMore;
}

function laneOf(stops: readonly RouteStop[]): Lane | null {
  const [from, to, ...more] = stops;
  if (!from?.city || !from.state || !to?.city || !to.state || more.length > 0) return null;
  return { fromCity: from.city, fromState: from.state, toCity: to.city, toState: to.state };
}
