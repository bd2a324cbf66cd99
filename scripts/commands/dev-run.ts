import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isPortTaken, waitUntil } from '../probe.ts';
import type { Ending } from './check.ts';
import { root, type World } from './world.ts';

/** Many times longer than it takes, so that a busy machine does not fail. */
const startMs = 5 * 60_000;
const stopMs = 60_000;
const quietMs = 5_000;
/** Ports of the sandbox, the API, the worker and the web app. */
const ports = [4_100, 4_000, 4_001, 4_002, 5_173];

async function listTaken(): Promise<number[]> {
  const taken = await Promise.all(ports.map(async (port) => ((await isPortTaken(port)) ? [port] : [])));
  return taken.flat();
}

/** Starts everything as `pnpm dev` and `./start` do, waits until it says that it runs, and ends it as Ctrl-C does. */
export async function runDev({ env }: World): Promise<Ending> {
  // A separate process group, so that its children can be killed if it does not end properly.
  const child: ChildProcess = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  process.once('exit', kill);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const fail = (reason: string): Ending => ({ code: 1, output: `${output}\n${reason}\n` });
  try {
    const deadline = performance.now() + startMs;
    while (!output.includes('Headhaul is running')) {
      if (!isRunning()) return fail(`It ended with code ${child.exitCode} before it ran.`);
      if (performance.now() > deadline) return fail(`It does not run after ${startMs / 1_000} s.`);
      await pause(250);
    }
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await Promise.race([ended, pause(stopMs, undefined, { ref: false })]);
    if (isRunning()) return fail(`It has not ended ${stopMs / 1_000} s after Ctrl-C.`);
    if (child.exitCode !== 0) return fail(`It ended with code ${child.exitCode} after Ctrl-C.`);
    const isQuiet = await waitUntil(async () => (await listTaken()).length === 0, quietMs);
    return isQuiet ? { code: 0, output } : fail(`After its end something still listens on ${(await listTaken()).join(', ')}.`);
  } finally {
    kill();
    process.off('exit', kill);
  }
}
