import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServiceControl } from '../json-service/test-json-service.ts';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';

let sandbox: Sandbox;
const control = createServiceControl(() => sandbox, 'here');
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => control.clear());
afterAll(() => sandbox.stop());

interface Section {
  summary: { length: number; duration: number; tolls?: { total: { currency: string; value: number } } };
  polyline: string;
  departure: { time?: string };
  arrival: { time?: string };
  notices?: { code: string }[];
  tolls?: { tollSystem: string; fares: { price: { value: number }; paymentMethods: string[] }[] }[];
}
interface Answer {
  routes: { sections: Section[] }[];
  notices?: { code: string }[];
}

const joliet = '41.53,-88.06';
const harrisburg = '40.27,-76.88';
const toledo = '41.65,-83.54';
const usual = {
  transportMode: 'truck',
  origin: joliet,
  destination: harrisburg,
  return: 'summary,polyline,tolls',
  'tolls[summaries]': 'total',
  'vehicle[axleCount]': '5',
  apiKey: testClient.secret,
};

const get = (query: Record<string, string>, more = '') =>
  fetch(`${addressOf(sandbox, 'here')}/v8/routes?${new URLSearchParams(query)}${more}`);
const ask = async (query: Record<string, string>, more = '') => (await (await get({ ...usual, ...query }, more)).json()) as Answer;
const sectionsOf = async (query: Record<string, string>, more = '') => (await ask(query, more)).routes[0]?.sections ?? [];
const milesOf = (sections: Section[]) => sections.reduce((sum, { summary }) => sum + summary.length, 0) / 1_609.344;

