import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repository, type Stage } from './stage.ts';

const startMs = 90_000;
const stopMs = 10_000;
const toldLength = 4_000;

export interface Program {
  pid: number;
  child: ChildProcess;
  isRunning(): boolean;
  /** The end of its output. */
  written(): string;
  /** Ends it as an orchestrator would, and kills it after ten seconds. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** Its name in messages. */
  label: string;
  /** Arguments for Node: the script and its own arguments. */
  args: readonly string[];
  env: Record<string, string>;
  cwd?: string;
  /** Opens a message channel between the program and this process. */
  isTalkedTo?: boolean;
}

/**
 * A Node program in a separate process, with its output in a file. Writing costs the program the same as in production and costs this
 * process nothing.
 */
export function startProgram(stage: Stage, { label, args, env, cwd = repository, isTalkedTo = false }: ProgramOptions): Program {
  const logFile = join(stage.folder, `${label}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'development', ...env },
    stdio: ['ignore', log, log, ...(isTalkedTo ? (['ipc'] as const) : [])],
  });
  closeSync(log);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  async function stop(): Promise<void> {
    if (!isRunning()) return;
    child.kill('SIGTERM');
    await Promise.race([gone, pause(stopMs, undefined, { ref: false })]);
    if (isRunning()) child.kill('SIGKILL');
    await gone;
  }
  stage.defer(stop);
  return { pid: child.pid ?? 0, child, isRunning, written: () => readFileSync(logFile, 'utf8').slice(-toldLength), stop };
}

/** Starts a program and waits until `readyUrl` answers 200. The error contains the program's output. */
export async function startServer(stage: Stage, options: ProgramOptions, readyUrl: string): Promise<Program> {
  const program = startProgram(stage, options);
  const deadline = performance.now() + startMs;
  while (program.isRunning() && performance.now() < deadline) {
    const isReady = await fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return program;
    await pause(50);
  }
  await program.stop();
  throw new Error(`${options.label} did not start:\n${program.written()}`);
}

/** Runs a program until it exits. If it fails, the error contains its output. */
export async function runProgram(stage: Stage, options: ProgramOptions): Promise<void> {
  const program = startProgram(stage, options);
  if (program.isRunning()) await once(program.child, 'exit');
  if (program.child.exitCode !== 0)
    throw new Error(`${options.label} failed (${program.child.signalCode ?? `code ${program.child.exitCode}`}):\n${program.written()}`);
}
