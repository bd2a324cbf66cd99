import { describe, expect, it } from 'vitest';
import { trimFileName } from './file-name.ts';

describe('trimFileName', () => {
  it.each([
    [' .. RC 48291.v2 . ', 'RC 48291.v2'],
    ['a. .b', 'a. .b'],
    ['. . .', ''],
    ['', ''],
  ])('of “%s” is “%s”', (name, trimmed) => {
    expect(trimFileName(name)).toBe(trimmed);
  });

  /** CPU time for names of this length. The total number of characters is the same for every length. */
  function costOf(length: number): number {
    const names = Array.from({ length: 1_600_000 / length }, () => `x${'. '.repeat(length / 2)}x`);
    const before = process.cpuUsage();
    for (const name of names) expect(trimFileName(name)).toBe(name);
    return process.cpuUsage(before).user;
  }

  it('costs a character no more in a long name than in a short one', () => {
    costOf(1_000);
    expect(costOf(80_000) / costOf(1_000)).toBeLessThan(8);
  });
});
