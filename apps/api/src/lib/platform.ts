import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { type CompanyQueues, createCompanyQueues } from './admission/company-queues.ts';
import { createRateLimits, type RateLimits } from './admission/rate-limit.ts';
import { type OpeningKey, readPrivateKey, readPublicKey, type SealingKey } from './auth/sealed-secret.ts';
import { type Database, openDatabase } from './db/database.ts';
import type { Env } from './env.ts';
import type { FileStore } from './files/file-store.ts';
import { openFiles } from './files/files.ts';
import { wakeReaders } from './live/live-events.ts';
import { createMailer, type Mailer } from './net/mailer.ts';
import { createOpenIdClients, type OpenIdClients } from './net/openid.ts';
import { createStripe } from './net/stripe.ts';
import { openRedis } from './redis.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createTracing, type Tracing } from './telemetry/trace.ts';

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
  queues: CompanyQueues;
  metrics: Metrics;
  tracing: Tracing;
  close(): Promise<void>;
}

interface MailKeys {
  sealing: SealingKey;
  /** None in the API: what it takes in it can't read again. */
  opening: readonly OpeningKey[];
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
  const redis = openRedis(env.REDIS_URL, log);
  const db = openDatabase(service === 'api' ? env.DATABASE_APP_URL : env.DATABASE_WORKER_URL, env, {
    tracing,
    onPublished: (companyId) => wakeReaders(redis, companyId),
  });
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
    queues: createCompanyQueues(),
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
