import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Redis holds only what may vanish, so a command fails at once when it is away instead of waiting for it. */
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
