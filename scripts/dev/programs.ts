import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { paint } from '../paint.ts';

export interface Program {
  name: string;
  color: 'cyan' | 'green' | 'yellow' | 'magenta';
  args: readonly string[];
  cwd: string;
  /** Ports it listens on, looked at before anything starts. */
  ports: readonly number[];
  /** Answers 2xx once the program can serve. */
  readyUrl: string;
}

const stopGraceMs = 10_000;

/** Starts programs, prints their output under their names and stops all of them together. */
export class ProgramGroup {
  #children = new Map<string, ChildProcess>();
  #stopping: boolean = false;
  /** Called with a sentence when a program ends unexpectedly. */
  #onDeath: (sentence: string) => void;

  constructor(onDeath: (sentence: string) => void) {
    this.#onDeath = onDeath;
  }

  start(program: Program): void {
    const child = spawn(process.execPath, program.args, {
      cwd: program.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LOG_PRETTY: 'true' },
    });
    const prefix = paint(program.color, program.name.padEnd(8));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${prefix} ${line}\n`));
    }
    child.once('exit', (code, signal) => {
      this.#children.delete(program.name);
      if (!this.#stopping) this.#onDeath(`${program.name} ended (${signal ?? `code ${code}`}); its last lines are above.`);
    });
    this.#children.set(program.name, child);
  }

  /** Asks every program to end, and kills it after ten seconds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(
      [...this.#children.values()].map(async (child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
        await ended;
        clearTimeout(timer);
      }),
    );
  }
}
