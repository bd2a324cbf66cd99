import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServiceControl } from '../json-service/test-json-service.ts';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';
import { applyMask, MaskError, parseMask } from './field-mask.ts';

let sandbox: Sandbox;
const control = createServiceControl(() => sandbox, 'google-routes');
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => control.clear());
afterAll(() => sandbox.stop());

interface Route {
  distanceMeters: number;
  duration: string;
  polyline: { encodedPolyline: string };
  legs: { distanceMeters: number }[];
  travelAdvisory?: { tollInfo?: { estimatedPrice?: { currencyCode: string; units: string; nanos?: number }[] } };
}

const at = (latitude: number, longitude: number) => ({ location: { latLng: { latitude, longitude } } });
const usual = {
  origin: at(41.53, -88.06),
  destination: at(40.27, -76.88),
  travelMode: 'DRIVE',
  extraComputations: ['TOLLS'],
};
const usualMask = 'routes.distanceMeters,routes.duration,routes.polyline.encodedPolyline,routes.legs,routes.travelAdvisory.tollInfo';

function post(body: object | string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${addressOf(sandbox, 'google-routes')}/directions/v2:computeRoutes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': testClient.secret, 'x-goog-fieldmask': usualMask, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function routeOf(body: object = {}, headers: Record<string, string> = {}): Promise<Route> {
  const { routes } = (await (await post({ ...usual, ...body }, headers)).json()) as { routes: Route[] };
  const [route] = routes;
  if (!route) throw new Error('no route');
  return route;
}

describe('POST /directions/v2:computeRoutes', () => {
  it('meters, seconds as text, an encoded polyline, and the tolls of a car as money', async () => {
    const route = await routeOf();
    expect(route.distanceMeters / 1_609.344).toBeCloseTo(665, -1);
    expect(route.duration).toMatch(/^\d+s$/);
    expect(route.polyline.encodedPolyline.length).toBeGreaterThan(50);
    expect(route.legs).toHaveLength(1);
    expect(route.travelAdvisory).toEqual({ tollInfo: { estimatedPrice: [{ currencyCode: 'USD', units: '42', nanos: 870_000_000 }] } });
  });

  it('a leg for each part between stops', async () => {
    const route = await routeOf({ intermediates: [at(41.65, -83.54)] });
    expect(route.legs).toHaveLength(2);
    expect(Math.abs(route.legs.reduce((sum, leg) => sum + leg.distanceMeters, 0) - route.distanceMeters)).toBeLessThan(2);
  });

  it('addresses instead of coordinates, 404 for one that nobody knows', async () => {
    const route = await routeOf({ origin: { address: 'Joplin, MO' }, destination: { address: 'Dallas, TX' } });
    expect(route.distanceMeters / 1_609.344).toBeCloseTo(372, -1);
    expect((await post({ ...usual, origin: { address: 'Atlantis, ZZ' } })).status).toBe(404);
  });

  it('no toll info unless TOLLS is asked for, nor on a way without tolls', async () => {
    expect(await routeOf({ extraComputations: [] })).not.toHaveProperty('travelAdvisory.tollInfo');
    expect(await routeOf({ routeModifiers: { avoidTolls: true } })).not.toHaveProperty('travelAdvisory.tollInfo');
    expect(await routeOf({ origin: at(33.45, -112.07), destination: at(32.78, -96.8) })).not.toHaveProperty('travelAdvisory.tollInfo');
  });

  it('only the fields of the mask, all with *', async () => {
    expect(await routeOf({}, { 'x-goog-fieldmask': 'routes.distanceMeters' })).toEqual({ distanceMeters: expect.any(Number) });
    expect(await routeOf({}, { 'x-goog-fieldmask': '*' })).toMatchObject({
      routeLabels: ['DEFAULT_ROUTE'],
      viewport: { low: {}, high: {} },
    });
  });

  it('a GeoJSON line on demand', async () => {
    const { polyline } = await routeOf({ polylineEncoding: 'GEO_JSON_LINESTRING' }, { 'x-goog-fieldmask': 'routes.polyline' });
    expect(polyline).toMatchObject({ geoJsonLinestring: { type: 'LineString' } });
  });

  it('an empty object when there is no route', async () => {
    const response = await post({ ...usual, destination: at(21.31, -157.86) });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({});
  });

  it.each([
    [{ 'x-goog-api-key': '' }, 403, 'PERMISSION_DENIED'],
    [{ 'x-goog-api-key': 'wrong' }, 400, 'INVALID_ARGUMENT'],
    [{ 'x-goog-fieldmask': '' }, 400, 'INVALID_ARGUMENT'],
    [{ 'x-goog-fieldmask': 'routes.colour' }, 400, 'INVALID_ARGUMENT'],
  ] as [Record<string, string>, number, string][])('%j is refused with %i', async (headers, code, status) => {
    const response = await post(usual, headers);
    expect(response.status).toBe(code);
    expect(await response.json()).toMatchObject({ error: { code, status, message: expect.any(String) } });
  });

  it('names the reason of a wrong key', async () => {
    expect(await (await post(usual, { 'x-goog-api-key': 'wrong' })).json()).toMatchObject({
      error: { details: [{ reason: 'API_KEY_INVALID' }] },
    });
  });

  it.each(['{', '[]', { ...usual, origin: at(95, 0) }, { ...usual, travelMode: 'TRUCK' }, { destination: usual.destination }])(
    '400 for %j',
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );

  it('404 for another path and another method', async () => {
    const address = addressOf(sandbox, 'google-routes');
    expect((await fetch(`${address}/directions/v2:computeRoutes`)).status).toBe(404);
    expect((await fetch(`${address}/distanceMatrix/v2:computeRouteMatrix`, { method: 'POST' })).status).toBe(404);
  });
});

describe('faults and oddities', () => {
  it('tollPriceUnknown says that there are tolls, but not how much', async () => {
    await control.setOddities({ tollPriceUnknown: true });
    expect((await routeOf()).travelAdvisory).toEqual({ tollInfo: {} });
  });

  it('429 and 503 in Google’s format', async () => {
    await control.setFaults({ errorStatus: 429 });
    expect(await (await post(usual)).json()).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } });
    await control.setFaults({ errorStatus: 503 });
    expect(await (await post(usual)).json()).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } });
  });

  it('has a page', async () => {
    expect(await (await fetch(`${sandbox.address}/google-routes`)).text()).toContain('Price of tolls unknown');
  });
});

describe('field masks', () => {
  const value = { routes: [{ distanceMeters: 5, duration: '1s', legs: [{ duration: '1s', distanceMeters: 5 }] }] };

  it.each([
    ['routes', value],
    ['routes.duration', { routes: [{ duration: '1s' }] }],
    ['routes.legs.duration,routes.distanceMeters', { routes: [{ distanceMeters: 5, legs: [{ duration: '1s' }] }] }],
    ['routes.legs,routes.legs.duration', { routes: [{ legs: [{ duration: '1s', distanceMeters: 5 }] }] }],
  ])('%s', (mask, masked) => {
    expect(applyMask(value, parseMask(mask))).toEqual(masked);
  });

  it.each(['', 'route', 'routes.', 'routes.duration.seconds', 'routes..duration'])('“%s” names nothing', (mask) => {
    expect(() => parseMask(mask)).toThrow(MaskError);
  });
});
