import { Writable } from 'node:stream';
import { type MeasuredRoute, type RouteStop, roadEndpoints } from '@headhaul/contracts/roads';
import type { Equipment } from '@headhaul/domain/equipment';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import { addDays } from '@headhaul/domain/time/zoned-time';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import { deliveryAt, makeLoad, pickupAt } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { withFreshApp } from '../../testing/providers/fmcsa.ts';
import { ownRedis, plantFault, serviceFaults, startTestServices, type TestServices } from '../../testing/providers/test-services.ts';
import { addTeammate } from '../../testing/team.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { createTollFinder, findKeptTolls, type TollWay } from '../fuel/tolls.service.ts';
import { dropOldRoutes } from './kept-routes.jobs.ts';
import { thisWeek } from './map-question.ts';
import { openMaps } from './maps.service.ts';

const key = 'headhaul-dev-secret';
const joliet = { lat: 41.5251, lng: -88.0817, city: 'Joliet', state: 'IL' };
const harrisburg = { lat: 40.2732, lng: -76.8867, city: 'Harrisburg', state: 'PA' };
const toledo = { lat: 41.65, lng: -83.54, city: 'Toledo', state: 'OH' };
const honolulu = { lat: 21.31, lng: -157.86, city: 'Honolulu', state: 'HI' };

let services: TestServices<'here' | 'google-routes'>;
let bases: Record<string, string>;
beforeAll(async () => {
  services = await startTestServices(['here', 'google-routes']);
  bases = {
    HERE_API_BASE: `http://localhost:${services.port + 14}`,
    GOOGLE_ROUTES_BASE: `http://localhost:${services.port + 15}`,
    REDIS_URL: ownRedis(11),
  };
});
afterEach(() => services.clear());
afterAll(() => services.stop());

const here = { HERE_API_KEY: key };
const google = { GOOGLE_ROUTES_KEY: key };

/** An app of its own for each test: a service that failed is not asked for a while. */
const withApp = (keys: Record<string, string>, work: (client: TestClient, app: TestApp) => Promise<void>) =>
  withFreshApp({ ...bases, ...keys }, async (client, app) => {
    await app.platform.redis.flushdb();
    await work(client, app);
  });

async function measure(client: TestClient, stops: RouteStop[], equipment: Equipment | null = null): Promise<MeasuredRoute | undefined> {
  const { routes } = await client.call(roadEndpoints.measureRoutes, { body: { routes: [{ stops, equipment }] } });
  return routes[0];
}
const countOf = async (service: 'here' | 'google-routes') => (await services.listRequests(service)).length;
const way = { stops: [joliet, harrisburg], equipment: 'DRY_VAN' } as const;
const findTolls = ({ platform }: TestApp, client: TestClient, one: TollWay) =>
  createTollFinder(platform).findTolls(client.user.companyId, one);
async function usesOf({ admin }: TestApp, companyId: string): Promise<number> {
  const { rows } = await admin.query<{ used: number }>(
    `select coalesce(sum(used), 0)::int as used from limit_uses where company_id = $1 and feature = 'mapRoutesPerDay'`,
    [companyId],
  );
  return rows[0]?.used ?? 0;
}
/** Of the day that the company counts now. */
const setUses = ({ admin }: TestApp, companyId: string, used: number) =>
  admin.query(`update limit_uses set used = $2 where company_id = $1 and feature = 'mapRoutesPerDay'`, [companyId, used]);
const byHere = (cents: number) => ({ cents, source: 'HERE', week: thisWeek(), isOlder: false });
/** Moves what is kept into an earlier week. */
const age = (app: TestApp, weeks: number) => app.admin.query('update map_routes set week = week - $1::int', [weeks * 7]);

