import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts';

function queue(options: Partial<FairQueueOptions> = {}) {
  return createFairQueue({
    atOnce: 1,
    atOncePerCompany: 1,
    waiting: 100,
    waitingPerCompany: 50,
    maxWaitMs: 60_000,
    busy: 'Busy.',
    ...options,
  });
}

/** Work that ends when the test ends it. */
function workOf(names: string[], begun: string[]) {
  return names.map((name) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = () => {
      begun.push(name);
      return promise;
    };
    return { company: name.charAt(0), end: resolve, run };
  });
}

const finishTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('go one after another, also behind one that failed', async () => {
    const own = queue();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await finishTurn();
      order.push(`${name} ends`);
      if (name === 'b') throw new Error('no');
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => own.take('x', work(name))));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(own.isTaken()).toBe(false);
  });

  it('alternate between companies, however many one of them asks for', async () => {
    const own = queue();
    const begun: string[] = [];
    const all = workOf(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'], begun);
    const taken = all.map(({ company, run }) => own.take(company, run));
    for (const { end } of all) end();
    await Promise.all(taken);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('leave a place to others when one company has as many as it may', async () => {
    const own = queue({ atOnce: 3, atOncePerCompany: 2 });
    const begun: string[] = [];
    const all = workOf(['a1', 'a2', 'a3', 'b1', 'b2'], begun);
    const taken = all.map(({ company, run }) => own.take(company, run));
    await finishTurn();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    all[3]?.end();
    await finishTurn();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    for (const { end } of all) end();
    await Promise.all(taken);
    expect(begun).toHaveLength(5);
  });

  it('429 to the company whose own line is long, 503 to others when all lines are', async () => {
    const own = queue({ waiting: 3, waitingPerCompany: 2 });
    const giveBack = await own.hold('a');
    const waiting = [own.hold('a'), own.hold('a'), own.hold('b')];
    await expect(own.hold('a')).rejects.toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 5 } });
    await expect(own.hold('c')).rejects.toMatchObject({ code: 'unavailable', details: { detail: 'Busy.', retryAfterSeconds: 5 } });
    giveBack();
    for (const one of waiting) void one.then((end) => end());
    await Promise.all(waiting);
    expect(await own.take('c', async () => 5)).toBe(5);
  });

  it('503 to who waited too long, and nothing is kept of it', async () => {
    const own = queue({ maxWaitMs: 1 });
    const giveBack = await own.hold('a');
    await expect(own.hold('b')).rejects.toMatchObject({ code: 'unavailable' });
    giveBack();
    giveBack();
    expect(own.isTaken()).toBe(false);
    expect(await own.take('b', async () => 1)).toBe(1);
  });
});
