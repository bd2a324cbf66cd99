import { describe, expect, it } from 'vitest';
import { longestHold } from '../testing/event-loop.ts';
import { mapBreathing } from './breathe.ts';

function work(item: number): number {
  const until = performance.now() + 1;
  while (performance.now() < until);
  return item * 2;
}

describe('mapBreathing', () => {
  it('gives the results in order, and others get their turn in between', async () => {
    const items = Array.from({ length: 300 }, (_, index) => index);
    let results: number[] = [];
    const held = await longestHold(async () => {
      results = await mapBreathing(items, work);
    });
    expect(results).toEqual(items.map((item) => item * 2));
    expect(held).toBeLessThan(0.3);
  });
});
