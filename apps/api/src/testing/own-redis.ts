import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { freePort } from './free-port.ts';

export interface OwnRedis {
  url: string;
  /** As a machine that loses power: no word of farewell. */
  kill(): Promise<void>;
}

/** A Redis of the test's own, to count from zero and to be killed. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const child: ChildProcess = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 50 });
  client.on('error', () => {});
  await vi.waitFor(() => client.ping(), { timeout: 5_000 });
  client.disconnect();
  return {
    url,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
