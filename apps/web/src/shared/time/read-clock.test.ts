import { expect, it } from 'vitest';
import { readClock } from './read-clock.ts';

it.each([
  ['8', '08:00'],
  ['8:30', '08:30'],
  ['0830', '08:30'],
  ['14:05', '14:05'],
  ['2pm', '14:00'],
  ['12 AM', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['24:00', null],
  ['13 pm', null],
  ['8:75', null],
  ['noonish', null],
  ['', null],
])('%j is read as %j', (text, clock) => {
  expect(readClock(text)).toBe(clock);
});
