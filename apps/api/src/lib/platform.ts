import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { type CompanyQueues, createCompanyQueues } from './admission/company-queues.ts';
import { createRateLimits, type RateLimits } from './admission/rate-limit.ts';
import { type OpeningKey, readPrivateKey, readPublicKey, type SealingKey } from './auth/sealed-secret.ts';
import { type Database, openDatabase } from './db/database.ts';
import type { ApiEnv, Env, WorkerEnv } from './env.ts';
import type { FileStore } from './files/file-store.ts';
import { openFiles } from './files/files.ts';
import { createScanner, type Scanner } from './files/scanner.ts';
import { wakeReaders } from './live/live-events.ts';
import { type IpPlaces, openIpPlaces } from './net/ip-places.ts';
import { createMailer, type Mailer } from './net/mailer.ts';
import { createOpenIdClients, type OpenIdClients } from './net/openid.ts';
import { createStripe } from './net/stripe.ts';
import { openRedis } from './redis.ts';
import { createLog } from './telemetry/log.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createTracing, type Tracing } from './telemetry/trace.ts';

/** Everything a process needs to run. It is made once at the start and passed down, so no code uses globals. */
export interface Platform {
  env: Env;
  log: Logger;
  db: Database;
  redis: Redis;
  files: FileStore;
  openid: OpenIdClients;
  /** Encrypts mailbox credentials. Only the worker can decrypt them. */
  sealingKey: SealingKey;
  /** Null if payments are not configured. */
  stripe: Stripe | null;
  limits: RateLimits;
  queues: CompanyQueues;
  metrics: Metrics;
  tracing: Tracing;
  close(): Promise<void>;
}

export interface ApiPlatform extends Platform {
  env: ApiEnv;
  scan: Scanner;
  ipPlaces: IpPlaces;
}

export interface WorkerPlatform extends Platform {
  env: WorkerEnv;
  mailer: Mailer;
  openingKeys: readonly OpeningKey[];
}

export function createApiPlatform(env: ApiEnv): ApiPlatform {
  return { ...createPlatform(env, env.DATABASE_APP_URL), env, scan: createScanner(env), ipPlaces: openIpPlaces(env.IP_PLACES_FILE) };
}

export function createWorkerPlatform(env: WorkerEnv): WorkerPlatform {
  const openingKeys = env.MAIL_SEAL_PRIVATE_KEYS.map(({ kid, raw }) => readPrivateKey(kid, raw));
  if (!openingKeys.some(({ kid }) => kid === env.MAIL_SEAL_PUBLIC_KEY.kid)) {
    throw new Error('MAIL_SEAL_PRIVATE_KEYS lacks the key of MAIL_SEAL_PUBLIC_KEY.');
  }
  const platform = createPlatform(env, env.DATABASE_WORKER_URL);
  const mailer = createMailer(env);
  return {
    ...platform,
    env,
    mailer,
    openingKeys,
    async close() {
      mailer.close();
      await platform.close();
    },
  };
}

function createPlatform(env: ApiEnv | WorkerEnv, databaseUrl: string): Platform {
  const log = createLog(env, env.service);
  const tracing = createTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const metrics = createMetrics();
  const redis = openRedis(env.REDIS_URL, log);
  const db = openDatabase(databaseUrl, env, {
    tracing,
    onPublished: (companyId) => wakeReaders(redis, companyId),
    onSecurityEvent: ({ kind, actorId, detail }, companyId, { ip, sessionId }) =>
      log.info({ stream: 'security', kind, companyId, actorId, sessionId, ip, detail }, 'security event'),
  });
  const files = openFiles(env);
  return {
    env,
    log,
    db,
    redis,
    files,
    openid: createOpenIdClients(env, metrics),
    sealingKey: readPublicKey(env.MAIL_SEAL_PUBLIC_KEY.kid, env.MAIL_SEAL_PUBLIC_KEY.raw),
    stripe: createStripe(env, metrics),
    limits: createRateLimits(redis, env, metrics),
    queues: createCompanyQueues(),
    metrics,
    tracing,
    async close() {
      redis.disconnect();
      files.close();
      await db.close();
      await tracing.close();
    },
  };
}
