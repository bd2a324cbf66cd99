import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

export interface CommandResult {
  code: number;
  /** Standard output and error together, in the order they came. */
  output: string;
  stdout: string;
  durationMs: number;
}

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Also prints the output as it comes. */
  show?: boolean;
  /** Also writes the output to this file as it comes. */
  logFile?: string;
  /** A program that hangs is ended after this time, with all it started. */
  limitMs?: number;
}

/** Kills the process group when its time is over, or when this process is asked to end. The returned function cancels this. */
function endGroup(child: ChildProcess, limitMs: number, say: (text: string) => void): () => void {
  const end = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(() => {
    say(`Not done after ${formatDuration(limitMs)}: ended.\n`);
    end();
  }, limitMs);
  const interrupt = () => {
    end();
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  return () => {
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, interrupt);
  };
}

/** Runs a program to its end. Never throws: a program that can't be started is code 127. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const { cwd, env = process.env, limitMs, logFile } = options;
    // A separate process group, so that its children can be killed with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: limitMs !== undefined });
    let output = '';
    let stdout = '';
    const keep = (text: string) => {
      output += text;
      if (logFile !== undefined) appendFileSync(logFile, text);
    };
    const release = limitMs === undefined ? () => {} : endGroup(child, limitMs, keep);
    const finish = (code: number) => {
      release();
      resolve({ code, output, stdout, durationMs: performance.now() - startedAt });
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      keep(text);
      stdout += text;
      if (options.show) process.stdout.write(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      keep(text);
      if (options.show) process.stderr.write(text);
    });
    child.once('error', (error) => {
      keep(`${error.message}\n`);
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

export function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1_000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
