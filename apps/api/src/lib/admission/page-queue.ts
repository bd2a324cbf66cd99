import { setTimeout } from 'node:timers/promises';
import type { FairQueue } from './fair-queue.ts';

const maxTries = 20;
const pauseMs = 1_000;

/**
 * For a page of a file whose beginning has left already: half a file is of no use to anybody, so where another request would be
 * refused this one waits and asks again.
 */
export async function readInTurn<T>(queue: FairQueue, companyId: string, work: () => Promise<T>): Promise<T> {
  const giveBack = await holdPatiently(queue, companyId);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

async function holdPatiently(queue: FairQueue, companyId: string): Promise<() => void> {
  for (let tries = 1; ; tries++) {
    try {
      return await queue.hold(companyId);
    } catch (error) {
      if (tries === maxTries) throw error;
      await setTimeout(pauseMs);
    }
  }
}
