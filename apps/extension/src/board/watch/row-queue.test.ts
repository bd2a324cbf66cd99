import { expect, test } from 'vitest';
import { createRowQueue } from './row-queue.ts';

test('rows on the screen come first, the others in their order, each once', () => {
  const queue = createRowQueue<number>();
  for (const row of [1, 2, 3, 4, 5, 3]) queue.add(row);
  for (const row of [4, 9, 2]) queue.setVisible(row, true);
  queue.setVisible(2, false);
  queue.drop(5);
  expect(queue.size()).toBe(4);
  expect([...queue.take()]).toEqual([4, 1, 2, 3]);
  expect(queue.size()).toBe(0);
});

test('what was not taken waits, and comes to its turn', () => {
  const queue = createRowQueue<number>();
  for (let row = 0; row < 4; row += 1) queue.add(row);
  for (const row of queue.take()) if (row === 1) break;
  queue.setVisible(3, true);
  queue.add(0);
  expect([...queue.take()]).toEqual([3, 2, 0]);
});

/** Milliseconds of this process for taking one row out of so many, 100 times. */
function spendOnFirst(rows: number): number {
  const queue = createRowQueue<number>();
  for (let row = 0; row < rows; row += 1) queue.add(row);
  const before = process.cpuUsage();
  for (let round = 0; round < 100; round += 1) {
    const [taken] = queue.take();
    queue.add(taken ?? 0);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('a round pays for the rows that it takes, not for all that wait', () => {
  spendOnFirst(1_000);
  expect(spendOnFirst(200_000)).toBeLessThan(50 * Math.max(spendOnFirst(1_000), 0.5));
});
