import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { findSandboxPort } from '@headhaul/test-servers/sandbox-ports';
import { afterEach, describe, expect, it } from 'vitest';

const mainFile = fileURLToPath(new URL('./main.ts', import.meta.url));
let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

function start(port: string) {
  const started = spawn(process.execPath, [mainFile], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { started, exit: once(started, 'exit'), ready: once(started.stdout, 'data'), output: () => output };
}

describe('node src/main.ts', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops on %s with 0, without waiting for idle or slow connections', async (signal) => {
    const port = await findSandboxPort();
    const { started, exit, ready, output } = start(String(port));
    await ready;
    expect(output()).toContain(`Sandbox ready: http://localhost:${port}`);
    expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200);
    await fetch(`http://localhost:${port}/services/google/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"latencyMs": 120000}',
    });
    const slow = fetch(`http://localhost:${port + 1}/jwks`).catch(() => 'cut');
    const idle = connect(port, 'localhost').on('error', () => undefined);
    await once(idle, 'connect');
    started.kill(signal);
    // If the sandbox had waited for the slow request, that would have got an answer. This test never closes the idle connection before the
    // exit.
    expect(await exit).toEqual([0, null]);
    expect(await slow).toBe('cut');
    idle.destroy();
  });

  it.each(['x', '80', '70000', '32767'])('exits with 1 and a reason for the port %s', async (port) => {
    const { exit, output } = start(port);
    expect(await exit).toEqual([1, null]);
    expect(output()).toMatch(/port/i);
    expect(output()).not.toContain('    at ');
  });
});
