import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import type pg from 'pg';
import { databaseUrl, openAdmin } from './database.ts';
import { runProgram, startServer } from './programs.ts';
import { apiSource, repository, type Stage } from './stage.ts';

interface Product {
  origin: string;
  admin: pg.Pool;
  companyId: string;
}

/** The whole product, built as for a customer, on this database. */
export async function startProduct(stage: Stage, database: string): Promise<Product> {
  const [webDist, port, redisUrl] = [await findWeb(stage), await findFreePorts(3), await stage.redisUrl()];
  const [opsPort, workerOpsPort] = [port + 1, port + 2];
  const origin = `http://localhost:${port}`;
  const env = {
    LOG_LEVEL: 'warn',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    WORKER_OPS_PORT: String(workerOpsPort),
    PUBLIC_URL: origin,
    WEB_ORIGINS: origin,
    WEB_DIST: webDist,
    DATABASE_APP_URL: databaseUrl(database, 'app'),
    DATABASE_WORKER_URL: databaseUrl(database, 'worker'),
    REDIS_URL: redisUrl,
    // No limits, because fetching a hundred thousand rows in minutes is more than a person does.
    RATE_LIMIT_API_PER_MINUTE: '1000000000',
    RATE_LIMIT_COMPANY_PER_MINUTE: '1000000000',
  };
  const admin = openAdmin(stage, database, 2);
  const start = (label: string, script: string, ops: number) =>
    startServer(stage, { label, args: [join(apiSource, script)], env }, `http://localhost:${ops}/health/ready`);
  await Promise.all([start('the API', 'server.ts', opsPort), start('the worker', 'worker.ts', workerOpsPort)]);
  const { rows } = await admin.query<{ company_id: string }>('select company_id from load_counters');
  return { origin, admin, companyId: rows[0]?.company_id ?? '' };
}

/** The built web app: the one in `BENCH_PREBUILT_WEB`, or one that is built here. */
async function findWeb(stage: Stage): Promise<string> {
  const prebuilt = process.env.BENCH_PREBUILT_WEB;
  if (prebuilt !== undefined) {
    const folder = resolve(repository, prebuilt);
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`BENCH_PREBUILT_WEB: there is no built web app in ${folder}.`);
    return folder;
  }
  const outDir = join(stage.folder, 'web');
  await runProgram(stage, {
    label: 'the build of the web app',
    args: ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    env: { NODE_ENV: 'production' },
    cwd: join(repository, 'apps/web'),
  });
  return outDir;
}
