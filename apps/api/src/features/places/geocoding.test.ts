import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placeEndpoints } from '@headhaul/contracts/places';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

const key = 'headhaul-dev-secret';
const faultsUrl = `http://localhost:${inject('sandboxPort')}/services/geocoder/faults`;

let withKey: TestApp;
let withoutKey: TestApp;
let keyed: TestClient;
let unkeyed: TestClient;
beforeAll(async () => {
  withKey = await startTestApp({ env: { GOOGLE_MAPS_KEY: key } });
  withoutKey = await startTestApp({ env: { GOOGLE_MAPS_KEY: '' } });
  keyed = await withKey.signUp();
  unkeyed = await withoutKey.signUp();
});
afterEach(async () => {
  vi.useRealTimers();
  await fetch(faultsUrl, { method: 'DELETE' });
});
afterAll(async () => {
  await withKey.close();
  await withoutKey.close();
});

const locate = (client: TestClient, address: string) => client.call(placeEndpoints.getCoordinates, { query: { address } });
const ask = (client: TestClient, address: string) => client.fetch(`/api/geocoding/coordinates?address=${encodeURIComponent(address)}`);
/** An address never asked before, because the cache may hold answers of an earlier run. */
const newStreet = () => `${randomInt(1, 1_000_000_000)} Depot St`;

async function setFaults(faults: object): Promise<void> {
  const { ok } = await fetch(faultsUrl, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) });
  expect(ok).toBe(true);
}

