import { expect, it } from 'vitest';
import { daysUntil, formatAgo, formatDaysAgo } from './format-time.ts';

const now = new Date(2025, 10, 14, 9, 0).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

it.each([
  [at(2025, 10, 14, 9, 1), 'Now'],
  [at(2025, 10, 14, 8, 59), 'Now'],
  [at(2025, 10, 14, 8, 56), '4 min ago'],
  [at(2025, 10, 14, 8, 0), '1 h ago'],
  [at(2025, 10, 14, 0, 30), '8 h ago'],
  [at(2025, 10, 13, 18, 0), 'Yesterday'],
  [at(2025, 10, 13, 0, 30), 'Yesterday'],
  [at(2025, 10, 11, 23, 0), '3 days ago'],
  [at(2025, 9, 29, 12, 0), 'Oct 29'],
  [at(2024, 11, 30, 12, 0), 'Dec 30, 2024'],
])('%s reads as %s', (iso, words) => {
  expect(formatAgo(iso, now)).toBe(words);
});

it.each([
  [at(2025, 10, 14, 0, 30), 'today'],
  [at(2025, 10, 13, 23, 59), 'yesterday'],
  [at(2025, 10, 12, 12, 0), '2 days ago'],
  [at(2025, 10, 15, 12, 0), 'today'],
])('%s in days is %s', (iso, words) => {
  expect(formatDaysAgo(iso, now)).toBe(words);
});

it('counts the days a link still works up', () => {
  expect(daysUntil(at(2025, 10, 28, 8, 59), now)).toBe(14);
  expect(daysUntil(at(2025, 10, 28, 9, 1), now)).toBe(14);
  expect(daysUntil(at(2025, 10, 14, 10, 0), now)).toBe(1);
  expect(daysUntil(at(2025, 10, 13, 10, 0), now)).toBe(0);
});
