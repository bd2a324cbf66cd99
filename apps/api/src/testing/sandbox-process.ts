import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findSandboxPort } from '@headhaul/test-servers/sandbox-ports';

export interface SandboxProcess {
  port: number;
  stop(): void;
}

/** Starts the sandbox, which imitates all outside services, on its own ports. */
export async function startSandbox(): Promise<SandboxProcess> {
  const port = await findSandboxPort();
  const main = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url));
  const sandbox = spawn(process.execPath, [main], {
    env: { ...process.env, SANDBOX_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilAnswers(`http://localhost:${port}/health`);
  return { port, stop: () => void sandbox.kill('SIGTERM') };
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new Error(`${url} does not answer`);
}
