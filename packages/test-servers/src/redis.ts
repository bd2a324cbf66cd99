import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-ports.ts';
import { untilWritten } from './until-written.ts';

export interface RedisServer {
  url: string;
  /** Kills the server as a power cut would, without an orderly end of its connections. */
  kill(): Promise<void>;
}

/** A Redis that keeps nothing on disk. It uses a free port unless `port` is given. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const at = port ?? (await findFreePort());
  const folder = mkdtempSync(join(tmpdir(), 'headhaul-redis-'));
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await untilWritten(child, child.stdout, 'Ready to accept connections', 'redis-server');
  return {
    url: `redis://127.0.0.1:${at}`,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
