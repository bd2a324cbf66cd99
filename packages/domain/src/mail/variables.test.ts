import { afterEach, expect, it, vi } from 'vitest';
import { mailVariables } from './variables.ts';

afterEach(() => void vi.useRealTimers());

it.each([
  ['2026-11-11T23:30:00Z', 'Fri Nov 13', 'Sun Nov 15'],
  ['2026-12-30T12:00:00Z', 'Fri Jan 1', 'Sun Jan 3'],
])('on %s a sample load is picked up %s and delivered %s', (now, pickup, delivery) => {
  vi.useFakeTimers({ now: new Date(now) });
  expect([mailVariables['pickup.date'].sample, mailVariables['delivery.date'].sample]).toEqual([pickup, delivery]);
});
