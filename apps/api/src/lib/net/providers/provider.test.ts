import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { type RedisServer, startRedis } from '@headhaul/test-servers/redis';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../errors.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createProvider, type Provider, ProviderRefusal, type ProviderSettings } from './provider.ts';

const company = 'a';
let redisServer: RedisServer;
let redis: Redis;
let answer: (response: ServerResponse, url: URL) => void;
let asked: URL[];
let base: string;
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://provider');
  asked.push(url);
  answer(response, url);
});

beforeAll(async () => {
  redisServer = await startRedis();
  redis = new Redis(redisServer.url);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  asked = [];
  answer = (response) => json(response, 200, { miles: 453 });
  await redis.flushall();
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  server.close();
  redis.disconnect();
  await redisServer.kill();
});

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const metrics = createMetrics();
const noLimits = { take: async () => {}, giveBack: async () => {} };

function open(settings: Partial<ProviderSettings> = {}, limits: { take(): Promise<void> } = noLimits): Provider {
  const usual = { name: 'google_geocoding' as const, base, timeoutMs: 5_000, patienceMs: 10_000, perMinute: 60_000 };
  return createProvider({ redis, limits: { ...noLimits, ...limits }, metrics }, { ...usual, ...settings });
}

/** The provider of these tests knows the miles of a lane. */
function readMiles({ status, body }: { status: number; body: unknown }): number {
  if (status === 403) throw new ProviderRefusal('the key is wrong');
  const { miles } = body as { miles: number };
  if (typeof miles !== 'number') throw new Error('no miles');
  return miles;
}

const ask = (provider: Provider, companyId = company) =>
  provider.ask({ companyId, account: 'ours', path: '/lanes', query: { key: 'secret', from: 'Dallas & Fort Worth' }, read: readMiles });

describe('a question to a provider', () => {
  it('is sent as it is meant, and its answer read', async () => {
    expect(await ask(open())).toEqual({ kind: 'answered', value: 453 });
    expect(asked.map((url) => [url.pathname, url.searchParams.get('from'), url.searchParams.get('key')])).toEqual([
      ['/lanes', 'Dallas & Fort Worth', 'secret'],
    ]);
  });

  it.each<[string, (response: ServerResponse) => void, string, number]>([
    ['answers 500', (response) => json(response, 500, {}), 'BROKEN', 2],
    ['breaks the connection', (response) => void response.destroy(), 'BROKEN', 2],
    ['answers with a page for people', (response) => void response.writeHead(200).end('<h1>Maintenance</h1>'), 'BROKEN', 1],
    ['breaks off its JSON', (response) => void response.writeHead(200).end('{"miles": 4'), 'BROKEN', 1],
    ['says something of another type', (response) => json(response, 200, { miles: '453' }), 'BROKEN', 1],
    ['sends us elsewhere', (response) => json(response, 302, {}, { location: 'http://127.0.0.1:1/' }), 'BROKEN', 1],
    ['refuses our key', (response) => json(response, 403, {}), 'REFUSED', 1],
    ['says 429 and no time', (response) => json(response, 429, {}), 'LIMIT', 1],
  ])('is unavailable when the provider %s, without a word of what was asked', async (_name, fault, because, calls) => {
    answer = fault;
    const found = await ask(open());
    expect(found).toMatchObject({ kind: 'unavailable', because });
    expect(asked).toHaveLength(calls);
    expect(JSON.stringify(found)).not.toMatch(/secret|Dallas/);
  });

  it('is unavailable when nobody listens, and when no answer comes in time', async () => {
    const nobody = open({ base: `http://127.0.0.1:${await findFreePort()}` });
    expect(await ask(nobody)).toMatchObject({ because: 'NOT_REACHED' });
    answer = () => {};
    expect(await ask(open({ timeoutMs: 50 }))).toMatchObject({ because: 'TIMEOUT' });
    expect(asked).toHaveLength(1);
  });

  it('is asked once more after a fault that passes, and after the time a 429 names, also a fraction of a second', async () => {
    answer = (response) => (asked.length === 1 ? json(response, 503, {}) : json(response, 200, { miles: 1 }));
    expect(await ask(open())).toEqual({ kind: 'answered', value: 1 });
    asked = [];
    answer = (response) => (asked.length === 1 ? json(response, 429, {}, { 'retry-after': '0.25' }) : json(response, 200, { miles: 2 }));
    const startedAt = performance.now();
    expect(await ask(open())).toEqual({ kind: 'answered', value: 2 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(249);
  });

  it('is not sent by anybody, in any process, before the time that a 429 names', async () => {
    answer = (response) => json(response, 429, {}, { 'retry-after': '60' });
    expect(await ask(open())).toMatchObject({ because: 'LIMIT' });
    answer = (response) => json(response, 200, { miles: 1 });
    expect(await ask(open(), 'b')).toMatchObject({ because: 'LIMIT' });
    expect(asked).toHaveLength(1);
  });

  it('is answered while Redis is away', async () => {
    const away = new Redis({
      host: '127.0.0.1',
      port: await findFreePort(),
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    away.on('error', () => {});
    const provider = createProvider(
      { redis: away, limits: noLimits, metrics },
      { name: 'google_geocoding', base, timeoutMs: 5_000, patienceMs: 10_000, perMinute: 60_000 },
    );
    expect(await ask(provider)).toEqual({ kind: 'answered', value: 453 });
    away.disconnect();
  });

  it('is refused for a company that has asked its share', async () => {
    const limits = {
      take: async () => {
        throw new AppError('too_many_requests');
      },
    };
    expect(await ask(open({ companyLimit: 'geocoding' }, limits))).toMatchObject({ because: 'LIMIT' });
    expect(asked).toHaveLength(0);
  });
});

describe('a provider that fails', () => {
  it('rests, is tried by one request, and rests twice as long if that fails too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const provider = open();
    answer = (response) => json(response, 403, {});
    expect(await Promise.all([ask(provider), ask(provider, 'b')])).toMatchObject([{ because: 'REFUSED' }, { because: 'REFUSED' }]);
    expect(await ask(provider, 'c')).toMatchObject({ because: 'RESTING' });
    vi.advanceTimersByTime(10_000);
    const both = await Promise.all([ask(provider), ask(provider, 'b')]);
    expect(both.map((one) => one.kind === 'unavailable' && one.because).sort()).toEqual(['REFUSED', 'RESTING']);
    vi.advanceTimersByTime(19_999);
    expect(await ask(provider)).toMatchObject({ because: 'RESTING' });
    vi.advanceTimersByTime(1);
    answer = (response) => json(response, 200, { miles: 7 });
    expect(await ask(provider)).toEqual({ kind: 'answered', value: 7 });
    expect(await ask(provider, 'b')).toEqual({ kind: 'answered', value: 7 });
  });

  it('fails with the key of one company, and answers with that of another', async () => {
    const provider = open();
    answer = (response, url) => (url.searchParams.get('key') === 'bad' ? json(response, 403, {}) : json(response, 200, { miles: 9 }));
    const withKey = (companyId: string, key: string) =>
      provider.ask({ companyId, account: { companyId }, path: '/lanes', query: { key }, read: readMiles });
    expect(await withKey('a', 'bad')).toMatchObject({ because: 'REFUSED' });
    expect(await withKey('a', 'bad')).toMatchObject({ because: 'RESTING' });
    expect(await withKey('b', 'good')).toEqual({ kind: 'answered', value: 9 });
  });
});
