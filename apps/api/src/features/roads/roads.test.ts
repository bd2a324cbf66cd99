import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { maxRouteStops, maxRoutesMeasured, type RouteStop, roadEndpoints } from '@headhaul/contracts/roads';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryAt, makeLoad, pickupAt } from '../../testing/office.ts';
import { sendJson } from '../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

const dallas = { lat: 32.7767, lng: -96.797, city: 'Dallas', state: 'TX' };
const memphis = { lat: 35.1495, lng: -90.049, city: 'Memphis', state: 'TN' };
const nashville = { lat: 36.1627, lng: -86.7816, city: 'Nashville', state: 'TN' };
const winnipeg = { lat: 49.9, lng: -97.14, city: 'Winnipeg', state: 'MB' };

let api: TestApp;
let owner: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  owner = await api.signUp();
});
afterAll(() => api.close());

const measure = (client: TestClient, ...routes: RouteStop[][]) =>
  client.call(roadEndpoints.measureRoutes, { body: { routes: routes.map((stops) => ({ stops })) } });

/** A load of two stops. Without miles the API measures them. */
const haul = (client: TestClient, from: RouteStop, to: RouteStop, loadedMiles: number | null) =>
  makeLoad(client, {
    stops: [pickupAt({ city: from.city ?? '', state: 'TX' }), deliveryAt({ city: to.city ?? '', state: 'TN' })],
    loadedMiles,
  });

describe('POST /roads/measure', () => {
  it('401 for a stranger', async () => {
    expect((await api.fetch('/api/roads/measure', { method: 'POST' })).status).toBe(401);
  });

  it('200 with highway miles and the line of each leg, the same both ways', async () => {
    const client = await api.signUp();
    const { routes } = await measure(client, [dallas, memphis], [memphis, dallas], [dallas, memphis, nashville]);
    const [there, back, through] = routes;
    expect(there?.source).toBe('NETWORK');
    expect(there?.miles).toBeGreaterThanOrEqual(449);
    expect(there?.miles).toBeLessThanOrEqual(457);
    expect(back?.miles).toBe(there?.miles);
    expect(through?.lines).toHaveLength(2);
    const line = readPolyline(there?.lines[0] ?? '');
    expect(line.length).toBeGreaterThan(20);
    expect(line[0]).toEqual({ lat: 32.7767, lng: -96.797 });
    expect(line.at(-1)).toEqual({ lat: 35.1495, lng: -90.049 });
  });

  it('200 with an estimate and a straight line where no highway is known', async () => {
    const { routes } = await measure(owner, [dallas, winnipeg]);
    expect(routes[0]).toMatchObject({ source: 'ESTIMATE' });
    expect(readPolyline(routes[0]?.lines[0] ?? '')).toHaveLength(2);
  });

  it('200 with the miles that the company entered on the lane, either way, and not those of another company', async () => {
    const client = await api.signUp();
    for (const miles of [466, 470, 461]) await haul(client, dallas, memphis, miles);
    const { routes } = await measure(client, [dallas, memphis], [memphis, dallas], [dallas, nashville], [dallas, memphis, nashville]);
    expect(routes.map(({ miles, source }) => [source, source === 'OWN_LOADS' ? miles : null])).toEqual([
      ['OWN_LOADS', 466],
      ['OWN_LOADS', 466],
      ['NETWORK', null],
      ['NETWORK', null],
    ]);
    expect((await measure(await api.signUp(), [dallas, memphis])).routes[0]?.source).toBe('NETWORK');
  });

  it('200 without a mistyped or deleted load', async () => {
    const client = await api.signUp();
    await haul(client, dallas, memphis, 45);
    expect((await measure(client, [dallas, memphis])).routes[0]?.source).toBe('NETWORK');
    const gone = await haul(client, dallas, nashville, 690);
    expect((await measure(client, [dallas, nashville])).routes[0]).toMatchObject({ miles: 690, source: 'OWN_LOADS' });
    await client.call(loadEndpoints.deleteLoad, { params: { id: gone.id } });
    expect((await measure(client, [dallas, nashville])).routes[0]?.source).toBe('NETWORK');
  });

  it.each([
    ['one stop', [{ stops: [dallas] }]],
    ['no route', []],
    ['too many routes', Array(maxRoutesMeasured + 1).fill({ stops: [dallas, memphis] })],
    ['too many stops', [{ stops: Array(maxRouteStops + 1).fill(dallas) }]],
    ['a place that is not on Earth', [{ stops: [dallas, { lat: 91, lng: 0 }] }]],
  ])('400 for %s', async (_name, routes) => {
    expect((await sendJson(owner, 'POST', '/roads/measure', { routes })).status).toBe(400);
  });
});

describe('the miles of a load', () => {
  it('follow the highways, then the company’s own loads, and stay as they were entered', async () => {
    const client = await api.signUp();
    const first = await haul(client, dallas, memphis, null);
    expect(first.milesSource).toBe('NETWORK');
    expect(Math.abs(first.loadedMiles - 453)).toBeLessThan(12);
    expect(await haul(client, dallas, memphis, 470)).toMatchObject({ loadedMiles: 470, milesSource: 'ENTERED' });
    expect(await haul(client, dallas, memphis, null)).toMatchObject({ loadedMiles: 470, milesSource: 'OWN_LOADS' });
  });
});
