import { afterEach, expect, it, vi } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

afterEach(() => vi.useRealTimers());

it.each([
  ['2', 2_000],
  ['0', 0],
  ['0.25', 250],
  ['1.0001', 1_001],
  ['Mon, 16 Nov 2026 12:00:30 GMT', 30_000],
  ['Mon, 16 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['-3', null],
  ['', null],
])('“%s” is %s ms', (value, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T12:00:00Z') });
  expect(retryAfterMs(new Headers({ 'retry-after': value }))).toBe(expected);
});
