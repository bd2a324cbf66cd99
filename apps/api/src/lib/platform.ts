import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createMailer, type Mailer } from './clients/mailer.ts';
import { type Database, openDatabase } from './db.ts';
import type { Env } from './env.ts';
import { createRateLimits, type RateLimits } from './http/rate-limit.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openRedis } from './redis.ts';
import { createTracing, type Tracing } from './trace.ts';

/** What one process runs on. Made once at the start, handed down; nothing reaches for a global. */
export interface Platform {
  env: Env;
  log: Logger;
  db: Database;
  redis: Redis;
  mailer: Mailer;
  limits: RateLimits;
  metrics: Metrics;
  tracing: Tracing;
  close(): Promise<void>;
}

export function createPlatform(env: Env, service: 'api' | 'worker'): Platform {
  const log = createLog(env, service);
  const tracing = createTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const metrics = createMetrics();
  const db = openDatabase(service === 'api' ? env.DATABASE_APP_URL : env.DATABASE_WORKER_URL, env, tracing);
  const redis = openRedis(env.REDIS_URL, log);
  const mailer = createMailer(env);
  return {
    env,
    log,
    db,
    redis,
    mailer,
    limits: createRateLimits(redis, env, metrics),
    metrics,
    tracing,
    async close() {
      redis.disconnect();
      mailer.close();
      await db.close();
      await tracing.close();
    },
  };
}
