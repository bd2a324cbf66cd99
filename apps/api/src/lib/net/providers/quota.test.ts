import { type RedisServer, startRedis } from '@headhaul/test-servers/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQuota } from './quota.ts';

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.kill();
});

const forever = 60_000;

/** Asks for so many turns, one after the other, and writes down who got one. */
async function askFor(turns: number, companyId: string, order: string[], perMinute: number): Promise<void> {
  // Each has its own client, as in a process of its own.
  const quota = createQuota(redis, 'test', perMinute);
  for (let turn = 0; turn < turns; turn += 1) {
    expect(await quota.takeTurn('ours', companyId, forever)).toBe(true);
    order.push(companyId);
  }
}

describe('the quota of a provider', () => {
  it('lets companies take turns: one that asks often waits no less than one that asks rarely', async () => {
    const order: string[] = [];
    // 1,200 a minute are 20 a second: the first 20 go at once.
    await Promise.all(['a', 'b', 'c', 'd'].map((companyId) => askFor(15, companyId, order, 1_200)));
    expect(order).toHaveLength(60);
    for (const half of [order.slice(20, 40), order.slice(20, 52)]) {
      const counts = ['a', 'b', 'c', 'd'].map((companyId) => half.filter((one) => one === companyId).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
    }
  });

  it('keeps the agreed rate, all askers together', async () => {
    const order: string[] = [];
    const startedAt = performance.now();
    await Promise.all(['a', 'b', 'c'].map((companyId) => askFor(10, companyId, order, 1_200)));
    // 20 at once, and 10 more at 20 a second.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(495);
  });

  it('gives a company that was away no more than its turn', async () => {
    const quota = createQuota(redis, 'test', 60_000);
    for (let turn = 0; turn < 50; turn += 1) await quota.takeTurn('ours', 'a', forever);
    await quota.pauseAll('ours', 300);
    const order: string[] = [];
    const slow = 600;
    await Promise.all([askFor(5, 'a', order, slow), askFor(5, 'b', order, slow)]);
    expect(order.slice(0, 6).filter((one) => one === 'a').length).toBeGreaterThanOrEqual(2);
  });

  it('says no when the turn would come too late, and nobody waits for who went away', async () => {
    const quota = createQuota(redis, 'test', 60);
    expect(await quota.takeTurn('ours', 'a', 0)).toBe(true);
    expect(await quota.takeTurn('ours', 'b', 100)).toBe(false);
    expect(await redis.zcard('provider:{test:ours}:waiting')).toBe(0);
    expect(await quota.takeTurn('another key', 'b', 0)).toBe(true);
  });
});