describe('GET /v8/routes', () => {
  it('length in meters, a flexible polyline, and tolls with their sum', async () => {
    const [section, ...more] = await sectionsOf({ departureTime: '2026-10-29T08:00:00Z' });
    expect(more).toEqual([]);
    expect(milesOf(section ? [section] : [])).toBeCloseTo(665, -1);
    expect(section?.polyline).toMatch(/^BF[\w-]+$/);
    expect(section?.tolls?.map(({ tollSystem }) => tollSystem)).toEqual(['Indiana Toll Road', 'Ohio Turnpike']);
    expect(section?.summary.tolls).toEqual({ total: { type: 'value', currency: 'USD', value: 142.9 } });
    expect(section?.tolls?.[0]?.fares).toMatchObject([
      { price: { type: 'value', currency: 'USD', value: 94.15 }, paymentMethods: ['transponder'] },
      { price: { value: 127.1 }, paymentMethods: ['cash', 'creditCard'] },
    ]);
    const seconds = (Date.parse(section?.arrival.time ?? '') - Date.parse(section?.departure.time ?? '')) / 1_000;
    expect(seconds).toBe(section?.summary.duration);
  });

  it('the same answer each time', async () => {
    const query = { departureTime: 'any' };
    expect(await ask(query)).toEqual(await ask(query));
  });

  it('a section for each part between stops', async () => {
    const sections = await sectionsOf({}, `&via=${toledo}&via=41.1,-80.65`);
    expect(sections).toHaveLength(3);
    expect(milesOf(sections)).toBeCloseTo(milesOf(await sectionsOf({})), -1);
  });

  it('only what `return` names, and no sum without tolls[summaries]', async () => {
    const [summaryOnly] = await sectionsOf({ return: 'summary' });
    expect(summaryOnly).not.toHaveProperty('polyline');
    expect(summaryOnly).not.toHaveProperty('tolls');
    const query: Record<string, string> = { ...usual };
    delete query['tolls[summaries]'];
    const [section] = ((await (await get(query)).json()) as Answer).routes[0]?.sections ?? [];
    expect(section?.tolls).toHaveLength(2);
    expect(section?.summary).not.toHaveProperty('tolls');
  });

  it('fewer axles pay less, a car less still, and who avoids tolls drives further for nothing', async () => {
    const totalOf = async (query: Record<string, string>) => (await sectionsOf(query))[0]?.summary.tolls?.total.value ?? 0;
    expect(await totalOf({ 'vehicle[axleCount]': '3' })).toBeCloseTo(142.9 * 0.6, 1);
    expect(await totalOf({ transportMode: 'car' })).toBeLessThan(50);
    const free = await sectionsOf({ 'avoid[features]': 'tollRoad' });
    expect(free[0]).not.toHaveProperty('tolls');
    expect(milesOf(free)).toBeGreaterThan(milesOf(await sectionsOf({})));
  });

  it('reads the old names of the parameters of trucks and of the key', async () => {
    const { apiKey, 'vehicle[axleCount]': _axles, ...old } = usual;
    const answer = (await (await get({ ...old, apikey: apiKey, 'truck[axleCount]': '3', 'truck[grossWeight]': '36000' })).json()) as Answer;
    expect(answer.routes[0]?.sections[0]?.summary.tolls?.total.value).toBeCloseTo(142.9 * 0.6, 1);
  });

  it('no route, and the reason as a notice, for a point that no road reaches', async () => {
    const honolulu = '21.31,-157.86';
    expect(await ask({ origin: honolulu })).toMatchObject({ routes: [], notices: [{ code: 'couldNotMatchOrigin', severity: 'critical' }] });
    expect(await ask({ destination: honolulu })).toMatchObject({ routes: [], notices: [{ code: 'couldNotMatchDestination' }] });
    expect(await ask({}, `&via=${honolulu}`)).toMatchObject({ routes: [], notices: [{ code: 'noRouteFound' }] });
  });

  it.each([
    { transportMode: 'boat' },
    { origin: 'Joliet' },
    { destination: '95,200' },
    { return: 'summary,songs' },
    { currency: 'EUR' },
    { departureTime: 'soon' },
  ] as Record<string, string>[])('400 for %j', async (query) => {
    const response = await get({ ...usual, ...query });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ title: 'Malformed request', status: 400, code: 'E605001', cause: expect.any(String) });
  });

  it('401 without a key and with a wrong one, 404 for another path', async () => {
    for (const [apiKey, error_description] of [
      ['', 'No credentials found'],
      ['wrong', 'apiKey invalid. apiKey not found.'],
    ] as const) {
      const response = await get({ ...usual, apiKey });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ error: 'Unauthorized', error_description });
    }
    expect((await fetch(`${addressOf(sandbox, 'here')}/v8/isolines?apiKey=${testClient.secret}`)).status).toBe(404);
  });
});

describe('faults and oddities', () => {
  it('tollsUnavailable leaves out tolls and says so in a notice', async () => {
    await control.setOddities({ tollsUnavailable: true });
    const [section] = await sectionsOf({});
    expect(section).not.toHaveProperty('tolls');
    expect(section?.summary).not.toHaveProperty('tolls');
    expect(section?.notices).toMatchObject([{ code: 'tollsDataUnavailable', severity: 'info' }]);
    expect((await sectionsOf({ return: 'summary' }))[0]).not.toHaveProperty('notices');
  });

  it('429 and 500 in HERE’s formats', async () => {
    await control.setFaults({ errorStatus: 429 });
    expect(await (await get(usual)).json()).toMatchObject({ error: 'Too Many Requests' });
    await control.setFaults({ errorStatus: 500 });
    expect(await (await get(usual)).json()).toMatchObject({ status: 500, code: 'E605500' });
  });

  it('the page lists requests without keys and sets oddities', async () => {
    await ask({});
    const page = await (await fetch(`${sandbox.address}/here`)).text();
    expect(page).toContain('transportMode=truck');
    expect(page).not.toContain(testClient.secret);
    const body = new URLSearchParams({ tollsUnavailable: 'on' });
    await fetch(`${sandbox.address}/here/oddities/here`, { method: 'POST', body, redirect: 'manual' });
    expect(await (await control.send('GET', 'oddities')).json()).toEqual({ tollsUnavailable: true });
  });
});
