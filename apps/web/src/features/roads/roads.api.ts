import { type MeasuredRoute, maxRouteStops, maxRoutesMeasured, type RouteStop, roadEndpoints } from '@headhaul/contracts/roads';
import type { Equipment } from '@headhaul/domain/equipment';
import { formatMonthDay } from '@headhaul/domain/time/when';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

const hourSeconds = 3_600;

// No toast on failure: the miles stay empty and the map draws straight lines, and no user action asked for them.
suppressToastOf('measureRoutes');

const roadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A question, although it is sent by POST: it changes nothing.
    measureRoutes: build.query({ ...fromContract(roadEndpoints.measureRoutes), keepUnusedDataFor: hourSeconds }),
  }),
});

/** Miles and lines for several routes at once. Undefined while they are measured, when that failed, and for none. */
export function useMeasuredRoutes(routes: readonly (readonly RouteStop[])[]): MeasuredRoute[] | undefined {
  const asked = routes
    .filter((stops) => stops.length >= 2)
    .slice(0, maxRoutesMeasured)
    .map((stops) => ({ stops: stops.slice(0, maxRouteStops) }));
  const { currentData } = roadsApi.useMeasureRoutesQuery({ body: { routes: asked } }, { skip: asked.length === 0 });
  return asked.length === 0 ? undefined : currentData?.routes;
}

/**
 * Miles and lines through the stops, for the truck that pulls this equipment. Undefined while they are measured, when that failed, and
 * for fewer than two stops.
 */
export function useMeasuredRoute(stops: readonly RouteStop[], equipment: Equipment | null = null): MeasuredRoute | undefined {
  const isRoute = stops.length >= 2 && stops.length <= maxRouteStops;
  const { currentData } = roadsApi.useMeasureRoutesQuery({ body: { routes: [{ stops: [...stops], equipment }] } }, { skip: !isRoute });
  return isRoute ? currentData?.routes[0] : undefined;
}

/** What a map says on which the route's lines are drawn. HERE asks to be named. A route of an earlier week names its week. */
export function creditOf(route: MeasuredRoute | undefined): string | undefined {
  if (route?.lineSource !== 'HERE') return undefined;
  return route.isOlder && route.week !== null ? `© HERE, week of ${formatMonthDay(route.week)}` : '© HERE';
}