describe('POST /roads/measure with a key of HERE', () => {
  it('200 with the miles and the lines of HERE, asked for once a week by all companies', () =>
    withApp(here, async (client, app) => {
      const route = await measure(client, [joliet, toledo, harrisburg]);
      expect(route).toMatchObject({ source: 'PROVIDER', lineSource: 'HERE', week: thisWeek() });
      expect(Math.abs((route?.miles ?? 0) - 665)).toBeLessThan(10);
      expect(route?.lines).toHaveLength(2);
      const line = readPolyline(route?.lines[0] ?? '');
      expect(line.length).toBeGreaterThan(1);
      expect(Math.abs((line[0]?.lat ?? 0) - joliet.lat)).toBeLessThan(0.5);
      expect(await measure(await app.signUp(), [joliet, toledo, harrisburg])).toEqual(route);
      // A dock some hundred feet away is the same question.
      expect(await measure(client, [{ ...joliet, lat: 41.5262 }, toledo, harrisburg])).toEqual(route);
      expect(await countOf('here')).toBe(1);
      await age(app, 1);
      await measure(client, [joliet, toledo, harrisburg]);
      expect(await countOf('here')).toBe(2);
    }));

  it('200 and HERE gets rounded points, the size of the truck, and nothing else', () =>
    withApp(here, async (client) => {
      await measure(client, [joliet, toledo, harrisburg], 'BOX_TRUCK');
      const [{ path } = { path: '' }] = await services.listRequests('here');
      const query = new URL(path, 'http://here').searchParams;
      expect([query.get('origin'), query.getAll('via'), query.get('destination')]).toEqual([
        '41.53,-88.08',
        ['41.65,-83.54'],
        '40.27,-76.89',
      ]);
      expect([query.get('transportMode'), query.get('vehicle[axleCount]'), query.get('vehicle[grossWeight]')]).toEqual([
        'truck',
        '2',
        '11793',
      ]);
      await measure(client, [joliet, toledo, harrisburg], 'REEFER');
      expect(await countOf('here')).toBe(2);
    }));

  it('200 with one question when many people ask for the same route at once', () =>
    withApp(here, async (client, app) => {
      await services.setFaults('here', { latencyMs: 300 });
      const other = await app.signUp();
      const routes = await Promise.all([client, other, client, other].map((one) => measure(one, [joliet, harrisburg])));
      expect(new Set(routes.map((route) => JSON.stringify(route))).size).toBe(1);
      expect(await countOf('here')).toBe(1);
    }));

  it('200 with one question for miles and tolls of the same way at once', () =>
    withApp(here, async (client, app) => {
      await services.setFaults('here', { latencyMs: 300 });
      const [route, tolls] = await Promise.all([measure(client, [joliet, harrisburg], 'DRY_VAN'), findTolls(app, client, way)]);
      expect([route?.source, tolls]).toEqual(['PROVIDER', byHere(14_290)]);
      expect(await countOf('here')).toBe(1);
    }));

  it('200 with the company’s own miles first, and still HERE’s line', () =>
    withApp(here, async (client) => {
      const stops = [pickupAt({ city: 'Joliet', state: 'IL' }), deliveryAt({ city: 'Harrisburg', state: 'PA' })];
      await makeLoad(client, { stops, loadedMiles: 671 });
      expect(await measure(client, [joliet, harrisburg])).toMatchObject({ miles: 671, source: 'OWN_LOADS', lineSource: 'HERE' });
    }));

  it('200 by our highways where HERE knows no way, which is kept too', () =>
    withApp(here, async (client) => {
      for (let time = 0; time < 2; time += 1) {
        expect(await measure(client, [joliet, honolulu])).toMatchObject({ source: 'ESTIMATE', lineSource: 'STRAIGHT', week: null });
      }
      expect(await countOf('here')).toBe(1);
    }));

  it('200 by our highways over the company’s limit, while another company may ask', () =>
    withApp({ ...here, RATE_LIMIT_ROUTES_PER_HOUR: '1' }, async (client, app) => {
      expect((await measure(client, [joliet, harrisburg]))?.source).toBe('PROVIDER');
      expect(await measure(client, [joliet, toledo])).toMatchObject({ source: 'NETWORK', lineSource: 'NETWORK', week: null });
      expect((await measure(await app.signUp(), [joliet, toledo]))?.source).toBe('PROVIDER');
    }));

  it('200 by our highways over the company’s day, which is counted for all people together, while another company may ask', () =>
    withApp(here, async (client, app) => {
      const { companyId } = client.user;
      await measure(client, [joliet, harrisburg]);
      expect(await usesOf(app, companyId)).toBe(1);
      await setUses(app, companyId, 100);
      const over = { source: 'NETWORK', lineSource: 'NETWORK', week: null, notAsked: 'DAY_LIMIT' };
      expect(await measure(client, [joliet, toledo])).toMatchObject(over);
      expect(await measure(await addTeammate(app, client), [joliet, toledo])).toMatchObject(over);
      // What is kept is still used, and costs nothing.
      expect(await measure(client, [joliet, harrisburg])).toMatchObject({ source: 'PROVIDER', notAsked: null });
      expect(await countOf('here')).toBe(1);
      expect(await measure(await app.signUp(), [joliet, toledo])).toMatchObject({ source: 'PROVIDER', notAsked: null });
      await putOnPlan(app, client);
      expect((await measure(client, [toledo, harrisburg]))?.source).toBe('PROVIDER');
    }));

  it('of many at once as many are asked as the day has left', () =>
    withApp(here, async (client, app) => {
      await measure(client, [joliet, harrisburg]);
      await setUses(app, client.user.companyId, 97);
      const ways = Array.from({ length: 12 }, (_, index) => [joliet, { ...toledo, lng: toledo.lng + index / 10 }]);
      const routes = await Promise.all(ways.map((stops) => measure(client, stops)));
      expect(routes.filter((route) => route?.notAsked === null)).toHaveLength(3);
      expect(await countOf('here')).toBe(4);
    }));

  it('of the routes of one request as many are asked as the day has left', () =>
    withApp(here, async (client, app) => {
      await measure(client, [joliet, harrisburg]);
      await setUses(app, client.user.companyId, 97);
      const routes = Array.from({ length: 12 }, (_, index) => ({
        stops: [joliet, { ...toledo, lng: toledo.lng + index / 10 }],
        equipment: null,
      }));
      const measured = await client.call(roadEndpoints.measureRoutes, { body: { routes } });
      expect(measured.routes.map(({ notAsked }) => notAsked)).toEqual([null, null, null, ...Array(9).fill('DAY_LIMIT')]);
      expect([await countOf('here'), await usesOf(app, client.user.companyId)]).toEqual([4, 100]);
    }));

  it('200 for the same route twice in one request, which is counted once', () =>
    withApp(here, async (client, app) => {
      const route = { stops: [joliet, toledo], equipment: null };
      const { routes } = await client.call(roadEndpoints.measureRoutes, { body: { routes: [route, route] } });
      expect(routes.map(({ source }) => source)).toEqual(['PROVIDER', 'PROVIDER']);
      expect([await countOf('here'), await usesOf(app, client.user.companyId)]).toEqual([1, 1]);
    }));

  it('200 by our highways for a company whose plan has ended', () =>
    withApp(here, async (client, app) => {
      await putOnPlan(app, client, 'FREE_TRIAL', new Date(Date.now() - 86_400_000));
      expect(await measure(client, [joliet, toledo])).toMatchObject({ source: 'NETWORK', notAsked: 'PLAN_ENDED' });
      expect(await countOf('here')).toBe(0);
    }));

  it('a route that no service answers is not counted', () =>
    withApp(here, async (client, app) => {
      await services.setFaults('here', { errorStatus: 500 });
      expect(await measure(client, [joliet, toledo])).toMatchObject({ source: 'NETWORK', notAsked: null });
      expect(await usesOf(app, client.user.companyId)).toBe(0);
    }));

  it('a saved load has the miles that the form showed', () =>
    withApp(here, async (client) => {
      const input = {
        stops: [pickupAt({ city: 'Joliet', state: 'IL' }), deliveryAt({ city: 'Harrisburg', state: 'PA' })],
        loadedMiles: null,
      };
      const before = await makeLoad(client, input);
      expect(before.milesSource).toBe('NETWORK');
      expect(await countOf('here')).toBe(0);
      const stops = before.stops.map(({ lat, lng, city, state }) => ({ lat: lat ?? 0, lng: lng ?? 0, city, state }));
      const shown = await measure(client, stops, before.equipment);
      const after = await makeLoad(client, input);
      expect(after).toMatchObject({ loadedMiles: shown?.miles, milesSource: 'PROVIDER' });
    }));
});

