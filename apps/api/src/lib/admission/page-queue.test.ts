import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import { readInTurn } from './page-queue.ts';

describe('readInTurn', () => {
  const createLine = () =>
    createFairQueue({ atOnce: 1, atOncePerCompany: 1, waiting: 1, waitingPerCompany: 0, maxWaitMs: 1_000, busy: 'Busy' });

  it('asks again where others are refused, and gives its place back', async () => {
    const queue = createLine();
    const giveBack = await queue.hold('a');
    await expect(queue.hold('a')).rejects.toMatchObject({ code: 'too_many_requests' });
    const page = readInTurn(queue, 'a', async () => 'a page');
    giveBack();
    expect(await page).toBe('a page');
    expect(queue.isTaken()).toBe(false);
  });

  it('passes on what went wrong with the page itself, at once', async () => {
    const queue = createLine();
    let reads = 0;
    const page = readInTurn(queue, 'a', async () => {
      reads += 1;
      throw new Error('unreadable');
    });
    await expect(page).rejects.toThrow('unreadable');
    expect([reads, queue.isTaken()]).toEqual([1, false]);
  });
});
