import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** A waiting company that doesn't ask again this long after it should have is no longer waited for. */
const graceMs = 2_000;
/** While Redis is away no process knows of the others, so each uses only this share of the rate. */
const shareWithoutRedis = 0.25;

/**
 * One script in Redis decides for all processes. Companies that wait stand in `waiting` by their turn: the number of calls they have
 * had. The company that had fewest is next. A company that comes back after a break starts with the turn of the last call, so it can't
 * catch up on calls that it never wanted. `next` is when the following call may begin if all calls keep the same distance.
 *
 * Returns 0 if the company may call now, otherwise the milliseconds after which it should ask again.
 */
const takeTurn = `
local state, waiting, expected, served = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local company, interval, burst = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', expected, '-inf', now)) do
  redis.call('ZREM', waiting, gone)
  redis.call('ZREM', expected, gone)
end
local turn = tonumber(redis.call('ZSCORE', waiting, company) or -1)
if turn < 0 then
  local last = tonumber(redis.call('HGET', state, 'turn') or 0)
  turn = math.max(last, tonumber(redis.call('ZSCORE', served, company) or 0))
  redis.call('ZADD', waiting, turn, company)
end
local nextAt = tonumber(redis.call('HGET', state, 'next') or 0)
local pausedUntil = tonumber(redis.call('HGET', state, 'paused') or 0)
local begins = math.max(nextAt - burst * interval, pausedUntil)
local wait = math.ceil(math.max(begins - now, 0) + redis.call('ZRANK', waiting, company) * interval)
if wait == 0 then
  redis.call('HSET', state, 'next', math.max(nextAt, now) + interval, 'turn', turn)
  redis.call('ZREM', waiting, company)
  redis.call('ZREM', expected, company)
  redis.call('ZREMRANGEBYSCORE', served, '-inf', turn)
  redis.call('ZADD', served, turn + 1, company)
else
  redis.call('ZADD', expected, now + wait + ${graceMs}, company)
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 3600000) end
return wait`;

const pauseAll = `
local time = redis.call('TIME')
local untilMs = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
if untilMs > tonumber(redis.call('HGET', KEYS[1], 'paused') or 0) then redis.call('HSET', KEYS[1], 'paused', untilMs) end
redis.call('PEXPIRE', KEYS[1], math.max(3600000, tonumber(ARGV[1])))
return 0`;

export interface Quota {
  /** True when this company may call now. False if that would take longer than `patienceMs`. */
  takeTurn(account: string, companyId: string, patienceMs: number): Promise<boolean>;
  /** The provider asked to wait. No process calls with this account before that time is over. */
  pauseAll(account: string, ms: number): Promise<void>;
}

/**
 * Keeps the calls of all processes with one account of a provider below `perMinute`, and lets companies take turns: while others wait, a
 * company that asks a thousand times gets no more calls than a company that asks once.
 */
export function createQuota(redis: Redis, provider: string, perMinute: number): Quota {
  const interval = 60_000 / perMinute;
  // The calls of one second may go out together: providers count by the minute or by the second.
  const burst = Math.max(Math.floor(perMinute / 60), 1) - 1;
  const keysOf = (account: string) => ['state', 'waiting', 'expected', 'served'].map((part) => `provider:{${provider}:${account}}:${part}`);
  let nextAtWithoutRedis = 0;

  async function ask(account: string, companyId: string): Promise<number> {
    const keys = keysOf(account);
    try {
      return Number(await redis.eval(takeTurn, keys.length, ...keys, companyId, interval, burst));
    } catch {
      const now = performance.now();
      const waitMs = Math.max(Math.ceil(nextAtWithoutRedis - now), 0);
      if (waitMs === 0) nextAtWithoutRedis = now + interval / shareWithoutRedis;
      return waitMs;
    }
  }

  return {
    async takeTurn(account, companyId, patienceMs) {
      const until = performance.now() + patienceMs;
      for (;;) {
        const waitMs = await ask(account, companyId);
        if (waitMs === 0) return true;
        if (performance.now() + waitMs > until) {
          // Others must not wait for a company that has given up.
          for (const key of keysOf(account).slice(1, 3)) await redis.zrem(key, companyId).catch(() => 0);
          return false;
        }
        await pause(waitMs);
      }
    },
    async pauseAll(account, ms) {
      await redis.eval(pauseAll, 1, keysOf(account)[0] ?? '', Math.ceil(ms)).catch(() => 0);
    },
  };
}