describe.each(serviceFaults)('HERE with %s', (_name, fault) => {
  it('200 by our highways, said so, and tolls are not known', { timeout: 60_000 }, () =>
    withApp(here, async (client, app) => {
      await plantFault(services, 'here', fault);
      expect(await measure(client, [joliet, harrisburg])).toMatchObject({ source: 'NETWORK', lineSource: 'NETWORK', week: null });
      expect(await findTolls(app, client, way)).toBeNull();
    }),
  );

  it('200 with HERE’s route of an earlier week, which names its week, or else with Google’s miles and our line', { timeout: 60_000 }, () =>
    withApp({ ...here, ...google }, async (client, app) => {
      await measure(client, [joliet, harrisburg]);
      await age(app, 2);
      await plantFault(services, 'here', fault);
      const earlier = { source: 'PROVIDER', lineSource: 'HERE', week: addDays(thisWeek(), -14), isOlder: true };
      expect(await measure(client, [joliet, harrisburg])).toMatchObject(earlier);
      expect(await findTolls(app, client, way)).toEqual({ ...byHere(14_290), week: addDays(thisWeek(), -14), isOlder: true });
      expect(await countOf('google-routes')).toBe(0);
      const byGoogle = { source: 'PROVIDER', lineSource: 'NETWORK', week: thisWeek() };
      expect(await measure(client, [joliet, toledo])).toMatchObject(byGoogle);
    }),
  );
});

