import { expect, test } from 'vitest';
import { retryDue } from './session-schedule.ts';

const startedAtMs = 1_800_000_000_000;

test.each<[string, number | null, number, boolean]>([
  ['no refresh is under way', null, 0, true],
  ['the first try is under way', 0, 0, true],
  ['it has failed once', 1, 59_999, false],
  ['it has failed once, a minute ago', 1, 60_000, true],
  ['it has failed often', 9, 9 * 60_000, false],
  ['it has failed often, ten minutes ago', 9, 10 * 60_000, true],
  ['the clock was set back', 9, -1, true],
])('%s', (_, failures, passedMs, isDue) => {
  expect(retryDue(failures === null ? {} : { rotating: { startedAtMs, failures } }, startedAtMs + passedMs)).toBe(isDue);
});
