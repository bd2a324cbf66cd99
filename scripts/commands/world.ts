import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startRedis } from '../../packages/test-servers/src/redis.ts';
import { findSandboxPort } from '../../packages/test-servers/src/sandbox-ports.ts';
import { untilWritten } from '../../packages/test-servers/src/until-written.ts';
import { defaultAdminUrl } from '../probe.ts';

export const root = resolve(import.meta.dirname, '../..');

/** What the commands run on: a temporary database, Redis, folder and sandbox. */
export interface World {
  folder: string;
  /** The sandbox's own address. */
  sandbox: string;
  /** Of the caller's settings only the paths of programs, so that no real key gets in here. */
  env: NodeJS.ProcessEnv;
  /** Makes the product use this sandbox. Not for `pnpm dev`, which starts its own. */
  sandboxEnv: NodeJS.ProcessEnv;
  /** Stops what takes time to stop. The rest is removed when this process exits, in any way. */
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'headhaul-commands-'));
  const admin = process.env.DATABASE_ADMIN_URL ?? defaultAdminUrl;
  const database = `headhaul_commands_${process.pid}`;
  const url = (role: string) => Object.assign(new URL(admin), { username: role, pathname: `/${database}` }).href;
  process.once('exit', () => {
    dropDatabase(admin, database);
    rmSync(folder, { recursive: true, force: true });
  });
  const redis = await startRedis();
  process.once('exit', () => void redis.kill());
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CI: 'true',
    DATABASE_ADMIN_URL: admin,
    DATABASE_MIGRATOR_URL: url('migrator'),
    DATABASE_APP_URL: url('app'),
    DATABASE_WORKER_URL: url('worker'),
    REDIS_URL: redis.url,
    FILES_DIR: join(folder, 'files'),
    SANDBOX_STRIPE_FILE: join(folder, 'stripe'),
  };
  mkdirSync(env.FILES_DIR);
  const port = await findSandboxPort();
  await startSandbox(port);
  const at = (offset: number) => `http://localhost:${port + offset}`;
  const sandboxEnv = {
    GOOGLE_ISSUER: at(1),
    MICROSOFT_ISSUER: at(2),
    SMTP_URL: `smtp://localhost:${port + 3}`,
    GOOGLE_MAPS_BASE: at(4),
    STRIPE_API_BASE: at(5),
    GMAIL_API_BASE: at(6),
    GRAPH_API_BASE: at(7),
    FMCSA_API_BASE: at(11),
    FMCSA_OPEN_DATA_BASE: at(12),
    EIA_API_BASE: at(13),
    HERE_API_BASE: at(14),
    GOOGLE_ROUTES_BASE: at(15),
    FACTOR_API_BASE: at(16),
  };
  return { folder, sandbox: at(0), env, sandboxEnv, close: () => redis.kill() };
}

async function startSandbox(port: number): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SANDBOX_PORT: String(port) };
  const child: ChildProcess = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(root, 'sandbox'),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await untilWritten(child, child.stdout, 'Sandbox ready', 'The sandbox');
}

/** Runs in the API's folder, because the repository's own scripts have no database client. */
function dropDatabase(admin: string, name: string): void {
  const text = `import pg from 'pg';
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query('drop database if exists ${name} with (force)');
    await client.end();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', text, admin], { cwd: join(root, 'apps/api'), stdio: 'inherit' });
}