describe('maps services', () => {
  it('without a key nobody is asked', () =>
    withApp({}, async (client) => {
      expect((await measure(client, [joliet, harrisburg]))?.source).toBe('NETWORK');
      expect([await countOf('here'), await countOf('google-routes')]).toEqual([0, 0]);
    }));

  it.each([
    ['HERE', { HERE_API_KEY: 'wrong' }],
    ['Google', { GOOGLE_ROUTES_KEY: 'wrong' }],
  ])('with a wrong key of %s our highways answer', (_name, keys) =>
    withApp(keys, async (client) => {
      expect((await measure(client, [joliet, harrisburg]))?.source).toBe('NETWORK');
    }),
  );

  it('with Google alone: its miles, our line, kept for the week', () =>
    withApp(google, async (client) => {
      for (let time = 0; time < 2; time += 1) {
        expect(await measure(client, [joliet, harrisburg])).toMatchObject({ source: 'PROVIDER', lineSource: 'NETWORK', week: thisWeek() });
      }
      expect(await countOf('google-routes')).toBe(1);
    }));

  it('are asked no more for a while after a failure, and no key is in the log', () =>
    withApp({ ...here, ...google }, async (client, app) => {
      const lines: string[] = [];
      const stream = new Writable({
        write(chunk: Buffer, _encoding, done) {
          lines.push(chunk.toString());
          done();
        },
      });
      const maps = openMaps({ ...app.platform, log: pino({ level: 'trace' }, stream) });
      for (const service of ['here', 'google-routes'] as const) await services.setFaults(service, { errorStatus: 500 });
      const ways = [toledo, harrisburg].map((to) => ({ stops: [joliet, to], truck: 'TRACTOR_TRAILER' }) as const);
      const nothing = { route: null, notAsked: null };
      expect(await maps.routes(client.user.companyId, ways.slice(0, 1))).toEqual([nothing]);
      const asked = [await countOf('here'), await countOf('google-routes')];
      expect(await maps.routes(client.user.companyId, ways)).toEqual([nothing, nothing]);
      expect([await countOf('here'), await countOf('google-routes')]).toEqual(asked);
      expect(lines.join('')).toContain('the maps service did not answer');
      expect(lines.join('')).not.toContain(key);
    }));

  it('drop routes of more than four weeks ago, and use none of them', () =>
    withApp(here, async (client, app) => {
      await measure(client, [joliet, harrisburg]);
      await age(app, 5);
      await services.setFaults('here', { errorStatus: 500 });
      expect((await measure(client, [joliet, harrisburg]))?.source).toBe('NETWORK');
      const worker = app.openWorker();
      await runJob(dropOldRoutes, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
      expect((await app.admin.query('select from map_routes')).rowCount).toBe(0);
    }));
});

describe('findTolls', () => {
  it('are HERE’s for the truck, by its axles', () =>
    withApp(here, async (client, app) => {
      expect(await findTolls(app, client, way)).toEqual(byHere(14_290));
      expect(await findTolls(app, client, { ...way, equipment: 'HOTSHOT' })).toEqual(byHere(11_432));
      expect(
        await findKeptTolls(app.platform.db.global, [way, { ...way, equipment: 'OTHER' }, { ...way, stops: [joliet, toledo] }]),
      ).toEqual([byHere(14_290), null, null]);
    }));

  it('are 0 where HERE says that there are none', () =>
    withApp(here, async (client, app) => {
      const [atlanta, birmingham] = [
        { lat: 33.75, lng: -84.39 },
        { lat: 33.52, lng: -86.8 },
      ];
      expect(await findTolls(app, client, { stops: [atlanta, birmingham], equipment: 'FLATBED' })).toEqual(byHere(0));
    }));

  it('are not known if HERE can’t say, and asked for again the next day', () =>
    withApp(here, async (client, app) => {
      await services.setOddities('here', { tollsUnavailable: true });
      expect(await findTolls(app, client, way)).toBeNull();
      await services.clear();
      expect(await findTolls(app, client, way)).toBeNull();
      expect(await countOf('here')).toBe(0);
      await app.admin.query(`update map_routes set answered_at = answered_at - interval '25 hours'`);
      expect(await findTolls(app, client, way)).toEqual(byHere(14_290));
    }));

  it.each([
    ['without a key', {}],
    ['with Google alone, whose tolls are for cars', google],
  ])('are not known %s', (_name, keys: Record<string, string>) =>
    withApp(keys, async (client, app) => {
      expect(await findTolls(app, client, way)).toBeNull();
    }),
  );

  it.each(['OTHER', null] as const)('are not known for a truck that is not known (%s)', (equipment) =>
    withApp(here, async (client, app) => {
      expect(await findTolls(app, client, { ...way, equipment })).toBeNull();
      expect(await countOf('here')).toBe(0);
    }),
  );
});
