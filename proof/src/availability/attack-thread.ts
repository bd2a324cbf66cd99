import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { SignedIn } from '../lib/people.ts';
import { createAttacker } from './attacker.ts';
import { attacks } from './attacks.ts';

export interface AttackOrder {
  name: string;
  origin: string;
  sessions: readonly SignedIn[];
  facts: Record<string, string>;
  attackMs: number;
}

export interface AttackResult {
  requests: number;
  /** Count by status. 0 means that the connection ended without a status. */
  statuses: Map<number, number>;
}

const refusals = [401, 408, 411, 413, 429, 503];

/** Runs on its own thread, so that the victims' waits measure the product and not this attack. */
async function attack({ name, origin, sessions, facts, attackMs }: AttackOrder): Promise<AttackResult> {
  const found = attacks.find((one) => one.name === name);
  if (!found) throw new Error(`no attack ${name}`);
  const over = new AbortController();
  const attacker = createAttacker(origin, sessions, facts, over.signal);
  const statuses = new Map<number, number>();
  let requests = 0;
  const flood = async () => {
    while (!over.signal.aborted) {
      requests += 1;
      const status = await found.run(attacker, requests);
      if (over.signal.aborted) return;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Without this pause, refused requests would only measure how fast this machine can ask.
      if (refusals.includes(status)) await pause(20);
    }
  };
  const flooding = Promise.all(Array.from({ length: found.width }, flood));
  await pause(attackMs);
  over.abort();
  await flooding;
  return { requests, statuses };
}

parentPort?.postMessage(await attack(workerData as AttackOrder));