/** A separate app: after a failure Google is not asked for a while, and that must not affect the next test. */
async function withFreshApp(env: Record<string, string>, work: (client: TestClient, app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp({ env: { GOOGLE_MAPS_KEY: key, ...env } });
  try {
    await work(await app.signUp(), app);
  } finally {
    await app.close();
  }
}

describe('GET /geocoding/coordinates', () => {
  it('401 for a stranger', async () => {
    expect((await withKey.fetch('/api/geocoding/coordinates?address=Omaha,%20NE')).status).toBe(401);
  });

  it.each([
    ['68102', { city: 'Omaha', state: 'NE', zip: '68102', precision: 'ZIP', label: 'Omaha, NE 68102' }],
    ['68102-4321', { zip: '68102', precision: 'ZIP' }],
    ['Omaha, NE', { city: 'Omaha', zip: null, precision: 'CITY', label: 'Omaha, NE' }],
    ['omaha nebraska', { city: 'Omaha', precision: 'CITY' }],
    ['Omaha, NE 68102, USA', { zip: '68102', precision: 'ZIP' }],
    ['Omaha, NE 75201', { city: 'Omaha', zip: null, precision: 'CITY' }],
    ['St. Louis, MO', { city: 'Saint Louis', timeZone: 'America/Chicago' }],
    ['El Paso, TX', { timeZone: 'America/Denver' }],
    ['Toronto, Ontario', { state: 'ON', timeZone: 'America/Toronto' }],
    ['Kalamazoo', { city: 'Kalamazoo', state: 'MI', timeZone: 'America/Detroit' }],
  ])('200 from the table for “%s”, and Google is not asked', async (address, expected) => {
    await setFaults({ refuse: true });
    for (const client of [keyed, unkeyed]) expect(await locate(client, address)).toMatchObject({ source: 'TABLE', ...expected });
  });

  it('200 for a street by Google, near its city and with its clock', async () => {
    const street = newStreet();
    const found = await locate(keyed, `${street}, Joplin, MO 64801`);
    expect(found).toEqual({
      lat: expect.closeTo(37.08, 0),
      lng: expect.closeTo(-94.5, 0),
      city: 'Joplin',
      state: 'MO',
      zip: '64801',
      timeZone: 'America/Chicago',
      source: 'GOOGLE',
      precision: 'ADDRESS',
      label: `${street}, Joplin, MO 64801`,
    });
  });

  it.each([
    ['880 Depot St, Joplin, MO 64801', { zip: '64801', precision: 'ZIP', label: 'Joplin, MO 64801' }],
    ['880 Depot St, Joplin, MO', { city: 'Joplin', zip: null, precision: 'CITY', label: 'Joplin, MO' }],
    ['880 Depot St Joplin MO', { city: 'Joplin', precision: 'CITY' }],
    ['2140 Riverport Rd, Suite 300, Council Bluffs, IA 51501', { zip: '51501', precision: 'ZIP' }],
  ])('200 without a key for “%s”: the middle of its ZIP or city, and it says so', async (address, expected) => {
    expect(await locate(unkeyed, address)).toMatchObject({ source: 'TABLE', ...expected });
  });

  it('200 from the table for a street Google does not know', async () => {
    expect(await locate(keyed, `${newStreet()}, Waterloo, IA`)).toMatchObject({ source: 'TABLE', precision: 'CITY', city: 'Waterloo' });
  });

  it('200 from memory the second time, for 30 days', async () => {
    const address = `${newStreet()}, Tulsa, OK`;
    const first = await locate(keyed, address);
    await setFaults({ refuse: true });
    expect(await locate(keyed, address.toUpperCase().replaceAll(', ', ' , '))).toEqual(first);
    const keys = await withKey.platform.redis.keys('answer:google_geocoding:*');
    const lives = await Promise.all(keys.map((one) => withKey.platform.redis.ttl(one)));
    expect(Math.max(...lives)).toBeGreaterThan(29 * 86_400);
    expect(Math.max(...lives)).toBeLessThanOrEqual(30 * 86_400);
    expect(keys.join()).not.toContain('depot');
  });

  it.each([
    ['the connection is dropped', { refuse: true }],
    ['the quota is used up', { errorStatus: 429 }],
    ['the key is denied', { errorStatus: 403 }],
    ['it breaks', { errorStatus: 500 }],
  ])('200 from the table when %s, and Google is not asked again for ten seconds', async (_name, faults) => {
    await withFreshApp({}, async (client) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      await setFaults(faults);
      expect(await locate(client, `${newStreet()}, Omaha, NE`)).toMatchObject({ source: 'TABLE', precision: 'CITY' });
      await setFaults({});
      vi.advanceTimersByTime(9_999);
      expect(await locate(client, `${newStreet()}, Omaha, NE`)).toMatchObject({ source: 'TABLE' });
      // Only Google could know this address, so its failure gives a plain "not found", never a 5xx.
      expect((await ask(client, `${newStreet()}, Nowhereville, ZZ`)).status).toBe(404);
      vi.advanceTimersByTime(1);
      expect(await locate(client, `${newStreet()}, Omaha, NE`)).toMatchObject({ source: 'GOOGLE' });
    });
  });

  it('200 from the table when Google hangs, without waiting for it', async () => {
    await withFreshApp({}, async (client) => {
      // A request that waited for Google would get Google's answer.
      await setFaults({ latencyMs: 60_000 });
      expect(await locate(client, `${newStreet()}, Omaha, NE`)).toMatchObject({ source: 'TABLE' });
    });
  });

  it('200 from the table when what answers is not Google', async () => {
    const stranger = createServer((request, response) => {
      if (request.url?.includes('redirect')) response.writeHead(302, { location: 'http://localhost:1/' }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"OK","results":[{"geometry":{}}]}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    try {
      await withFreshApp({ GOOGLE_MAPS_BASE: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}` }, async (client) => {
        expect(await locate(client, `${newStreet()}, Omaha, NE`)).toMatchObject({ source: 'TABLE' });
      });
      await withFreshApp({ GOOGLE_MAPS_BASE: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}` }, async (client) => {
        expect(await locate(client, `${newStreet()} redirect, Omaha, NE`)).toMatchObject({ source: 'TABLE' });
      });
    } finally {
      stranger.close();
    }
  });

  it('200 from the table once the company has asked Google its share', async () => {
    await withFreshApp({ RATE_LIMIT_GEOCODING_PER_HOUR: '2' }, async (client) => {
      const sources = [];
      for (let index = 0; index < 3; index += 1) sources.push((await locate(client, `${newStreet()}, Omaha, NE`)).source);
      expect(sources).toEqual(['GOOGLE', 'GOOGLE', 'TABLE']);
    });
  });

  it('200 while Redis is away', async () => {
    await withFreshApp({ REDIS_URL: 'redis://127.0.0.1:1' }, async (client) => {
      expect(await locate(client, `${newStreet()}, Memphis, TN`)).toMatchObject({ source: 'GOOGLE', precision: 'ADDRESS' });
    });
  });

  it.each([
    'Springfield',
    'Nowhereville, TX',
    '00000',
    'ZZ',
    '%',
    '_',
    "' or 1=1 --",
    '"Dallas"; select',
    '🚚',
    '中文',
    '../../etc/passwd',
    'http://169.254.169.254/latest',
  ])('404 for %j, with and without a key', async (address) => {
    for (const client of [keyed, unkeyed]) {
      const response = await ask(client, address);
      expect(await response.json()).toMatchObject({ status: 404, code: 'not_found', detail: expect.stringContaining('ZIP') });
    }
  });

  it('400 for no address, an empty one, one of 5,000 characters, and one with a zero byte at most not found', async () => {
    for (const address of ['', '   ', 'x'.repeat(5_000)])
      expect(await (await ask(keyed, address)).json()).toMatchObject({
        status: 400,
        code: 'validation_failed',
        errors: [{ path: 'query.address' }],
      });
    expect((await keyed.fetch('/api/geocoding/coordinates')).status).toBe(400);
    expect((await ask(keyed, 'a\u0000b')).status).toBe(404);
  });

  it('never sends anywhere but to the one base: an address in the address is only words', async () => {
    const asked: string[] = [];
    const google = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ZERO_RESULTS","results":[]}');
    });
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
    try {
      await withFreshApp({ GOOGLE_MAPS_BASE: `http://127.0.0.1:${(google.address() as AddressInfo).port}` }, async (client) => {
        const nasty = `${newStreet()}&key=mine#/../x?y=z @evil.example`;
        expect((await ask(client, nasty)).status).toBe(404);
        const url = new URL(asked[0] ?? '', 'http://google');
        expect(url.pathname).toBe('/maps/api/geocode/json');
        expect(url.searchParams.getAll('key')).toEqual([key]);
        expect(url.searchParams.get('address')).toBe(nasty);
        expect(url.searchParams.get('components')).toBe('country:US|country:CA|country:PR');
      });
    } finally {
      google.close();
    }
  });
});

