import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { createMailer, type Mailer } from './clients/mailer.ts';
import { createOpenIdClients, type OpenIdClients } from './clients/openid.ts';
import { createStripe } from './clients/stripe.ts';
import { type Database, openDatabase } from './db.ts';
import type { Env } from './env.ts';
import type { FileStore } from './file-store.ts';
import { openFiles } from './files.ts';
import { createRateLimits, type RateLimits } from './http/rate-limit.ts';
import { createLog } from './log.ts';
import { type MailPrivateKey, type MailPublicKey, readPrivateKey, readPublicKey } from './mail-secrets.ts';
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
  files: FileStore;
  openid: OpenIdClients;
  mailKeys: MailKeys;
  /** Null where no payments are set up. */
  stripe: Stripe | null;
  limits: RateLimits;
  metrics: Metrics;
  tracing: Tracing;
  close(): Promise<void>;
}

interface MailKeys {
  sealing: MailPublicKey;
  /** None in the API: what it takes in it can't read again. */
  opening: readonly MailPrivateKey[];
}

function readMailKeys(env: Env, service: 'api' | 'worker'): MailKeys {
  const sealing = readPublicKey(env.MAIL_SEAL_PUBLIC_KEY.kid, env.MAIL_SEAL_PUBLIC_KEY.raw);
  if (service === 'api') {
    if (env.NODE_ENV === 'production' && env.MAIL_SEAL_PRIVATE_KEYS.length > 0) {
      throw new Error('MAIL_SEAL_PRIVATE_KEYS belongs to the worker alone: take it out of the API’s environment.');
    }
    return { sealing, opening: [] };
  }
  const opening = env.MAIL_SEAL_PRIVATE_KEYS.map(({ kid, raw }) => readPrivateKey(kid, raw));
  if (!opening.some(({ kid }) => kid === sealing.kid)) throw new Error('MAIL_SEAL_PRIVATE_KEYS lacks the key of MAIL_SEAL_PUBLIC_KEY.');
  return { sealing, opening };
}

export function createPlatform(env: Env, service: 'api' | 'worker'): Platform {
  const mailKeys = readMailKeys(env, service);
  const log = createLog(env, service);
  const tracing = createTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const metrics = createMetrics();
  const db = openDatabase(service === 'api' ? env.DATABASE_APP_URL : env.DATABASE_WORKER_URL, env, tracing);
  const redis = openRedis(env.REDIS_URL, log);
  const mailer = createMailer(env);
  const files = openFiles(env);
  return {
    env,
    log,
    db,
    redis,
    mailer,
    files,
    openid: createOpenIdClients(env),
    mailKeys,
    stripe: createStripe(env),
    limits: createRateLimits(redis, env, metrics),
    metrics,
    tracing,
    async close() {
      redis.disconnect();
      mailer.close();
      files.close();
      await db.close();
      await tracing.close();
    },
  };
}
