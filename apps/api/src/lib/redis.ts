import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Redis holds only data that we can lose. So while Redis is away a command fails at once instead of waiting. */
export function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let away = false;
  redis.on('error', (error) => {
    if (!away) log.warn({ reason: error.message }, 'Redis is away; going on without it');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.info('Redis is back');
    away = false;
  });
  return redis;
}

/** Until Redis was reached for the first time, or is known to be away. A limit that is counted before that is counted without Redis. */
export function untilRedisAnswered(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ['ready', 'error', 'end']) redis.once(event, () => resolve());
  });
}