describe('the key for Google', () => {
  it('is in no answer and in no line of the log, also when Google fails', { timeout: 60_000 }, async () => {
    const secret = 'AIza-this-must-never-be-seen-anywhere';
    const { GOOGLE_MAPS_BASE } = withKey.platform.env;
    const server = await startServerProcess(withKey, { LOG_LEVEL: 'trace', GOOGLE_MAPS_KEY: secret, GOOGLE_MAPS_BASE });
    try {
      const bodies: string[] = [];
      const call = async (address: string) => {
        const response = await fetch(`${server.origin}/api/geocoding/coordinates?address=${encodeURIComponent(address)}`, {
          headers: { authorization: `Bearer ${keyed.token.accessToken}` },
        });
        bodies.push((await response.text()) + JSON.stringify([...response.headers]));
        return response.status;
      };
      // The sandbox refuses this key, as Google would.
      expect(await call(`${newStreet()}, Omaha, NE`)).toBe(200);
      expect(await call('Nowhereville, ZZ')).toBe(404);
      await eventually(() => expect(server.output()).toContain('Google did not locate an address'));
      expect(server.output()).toContain('REQUEST_DENIED');
      expect(server.output() + bodies.join()).not.toContain(secret);
      expect(server.output()).not.toContain('Depot');
    } finally {
      server.kill();
    }
  });
});
