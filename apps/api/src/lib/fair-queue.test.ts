import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

describe('queue', () => {
  it('go one after another, also behind one that failed', async () => {
    const queue = createFairQueue(5);
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(`${name} ends`);
      if (name === 'b') throw new Error('no');
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.take(work(name))));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(queue.isTaken()).toBe(false);
  });

  it('are refused when too many wait, and given again after', async () => {
    const queue = createFairQueue(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    const taken = [1, 2, 3].map(() => queue.take(() => promise));
    await expect(queue.take(async () => 4)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
    resolve();
    await Promise.all(taken);
    expect(await queue.take(async () => 5)).toBe(5);
  });
});
