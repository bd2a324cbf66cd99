import { weekStart } from '@headhaul/domain/time/weeks';
import { addDays, daysBetween } from '@headhaul/domain/time/zoned-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chartDays,
  daysBefore,
  daysOf,
  daysProblem,
  formatBefore,
  formatDays,
  lengthOf,
  type Preset,
  presets,
  shortDay,
} from './periods.ts';

const anyDay = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2022-01-01', days));
const anyStart = fc.constantFrom('MONDAY', 'SUNDAY', 'SATURDAY');
const anyPreset = fc.constantFrom(...(Object.keys(presets) as Preset[]));

describe('the days of a period', () => {
  it.each([
    ['this-week', '2026-11-09', '2026-11-15'],
    ['last-week', '2026-11-02', '2026-11-08'],
    ['4-weeks', '2026-10-19', '2026-11-15'],
    ['13-weeks', '2026-08-17', '2026-11-15'],
    ['this-year', '2026-01-01', '2026-11-15'],
  ] as const)('%s on Thursday, November 12', (preset, from, to) => {
    expect(daysOf(preset, '2026-11-12', 'MONDAY')).toEqual({ from, to });
  });

  it('end with the year in its last week', () => {
    expect(daysOf('this-year', '2026-12-30', 'MONDAY').to).toBe('2026-12-31');
  });

  it('are whole weeks as the office counts them', () => {
    fc.assert(
      fc.property(anyDay, anyStart, anyPreset, (today, startsOn, preset) => {
        fc.pre(preset !== 'this-year');
        const days = daysOf(preset, today, startsOn);
        expect(weekStart(days.from, startsOn)).toBe(days.from);
        expect(lengthOf(days) % 7).toBe(0);
      }),
    );
  });
});

describe('the time before', () => {
  it('is as long, and ends the day before', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 400 }), (from, more) => {
        const days = { from, to: addDays(from, more) };
        const before = daysBefore(days, days);
        expect(lengthOf(before)).toBe(lengthOf(days));
        expect(daysBetween(before.to, days.from)).toBe(1);
      }),
    );
  });

  it('of a year is the same days of the year before, also after a leap day', () => {
    expect(daysBefore('this-year', { from: '2026-01-01', to: '2026-11-15' })).toEqual({ from: '2025-01-01', to: '2025-11-15' });
    expect(daysBefore('this-year', { from: '2028-01-01', to: '2028-02-29' }).to).toBe('2027-02-28');
  });

  it.each([
    ['this-week', 'week before'],
    ['13-weeks', '13 weeks before'],
    ['this-year', 'same days of 2025'],
    [{ from: '2026-11-03', to: '2026-11-12' }, '10 days before'],
    [{ from: '2026-11-03', to: '2026-11-03' }, 'day before'],
  ] as const)('of %j is said as %s', (choice, words) => {
    expect(formatBefore(choice, daysBefore(choice, daysOf(choice, '2026-11-12', 'MONDAY')))).toBe(words);
  });
});

it('the chart shows at least twelve whole weeks and all of the period', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 700 }), anyStart, (from, more, startsOn) => {
      const days = { from, to: addDays(from, more) };
      const chart = chartDays(days, startsOn);
      expect(chart.from <= days.from && chart.to >= days.to).toBe(true);
      expect(weekStart(chart.from, startsOn)).toBe(chart.from);
      expect(lengthOf(chart) % 7).toBe(0);
      expect(lengthOf(chart)).toBeGreaterThanOrEqual(84);
    }),
  );
});

it.each([
  ['2026-10-19', '2026-11-15', 'Oct 19 – Nov 15, 2026'],
  ['2025-12-28', '2026-01-03', 'Dec 28, 2025 – Jan 3, 2026'],
  ['2026-11-15', '2026-11-15', 'Nov 15, 2026'],
])('%s to %s reads %s', (from, to, words) => {
  expect(formatDays({ from, to })).toBe(words);
});

it('names the year of a day only where it is another', () => {
  expect([shortDay('2026-11-09', '2026'), shortDay('2025-12-29', '2026')]).toEqual(['11/9', '12/29/25']);
});

it('refuses days that run backwards or too long', () => {
  expect(daysProblem({ from: '2026-11-15', to: '2026-11-14' })).toMatch('before');
  expect(daysProblem({ from: '2020-01-01', to: '2026-01-01' })).toMatch('two years');
  expect(daysProblem({ from: '2026-11-15', to: '2026-11-15' })).toBeNull();
});
