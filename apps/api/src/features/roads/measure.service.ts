import type { MeasuredRoute } from '@headhaul/contracts/roads';
import { estimateRoadMiles, greatCircleMiles, type Point } from '@headhaul/domain/places/distance';
import type { MilesSource } from '@headhaul/domain/roads/miles-source';
import { writePolyline } from '@headhaul/domain/roads/polyline';
import { type RoadRoute, roadRoute } from '@headhaul/domain/roads/route';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { roads } from './network.ts';
import { findOwnMiles, type Lane } from './own-lanes.ts';

/** A stop on the way. Its city and state are known if somebody entered them. */
export interface RouteStop extends Point {
  city: string | null;
  state: string | null;
}

export interface Measured {
  miles: number;
  source: MilesSource;
}

/** The column that holds miles has the same limit. */
const mostMiles = 20_000;
/** Entered miles count as a typing mistake if they are shorter than the straight line, or more than twice as long and 50 miles besides. */
const longestShare = 2;
const longestMore = 50;

/**
 * The miles of each route by the best source: the company's own past loads on the lane, then our highways, then the straight line. Lanes of
 * more than two stops are not looked up, because the stops between differ from load to load.
 */
export async function measureMiles(tx: TenantTx, routes: readonly (readonly RouteStop[])[]): Promise<Measured[]> {
  const measured = await measureAll(tx, routes);
  return measured.map(({ miles, source }) => ({ miles, source }));
}

/** The same with the lines to draw. */
export async function measureRoutes(tx: TenantTx, routes: readonly (readonly RouteStop[])[]): Promise<MeasuredRoute[]> {
  const measured = await measureAll(tx, routes);
  return measured.map(({ miles, source, legs }, index) => {
    const stops = routes[index] ?? [];
    const lines = stops.slice(1).map((to, leg) => writePolyline(legs?.[leg]?.line ?? [stops[leg] ?? to, to]));
    return { miles, source, lines };
  });
}

async function measureAll(tx: TenantTx, routes: readonly (readonly RouteStop[])[]): Promise<(Measured & { legs: RoadRoute[] | null })[]> {
  const breathe = createBreather();
  const lanes = routes.map(laneOf);
  const own = await findOwnMiles(
    tx,
    lanes.filter((lane) => lane !== null),
  );
  let ownIndex = 0;
  const measured: (Measured & { legs: RoadRoute[] | null })[] = [];
  for (const [index, stops] of routes.entries()) {
    const legs: RoadRoute[] = [];
    for (const [at, to] of stops.entries()) {
      const from = stops[at - 1];
      const leg = from && roadRoute(roads, [from, to]);
      if (leg) legs.push(leg);
      await breathe();
    }
    const isWhole = legs.length === stops.length - 1;
    const entered = lanes[index] == null ? null : (own[ownIndex++] ?? null);
    measured.push({ ...choose(stops, isWhole ? legs : null, entered), legs: isWhole ? legs : null });
  }
  return measured;
}

function choose(stops: readonly RouteStop[], legs: readonly RoadRoute[] | null, entered: number | null): Measured {
  if (entered !== null && isPlausible(stops, entered)) return { miles: entered, source: 'OWN_LOADS' };
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
