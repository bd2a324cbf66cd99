import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from '../lib/children.ts';
import type { ProofDatabase } from '../lib/database.ts';
import type { Stage } from '../lib/stage.ts';
import { startWorker } from '../lib/start-api.ts';
import { patiently } from './outgoing.ts';

/** A mail that a killed worker was sending, and the time of the kill by the database's clock. */
export interface Orphaned {
  emailId: string;
  killedAt: Date;
}

/** Workers. One of them is killed now and then. */
export interface Workers {
  kills(): number;
  orphans(): readonly Orphaned[];
  /** Kills one after another, about `everyMs` apart, until the work is done. */
  killWhile(everyMs: number, isDone: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface CrewOptions {
  size: number;
  env: Record<string, string>;
  source?: string;
}

export async function startWorkers(stage: Stage, database: ProofDatabase, { size, env, source }: CrewOptions): Promise<Workers> {
  let started = 0;
  let kills = 0;
  const orphans: Orphaned[] = [];
  const start = () =>
    patiently(() =>
      startWorker(stage, database, {
        label: `worker-${process.pid}-${started++}`,
        env: { LOG_LEVEL: 'silent', ...env },
        ...(source === undefined ? {} : { source }),
      }),
    );
  const workers: Child[] = await Promise.all(Array.from({ length: size }, start));

  const away = new Set<number>();
  let turn = 0;
  async function killOne(): Promise<void> {
    const index = turn++ % workers.length;
    if (away.has(index)) return;
    away.add(index);
    const victim = workers[index] as Child;
    await victim.kill();
    kills += 1;
    const { rows } = await patiently(() =>
      database.admin.query<Orphaned>(`select email_id as "emailId", clock_timestamp() as "killedAt" from mail_queue where holder like $1`, [
        `mail-${victim.pid}-%`,
      ]),
    );
    orphans.push(...rows);
    workers[index] = await start();
    away.delete(index);
  }

  return {
    kills: () => kills,
    orphans: () => orphans,
    async killWhile(everyMs, isDone) {
      // Two loops, because each waits until the worker that it killed is back.
      const hand = async () => {
        while (!isDone()) {
          await pause(everyMs * (0.5 + stage.random.fraction()));
          if (!isDone()) await killOne();
        }
      };
      await Promise.all(size > 3 ? [hand(), hand()] : [hand()]);
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
