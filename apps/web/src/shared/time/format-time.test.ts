import { describe, expect, it, vi } from 'vitest';
import { ownZone } from './calendar.ts';
import { daysUntil, formatAgo, formatClock, formatDay, formatDaysAgo, formatMoment } from './format-time.ts';

// A person far from their office, whose day differs from the office's for some hours.
vi.hoisted(() => vi.stubEnv('TZ', 'Europe/Berlin'));

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
  expect(formatAgo(iso, now, ownZone)).toBe(words);
});

it.each([
  [at(2025, 10, 14, 0, 30), 'today'],
  [at(2025, 10, 13, 23, 59), 'yesterday'],
  [at(2025, 10, 12, 12, 0), '2 days ago'],
  [at(2025, 10, 15, 12, 0), 'today'],
])('%s in days is %s', (iso, words) => {
  expect(formatDaysAgo(iso, now, ownZone)).toBe(words);
});

it('counts the days a link still works up', () => {
  expect(daysUntil(at(2025, 10, 28, 8, 59), now)).toBe(14);
  expect(daysUntil(at(2025, 10, 28, 9, 1), now)).toBe(14);
  expect(daysUntil(at(2025, 10, 14, 10, 0), now)).toBe(1);
  expect(daysUntil(at(2025, 10, 13, 10, 0), now)).toBe(0);
});

describe('in the office’s zone', () => {
  const zone = 'America/Chicago';
  const lateSunday = '2026-11-16T05:23:00Z';
  const sundayNight = Date.parse('2026-11-16T05:30:00Z');

  it('says the zone’s name where the reader’s own clock shows another time', () => {
    expect(formatClock(lateSunday, zone)).toBe('23:23 CST');
    expect(formatClock(lateSunday, 'Europe/Paris')).toBe('06:23');
  });

  it('counts days by the office’s midnight', () => {
    const sundayMorning = '2026-11-15T15:00:00Z';
    expect(formatDay(lateSunday, sundayNight, zone)).toBe('Nov 15');
    expect(formatDay('2027-01-01T05:00:00Z', sundayNight, zone)).toBe('Dec 31');
    expect(formatAgo(sundayMorning, sundayNight, zone)).toBe('14 h ago');
    expect(formatAgo(sundayMorning, sundayNight, ownZone)).toBe('Yesterday');
    expect(formatDaysAgo(sundayMorning, sundayNight, zone)).toBe('today');
    expect(formatDaysAgo(sundayMorning, sundayNight, ownZone)).toBe('yesterday');
  });

  it('tells the exact moment there', () => {
    expect(formatMoment(lateSunday, zone)).toBe('Sun, Nov 15, 2026, 23:23 CST');
  });
});
