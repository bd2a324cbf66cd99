import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { runToEnd } from '../lib/children.ts';
import type { ProofDatabase } from '../lib/database.ts';
import { findFreePorts } from '../lib/free-port.ts';
import { apiSource, type Stage } from '../lib/stage.ts';

const startMs = 60_000;

/** A database server of this run's own, which may be stopped as by a power cut. */
export interface OwnPostgres {
  database: ProofDatabase;
  /** Ends it at once, without a word to anybody, and starts it again. Gives how long it was away. */
  cutPower(): Promise<number>;
}

/** Debian keeps the server's programs away from the path. */
function findPrograms(): string {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(folder, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (found === undefined) throw new Error('This proof starts a PostgreSQL of its own and found no initdb under /usr/lib/postgresql.');
  return found;
}

export async function startOwnPostgres(stage: Stage): Promise<OwnPostgres> {
  const bin = findPrograms();
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const asServer = (program: string, args: string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, program), ...args]]
      : [join(bin, program), args];
  const folder = mkdtempSync(join(tmpdir(), 'headhaul-postgres-'));
  stage.defer(async () => rmSync(folder, { recursive: true, force: true }));
  if (isRoot) {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, idOf('-u'), idOf('-g'));
  }
  const data = join(folder, 'data');
  execFileSync(...asServer('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8']), {
    stdio: 'ignore',
    cwd: folder,
  });
  const port = await findFreePorts(1);
  const url = (user: string, name: string) => `postgres://${user}@127.0.0.1:${port}/${name}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'max_connections=200'];
    const child = spawn(...asServer('postgres', ['-D', data, '-p', String(port), ...settings]), { stdio: 'ignore', cwd: folder });
    server = child;
    for (const giveUp = performance.now() + startMs; performance.now() < giveUp; await pause(50)) {
      const client = new pg.Client({ connectionString: url('postgres', 'postgres'), connectionTimeoutMillis: 2_000 });
      client.on('error', () => {});
      const isUp = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      if (isUp) return;
      if (child.exitCode !== null) throw new Error(`the proof's PostgreSQL ended with code ${child.exitCode}`);
    }
    throw new Error('the proof’s PostgreSQL did not start');
  }

  /** SIGQUIT is the server's immediate stop: no checkpoint, no farewell; the next start recovers from its log. */
  async function cut(): Promise<void> {
    const child = server;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGQUIT');
    await gone;
  }

  await start();
  stage.defer(cut);
  const name = 'headhaul_mail';
  await runToEnd(join(apiSource, 'cli/migrate.ts'), {
    DATABASE_ADMIN_URL: url('postgres', 'postgres'),
    DATABASE_MIGRATOR_URL: url('migrator', name),
  });
  const admin = new pg.Pool({ connectionString: url('postgres', name), max: 4 });
  admin.on('error', () => {});
  admin.on('connect', (client) => client.on('error', () => {}));
  stage.defer(() => admin.end());
  return {
    database: { name, url: (role) => url(role, name), admin },
    async cutPower() {
      const from = performance.now();
      await cut();
      await start();
      return performance.now() - from;
    },
  };
}
