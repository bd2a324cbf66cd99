import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchRaw } from './http-client.ts';
import { repository, type Stage } from './stage.ts';

const startMs = 90_000;
const stopMs = 10_000;

export interface Child {
  pid: number;
  logFile: string;
  isRunning(): boolean;
  /** Ends it as an orchestrator would. The process can still write its last data. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** A Node program in a separate process, with its output in a file. */
function startChild(stage: Stage, label: string, script: string, env: Record<string, string>): Child {
  const logFile = join(stage.folder, `${label}.log`);
  const log = openSync(logFile, 'a');
  const child: ChildProcess = spawn(process.execPath, [script], {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'development', ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  let isStopping = false;
  child.once('exit', (code, signal) => {
    if (!isStopping)
      console.error(`${label} ended by itself (${signal ?? `code ${code}`}):\n${readFileSync(logFile, 'utf8').slice(-3_000)}`);
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  async function stop(): Promise<void> {
    isStopping = true;
    if (!isRunning()) return;
    child.kill('SIGTERM');
    await Promise.race([gone, pause(stopMs, undefined, { ref: false })]);
    if (isRunning()) child.kill('SIGKILL');
    await gone;
  }
  async function kill(): Promise<void> {
    isStopping = true;
    child.kill('SIGKILL');
    await gone;
  }
  stage.defer(stop);
  return { pid: child.pid ?? 0, logFile, isRunning, stop, kill };
}

/** Starts a program and waits until `readyAddress` answers 200. The error contains the program's output. */
export async function startServer(
  stage: Stage,
  label: string,
  script: string,
  readyAddress: string,
  env: Record<string, string>,
): Promise<Child> {
  const child = startChild(stage, label, script, env);
  const deadline = performance.now() + startMs;
  while (child.isRunning() && performance.now() < deadline) {
    const isReady = await fetchRaw(readyAddress).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return child;
    await pause(50);
  }
  await child.stop();
  throw new Error(`${label} did not start:\n${readFileSync(child.logFile, 'utf8')}`);
}

/** Runs one of the product's commands until it exits. */
export async function runToEnd(script: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [script], {
    cwd: repository,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (code !== 0) throw new Error(`${script} ended with code ${code}`);
}
