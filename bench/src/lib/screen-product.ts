import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { adminUrl, runScript, startNode } from './bench-api.ts';

const repository = resolve(import.meta.dirname, '../../..');
export const resultsDir = join(repository, 'bench/results');
const [port, opsPort, workerOpsPort] = [4840, 4841, 4842];

interface Product {
  origin: string;
  admin: pg.Pool;
  companyId: string;
  close(): Promise<void>;
}

/** The whole product as a customer has it, built, with one company that has this many loads. It goes away with its database. */
export async function startProduct(loads: number): Promise<Product> {
  const database = 'hh_bench_screen';
  const webDist = await mkdtemp(join(tmpdir(), 'headhaul-web-'));
  await buildWeb(webDist);
  await fillDatabase(database, loads);

  const url = (role: string) => Object.assign(new URL(adminUrl), { username: role, pathname: `/${database}` }).href;
  const origin = `http://localhost:${port}`;
  const env = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    WORKER_OPS_PORT: String(workerOpsPort),
    PUBLIC_URL: origin,
    WEB_ORIGINS: origin,
    WEB_DIST: webDist,
    DATABASE_APP_URL: url('app'),
    DATABASE_WORKER_URL: url('worker'),
    REDIS_URL: Object.assign(new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'), { pathname: '/14' }).href,
    // A hundred thousand rows in a minute is more than a person asks for.
    RATE_LIMIT_API_PER_MINUTE: '1000000000',
  };
  const processes = ['server.ts', 'worker.ts'].map((script) => startNode([join(repository, 'apps/api/src', script)], env));
  const admin = new pg.Pool({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href, max: 2 });
  admin.on('error', () => {});

  async function close(): Promise<void> {
    await Promise.all(processes.map(stop));
    await admin.end();
    await rm(webDist, { recursive: true });
    await runSql(adminUrl, `drop database if exists ${database} with (force)`);
  }

  try {
    await Promise.all([whenReady(opsPort), whenReady(workerOpsPort)]);
    const { rows } = await admin.query<{ company_id: string }>('select company_id from load_counters');
    return { origin, admin, companyId: rows[0]?.company_id ?? '', close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function whenReady(ops: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const isReady = await fetch(`http://localhost:${ops}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
  throw new Error('the product did not start');
}

async function buildWeb(outDir: string): Promise<void> {
  const vite = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: join(repository, 'apps/web'),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = (await once(vite, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the web app could not be built');
}

async function runSql(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function fillDatabase(database: string, loads: number): Promise<void> {
  await runSql(adminUrl, `drop database if exists ${database} with (force)`);
  await runScript('cli/migrate.ts', database);
  await runScript('cli/seed.ts', database, ['--loads', String(loads), '--one-company']);
  await runSql(Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href, makeStops);
}

/** A load that is opened has its stops; without them its drawer would be lighter than it is. */
const insertStop = (sequence: number, kind: 'pickup' | 'delivery', donePlaces: string) => `
  insert into load_stops (company_id, id, load_id, sequence, kind, status, facility, address, city, state, time_zone, schedule, day, "time", starts_at, ends_at)
  select company_id, gen_random_uuid(), id, ${sequence}, '${kind.toUpperCase()}', case when status in (${donePlaces}) then 'COMPLETED' else 'PENDING' end,
    ${kind}_city || ' Distribution Center', '1200 Industrial Pkwy', ${kind}_city, ${kind}_state, ${kind}_zone, 'APPOINTMENT', ${kind}_day,
    (${kind}_at at time zone ${kind}_zone)::time, ${kind}_at, ${kind}_ends_at
  from loads;`;
const settled = `'DELIVERED', 'INVOICED', 'PAID'`;
const makeStops = `set session_replication_role = replica; set synchronous_commit = off;
  ${insertStop(0, 'pickup', `'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', ${settled}`)} ${insertStop(1, 'delivery', settled)} analyze load_stops;`;
