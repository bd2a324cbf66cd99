import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFaultSwitch } from '../resident/faults.ts';
import { createJsonServer } from './json-server.ts';
import { OddityControl, oddityShape } from './oddities.ts';
import { confuseTypes } from './spoil.ts';

const faults = createFaultSwitch();
const control = new OddityControl({
  name: 'weather',
  title: 'Weather',
  maintenanceTitle: 'Weather Maintenance',
  schema: z.strictObject(oddityShape),
});
const good = { places: [{ name: 'Joplin', degrees: 61 }] };
const server = createJsonServer({
  faults,
  control,
  keyParameters: ['key'],
  answer: (_request, url) => (url.pathname === '/weather' ? { status: 200, body: good } : { status: 404, body: { error: 'unknown' } }),
  errorBody: (status) => ({ error: `told to say ${status}` }),
});
let address: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  faults.set({});
  control.set({});
  control.forgetRequests();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (path = '/weather?place=Joplin&key=secret') => fetch(address + path);

describe('createJsonServer', () => {
  it('answers with JSON and lists requests without keys, the newest first', async () => {
    expect(await (await ask()).json()).toEqual(good);
    expect((await ask('/storms')).status).toBe(404);
    expect(control.requestCount).toBe(2);
    expect(control.requests).toMatchObject([
      { method: 'GET', path: '/storms', status: 404 },
      { method: 'GET', path: '/weather?place=Joplin&key=…', status: 200 },
    ]);
  });

  it('neither answers nor lists a caller who hung up during a delay', async () => {
    faults.set({ latencyMs: 200 });
    const hangUp = new AbortController();
    const came = once(server, 'request');
    const left = fetch(`${address}/left`, { signal: hangUp.signal }).catch(() => 'left');
    await came;
    hangUp.abort();
    expect(await left).toBe('left');
    // Its delay began later, so the first one's is over with it.
    await ask();
    expect(control.requests.map(({ path }) => path)).toEqual(['/weather?place=Joplin&key=…']);
  });

  it('limitCalls answers with 429 and the time to wait once so many calls came within limitSeconds', async () => {
    control.set({ limitCalls: 2, limitSeconds: 0.5 });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect(refused.status).toBe(429);
    const waitSeconds = Number(refused.headers.get('retry-after'));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(0.5);
    expect(control.limitedCount).toBe(1);
    expect(control.takeCall(Date.now() + 500)).toBeNull();
  });

  it.each([
    [429, '0.25'],
    [503, '0.25'],
    [500, null],
  ])('errorStatus %i has the format of the API, with Retry-After %s', async (errorStatus, retryAfter) => {
    faults.set({ errorStatus });
    control.set({ retryAfterSeconds: 0.25 });
    const response = await ask();
    expect(response.status).toBe(errorStatus);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(await response.json()).toEqual({ error: `told to say ${errorStatus}` });
  });

  it('maintenance is an HTML page with status 200', async () => {
    control.set({ spoil: 'maintenance' });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('<title>Weather Maintenance</title>');
  });

  it('truncated is JSON that ends half way', async () => {
    control.set({ spoil: 'truncated' });
    const response = await ask();
    expect(response.headers.get('content-type')).toContain('application/json');
    const text = await response.text();
    expect(JSON.stringify(good).startsWith(text)).toBe(true);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it('wrongTypes keeps the content', async () => {
    control.set({ spoil: 'wrongTypes' });
    expect(await (await ask()).json()).toEqual({ places: { name: 'Joplin', degrees: '61' } });
  });

  it('reset cuts the connection', async () => {
    control.set({ spoil: 'reset' });
    await expect(ask()).rejects.toThrow();
    expect(control.requests).toMatchObject([{ status: null }]);
  });

  it('spoilPercent spoils that share, the same answers in each run', async () => {
    const run = async () => {
      control.set({ spoil: 'maintenance', spoilPercent: 30 });
      const types: boolean[] = [];
      for (let index = 0; index < 20; index += 1) types.push((await ask()).headers.get('content-type')?.includes('html') ?? false);
      return types;
    };
    const spoiled = await run();
    expect(spoiled.filter(Boolean)).toHaveLength(6);
    expect(await run()).toEqual(spoiled);
  });

  it('spoils no answer that says an error', async () => {
    control.set({ spoil: 'maintenance' });
    expect(await (await ask('/storms')).json()).toEqual({ error: 'unknown' });
  });
});

describe('confuseTypes', () => {
  it.each([
    [7, '7'],
    ['3.752', 3.752],
    ['MC428816', 'MC428816'],
    [null, null],
    [true, true],
    [[{ a: 1 }], { a: '1' }],
    [[], {}],
    [[1, '2'], { 0: '1', 1: 2 }],
  ])('%j becomes %j', (value, confused) => {
    expect(confuseTypes(value)).toEqual(confused);
  });
});
