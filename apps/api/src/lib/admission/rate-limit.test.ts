import { sessionEndpoints } from '@headhaul/contracts/session';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { type RedisServer, startRedis } from '@headhaul/test-servers/redis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

/** Calls an open endpoint without its query. The request is counted and then refused, so nothing else happens. */
function knock(api: TestApp, headers: Record<string, string> = {}): Promise<Response> {
  return api.fetch('/api/oauth/authorize', { headers });
}

async function statuses(count: number, request: () => Promise<Response>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await request()).status);
  return found;
}

async function refresh(client: TestClient): Promise<void> {
  client.token = await client.call(sessionEndpoints.refreshToken, { body: { refreshToken: client.token.refreshToken } });
}

describe('a rate limit', () => {
  let redis: RedisServer;
  let api: TestApp;
  beforeAll(async () => {
    redis = await startRedis();
    const env = { REDIS_URL: redis.url, RATE_LIMIT_SIGN_IN_PER_MINUTE: '12', RATE_LIMIT_API_PER_MINUTE: '5', TRUSTED_PROXY_HOPS: '1' };
    api = await startTestApp({ env });
  });
  afterAll(async () => {
    await api.close();
    await redis.kill();
  });

  it('429 with Retry-After once somebody has used up their minute, and not for somebody else', async () => {
    const [busy, calm] = [await api.signUp(), await api.signUp()];
    const startedMs = performance.now();
    expect(await statuses(5, () => busy.fetch('/api/users/me'))).toEqual(Array(5).fill(200));
    const refused = await busy.fetch('/api/users/me');
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    // The rest of the minute that began with the first request.
    expect(retryAfter).toBeGreaterThan(59 - (performance.now() - startedMs) / 1_000);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: retryAfter });
    expect((await calm.fetch('/api/users/me')).status).toBe(200);
    const { values } = await api.platform.metrics.rateLimited.get();
    expect(values).toContainEqual(expect.objectContaining({ labels: { limit: 'api' }, value: 1 }));
  });

  it('429 per address for anyone signed out, by what the trusted proxy says and nothing before it', async () => {
    const from = (address: string) => () => knock(api, { 'x-forwarded-for': address });
    expect(await statuses(12, from('203.0.113.7'))).toEqual(Array(12).fill(400));
    expect((await from('203.0.113.7')()).status).toBe(429);
    expect((await from('198.51.100.1, 203.0.113.7')()).status).toBe(429);
    expect((await from('203.0.113.8')()).status).toBe(400);
  });

  it('of a person does not eat up their company’s, however often they are refused', async () => {
    const limits = { RATE_LIMIT_API_PER_MINUTE: '10', RATE_LIMIT_COMPANY_PER_MINUTE: '25' };
    const office = await startTestApp({ env: { REDIS_URL: redis.url, ...limits } });
    try {
      const owner = await office.signUp();
      const mate = await addTeammate(office, owner);
      await statuses(60, () => mate.fetch('/api/users/me'));
      expect((await mate.fetch('/api/users/me')).status).toBe(429);
      expect((await owner.fetch('/api/users/me')).status).toBe(200);
    } finally {
      await office.close();
    }
  });

  it('is shared by all processes', async () => {
    const env = { REDIS_URL: redis.url, RATE_LIMIT_SIGN_IN_PER_MINUTE: '12', TRUSTED_PROXY_HOPS: '1' };
    const second = await startTestApp({ env });
    try {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      await statuses(6, () => knock(api, headers));
      expect(await statuses(7, () => knock(second, headers))).toEqual([...Array(6).fill(400), 429]);
    } finally {
      await second.close();
    }
  });
});

describe('without Redis', () => {
  it('people sign in, refresh and work, and each process counts alone', async () => {
    const env = {
      REDIS_URL: `redis://127.0.0.1:${await findFreePort()}`,
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '8',
      RATE_LIMIT_API_PER_MINUTE: '5',
    };
    const api = await startTestApp({ env });
    try {
      const client = await api.signUp();
      await refresh(client);
      expect(await statuses(6, () => client.fetch('/api/users/me'))).toEqual([200, 200, 200, 200, 200, 429]);
      // The exchange and the refresh were counted as well.
      expect(await statuses(7, () => knock(api))).toEqual([400, 400, 400, 400, 400, 400, 429]);
    } finally {
      await api.close();
    }
  });

  it('nobody notices Redis dying in mid-run', async () => {
    const redis = await startRedis();
    const api = await startTestApp({ env: { REDIS_URL: redis.url, RATE_LIMIT_API_PER_MINUTE: '30' } });
    try {
      const client = await api.signUp();
      expect(await statuses(5, () => client.fetch('/api/users/me'))).toEqual(Array(5).fill(200));
      const working = statuses(20, () => client.fetch('/api/users/me'));
      await redis.kill();
      expect(await working).toEqual(Array(20).fill(200));
      await refresh(client);
      const another = await api.signUp();
      // No timeout fires from here on, so a request that waited for Redis would wait forever.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      expect(await statuses(31, () => another.fetch('/api/users/me'))).toEqual([...Array(30).fill(200), 429]);
      vi.useRealTimers();
      await client.call(sessionEndpoints.logout, {});
    } finally {
      vi.useRealTimers();
      await api.close();
      await redis.kill();
    }
  });
});
