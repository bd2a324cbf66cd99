import { join } from 'node:path';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import type pg from 'pg';
import { databaseUrl, openAdmin } from './database.ts';
import { startServer } from './programs.ts';
import { apiSource, type Stage } from './stage.ts';

const noLimit = '1000000000';

export interface BenchApi {
  origin: string;
  pid: number;
  databaseName: string;
  admin: pg.Pool;
}

/** The real API in a separate process, on this database. */
export async function startBenchApi(stage: Stage, databaseName: string, logLevel: 'info' | 'warn'): Promise<BenchApi> {
  const [port, redisUrl] = [await findFreePorts(2), await stage.redisUrl()];
  const admin = openAdmin(stage, databaseName, 2);
  const env = {
    LOG_LEVEL: logLevel,
    PORT: String(port),
    OPS_PORT: String(port + 1),
    DATABASE_APP_URL: databaseUrl(databaseName, 'app'),
    DATABASE_WORKER_URL: databaseUrl(databaseName, 'worker'),
    REDIS_URL: redisUrl,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: noLimit,
    RATE_LIMIT_API_PER_MINUTE: noLimit,
    RATE_LIMIT_COMPANY_PER_MINUTE: noLimit,
  };
  const args = [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), join(apiSource, 'server.ts')];
  const { pid } = await startServer(stage, { label: `the API on ${databaseName}`, args, env }, `http://localhost:${port + 1}/health/ready`);
  return { origin: `http://localhost:${port}`, pid, databaseName, admin };
}
