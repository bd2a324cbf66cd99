import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import { eventually } from './eventually.ts';
import type { TestApp } from './test-app.ts';

export interface ServerProcess {
  origin: string;
  ops: string;
  /** Everything it has written so far. */
  output(): string;
  /** Sends the signal and returns the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  kill(): void;
}

/** Starts `node src/server.ts` as a process, on the database of `api`. */
export async function startServerProcess(api: TestApp, env: Record<string, string> = {}): Promise<ServerProcess> {
  const [port, opsPort] = [await findFreePort(), await findFreePort()];
  const { GOOGLE_ISSUER, MICROSOFT_ISSUER } = api.platform.env;
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('../server.ts', import.meta.url))], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DATABASE_APP_URL: api.databaseUrl('app'),
      GOOGLE_ISSUER,
      MICROSOFT_ISSUER,
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ops = `http://localhost:${opsPort}`;
  const origin = `http://localhost:${port}`;
  try {
    await eventually(async () => {
      const status = await fetch(`${ops}/health/ready`).then(
        (response) => response.status,
        () => 'no answer',
      );
      if (status !== 200) throw new Error(`not up yet: ${status}\n${output}`);
    });
  } catch (error) {
    // The caller never gets this process, so it must end here.
    child.kill('SIGKILL');
    throw error;
  }
  return {
    origin,
    ops,
    output: () => output,
    async stop(signal) {
      const exited = once(child, 'exit');
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
