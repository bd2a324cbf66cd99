import type { Point } from '@headhaul/domain/places/distance';
import { z } from 'zod';
import { createProvider, ProviderRefusal } from '../../lib/net/providers/provider.ts';
import type { ApiPlatform } from '../../lib/platform.ts';
import { type FoundRoute, isAboutQuestion, type MapsService, mostMiles } from './map-question.ts';

const metersPerMile = 1_609.344;

/** The part of Google's answer that we ask for (Routes API, `computeRoutes`). Without a way there are no routes. */
const RoutesAnswer = z.object({ routes: z.array(z.object({ distanceMeters: z.number().min(0) })).default([]) });
const ErrorAnswer = z.object({ error: z.object({ status: z.string(), details: z.array(z.object({ reason: z.string() })).default([]) }) });

/**
 * Google's miles for a car, because it knows no trucks. Its tolls are those of a car, so they are not asked for. Its terms forbid to draw
 * its line on a map of others. Undefined without a key.
 */
export function createGoogleRoutes(platform: ApiPlatform): MapsService | undefined {
  const { GOOGLE_ROUTES_BASE: base, GOOGLE_ROUTES_KEY: key } = platform.env;
  if (!key) return undefined;
  // Google allows 3,000 a minute.
  const google = createProvider(platform, {
    name: 'google_routes',
    base,
    timeoutMs: 3_000,
    patienceMs: 4_000,
    perMinute: 2_700,
    companyLimit: 'routes',
  });
  return {
    route: (companyId, { points }) =>
      google.ask({
        companyId,
        account: 'ours',
        method: 'POST',
        path: '/directions/v2:computeRoutes',
        headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': 'routes.distanceMeters' },
        body: {
          origin: toWaypoint(points[0]),
          destination: toWaypoint(points.at(-1)),
          intermediates: points.slice(1, -1).map(toWaypoint),
          travelMode: 'DRIVE',
        },
        read: readGoogleRoute,
      }),
  };
}

function toWaypoint(point: Point | undefined) {
  return { location: { latLng: { latitude: point?.lat, longitude: point?.lng } } };
}

export function readGoogleRoute({ status, body }: { status: number; body: unknown }): FoundRoute | null {
  if (status !== 200) {
    const { data } = ErrorAnswer.safeParse(body);
    // A wrong key has the status of a wrong question.
    const isKey = status === 401 || status === 403 || data?.error.details.some(({ reason }) => reason.startsWith('API_KEY'));
    if (isKey) throw new ProviderRefusal(`status ${status}`);
    if (isAboutQuestion(status)) return null;
    throw new Error(`status ${status}`);
  }
  const [route] = RoutesAnswer.parse(body).routes;
  if (!route) return null;
  const miles = Math.round(route.distanceMeters / metersPerMile);
  if (miles > mostMiles) return null;
  return { miles, lines: null, tollsCents: null };
}
