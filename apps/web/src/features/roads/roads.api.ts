import { type MeasuredRoute, maxRouteStops, type RouteStop, roadEndpoints } from '@headhaul/contracts/roads';
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

/** Miles and lines through the stops. Undefined while they are measured, when that failed, and for fewer than two stops. */
export function useMeasuredRoute(stops: readonly RouteStop[]): MeasuredRoute | undefined {
  const isRoute = stops.length >= 2 && stops.length <= maxRouteStops;
  const { currentData } = roadsApi.useMeasureRoutesQuery({ body: { routes: [{ stops: [...stops] }] } }, { skip: !isRoute });
  return isRoute ? currentData?.routes[0] : undefined;
}
