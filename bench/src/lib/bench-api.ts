import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import pg from 'pg';

const repository = resolve(import.meta.dirname, '../../..');
const apiSource = join(repository, 'apps/api/src');
const noLimit = '1000000000';

export interface BenchApi {
  origin: string;
  pid: number;
  databaseName: string;
  appUrl: string;
  admin: pg.Pool;
  close(): Promise<void>;
}

export function startNode(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A script of the API's own, run to its end. */
export async function runScript(script: string, databaseName: string, args: string[] = []): Promise<void> {
  const migratorUrl = Object.assign(new URL(adminUrl), { username: 'migrator', pathname: `/${databaseName}` }).href;
  const child = startNode([join(apiSource, script), ...args], { DATABASE_ADMIN_URL: adminUrl, DATABASE_MIGRATOR_URL: migratorUrl });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${script} failed on ${databaseName}`);
}

/** The real API in a process of its own, on a database of its own: one that is there already, or a new one that goes with it. */
export async function startBenchApi(existing?: string, logLevel = 'warn'): Promise<BenchApi> {
  const databaseName = existing ?? `headhaul_bench_${process.pid}`;
  const url = (role: string) => Object.assign(new URL(adminUrl), { username: role, pathname: `/${databaseName}` }).href;
  if (!existing) await runScript('cli/migrate.ts', databaseName);

  const port = await findFreePorts(2);
  const server = startNode([...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), join(apiSource, 'server.ts')], {
    NODE_ENV: 'development',
    LOG_LEVEL: logLevel,
    PORT: String(port),
    OPS_PORT: String(port + 1),
    DATABASE_APP_URL: url('app'),
    DATABASE_WORKER_URL: url('worker'),
    // A database of Redis of its own: these counters must not use up the limits of a server beside it.
    REDIS_URL: Object.assign(new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'), { pathname: '/15' }).href,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: noLimit,
    RATE_LIMIT_API_PER_MINUTE: noLimit,
  });
  const admin = new pg.Pool({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${databaseName}` }).href, max: 2 });
  admin.on('error', () => {});

  async function close(): Promise<void> {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await admin.end();
    if (existing) return;
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(`drop database if exists ${databaseName} with (force)`);
    await client.end();
  }

  for (let attempt = 0; attempt < 200 && server.exitCode === null; attempt++) {
    const isReady = await fetch(`http://localhost:${port + 1}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { origin: `http://localhost:${port}`, pid: server.pid ?? 0, databaseName, appUrl: url('app'), admin, close };
    await pause(50);
  }
  await close();
  throw new Error('the API did not start');
}
