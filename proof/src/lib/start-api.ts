import { join } from 'node:path';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import { type Child, startServer } from './children.ts';
import type { ProofDatabase } from './database.ts';
import { apiSource, type Stage } from './stage.ts';

export interface Api extends Child {
  origin: string;
}

export interface ApiOptions {
  label: string;
  /** The product's source, or a mutant's. */
  source?: string;
  env?: Record<string, string>;
}

const noLimit = '1000000000';

/** The real API in a separate process, on this run's database. */
export async function startApi(stage: Stage, database: ProofDatabase, { label, source = apiSource, env = {} }: ApiOptions): Promise<Api> {
  const port = await findFreePorts(2);
  const origin = `http://localhost:${port}`;
  const child = await startServer(stage, label, join(source, 'server.ts'), `http://localhost:${port + 1}/health/ready`, {
    LOG_LEVEL: 'warn',
    PORT: String(port),
    OPS_PORT: String(port + 1),
    PUBLIC_URL: origin,
    DATABASE_APP_URL: database.url('app'),
    DATABASE_WORKER_URL: database.url('worker'),
    REDIS_URL: await stage.redisUrl(),
    RATE_LIMIT_SIGN_IN_PER_MINUTE: noLimit,
    RATE_LIMIT_API_PER_MINUTE: noLimit,
    RATE_LIMIT_COMPANY_PER_MINUTE: noLimit,
    RATE_LIMIT_INVITES_PER_HOUR: noLimit,
    RATE_LIMIT_PAYMENTS_PER_MINUTE: noLimit,
    ...env,
  });
  return { ...child, origin };
}

/** The real worker, on the same database. */
export async function startWorker(
  stage: Stage,
  database: ProofDatabase,
  { label, source = apiSource, env = {} }: ApiOptions,
): Promise<Child> {
  const port = await findFreePorts(1);
  return startServer(stage, label, join(source, 'worker.ts'), `http://localhost:${port}/health/ready`, {
    LOG_LEVEL: 'warn',
    WORKER_OPS_PORT: String(port),
    DATABASE_APP_URL: database.url('app'),
    DATABASE_WORKER_URL: database.url('worker'),
    REDIS_URL: await stage.redisUrl(),
    ...env,
  });
}

/** Two processes, as in production, so that neither may depend on what only the other one has in memory. */
export async function startApis(stage: Stage, database: ProofDatabase, options: ApiOptions): Promise<Api[]> {
  return Promise.all([1, 2].map((number) => startApi(stage, database, { ...options, label: `${options.label}-${number}` })));
}
