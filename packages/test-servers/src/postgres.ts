import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerCertificate } from './certificates.ts';
import { findFreePort } from './free-ports.ts';
import { untilWritten } from './until-written.ts';

export interface PostgresServer {
  port: number;
  /** The URL of a database for a role. No role has a password. */
  url(role: string, database: string): string;
  /** Sends SIGQUIT, the server's immediate shutdown. It makes no checkpoint, so the next start recovers from the log. */
  cutPower(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  remove(): Promise<void>;
}

/**
 * `durable`: every commit reaches the disk, as in production. For tests that cut the power.
 * `fast`: nothing waits for the disk. A power cut may lose everything.
 */
export type Durability = 'durable' | 'fast';

const withoutDisk = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'];
const settings = {
  durable: [],
  fast: [...withoutDisk, 'shared_buffers=512MB', 'max_wal_size=4GB', 'checkpoint_timeout=1h', 'autovacuum_naptime=10s'],
} satisfies Record<Durability, string[]>;

/** Debian does not put the server's programs on the PATH. */
function findPrograms(): string {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(folder, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (found === undefined) throw new Error('A PostgreSQL server of our own is needed, and there is no initdb under /usr/lib/postgresql.');
  return found;
}

/** Starts a database server for this run, with its files in a temporary folder. With a certificate it refuses connections without TLS. */
export async function startPostgres(durability: Durability, certificate?: ServerCertificate): Promise<PostgresServer> {
  const bin = findPrograms();
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const asServer = (program: string, args: string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, program), ...args]]
      : [join(bin, program), args];
  const folder = mkdtempSync(join(tmpdir(), 'headhaul-postgres-'));
  const giveToServer = (path: string) => {
    if (!isRoot) return;
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(path, idOf('-u'), idOf('-g'));
  };
  giveToServer(folder);
  const data = join(folder, 'data');
  const initArgs = ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync'];
  execFileSync(...asServer('initdb', initArgs), { stdio: 'ignore', cwd: folder });
  if (certificate) {
    for (const [name, text] of Object.entries({ 'server.crt': certificate.cert, 'server.key': certificate.key })) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      giveToServer(join(data, name));
    }
    const access = join(data, 'pg_hba.conf');
    writeFileSync(access, readFileSync(access, 'utf8').replace(/^host\b/gm, 'hostssl'));
  }
  const port = await findFreePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const sockets = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `ssl=${certificate ? 'on' : 'off'}`];
    const options = [...sockets, 'max_connections=300', ...settings[durability]];
    const args = ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])];
    const child = spawn(...asServer('postgres', args), { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
    server = child;
    await untilWritten(child, child.stderr, 'database system is ready to accept connections', 'PostgreSQL');
  }

  async function cutPower(): Promise<void> {
    const child = server;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGQUIT');
    await exited;
  }

  await start();
  return {
    port,
    url: (role, database) => `postgres://${role}@127.0.0.1:${port}/${database}`,
    cutPower,
    start,
    async remove() {
      await cutPower();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
