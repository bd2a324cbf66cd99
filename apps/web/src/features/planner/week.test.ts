import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayTitle, placeInWeek, planWeek, readDay, weekTitle } from './week.ts';

const chicago = { startsOn: 'MONDAY', timeZone: 'America/Chicago' } as const;
const week = planWeek('2026-11-12', chicago);

describe('the week on the screen', () => {
  it('begins on the company’s first day, by its clock', () => {
    expect(week.days).toEqual(['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15']);
    expect(new Date(week.startMs).toISOString()).toBe('2026-11-09T06:00:00.000Z');
    expect(planWeek('2026-11-12', { ...chicago, startsOn: 'SATURDAY' }).days[0]).toBe('2026-11-07');
  });

  it('puts noon in the middle of its day', () => {
    expect(placeInWeek(week, Date.parse('2026-11-12T18:00:00Z'))).toBeCloseTo(3.5 / 7, 9);
    expect(placeInWeek(week, Date.parse('2026-11-01T18:00:00Z'))).toBe(0);
    expect(placeInWeek(week, Date.parse('2026-12-01T18:00:00Z'))).toBe(1);
  });

  it('gives the long day of autumn no wider column', () => {
    const autumn = planWeek('2026-11-01', { ...chicago, startsOn: 'SUNDAY' });
    expect(autumn.endMs - autumn.startMs).toBe(169 * 3_600_000);
    expect(autumn.edges.map((edge) => placeInWeek(autumn, edge) * 7)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((day) => expect.closeTo(day, 9)),
    );
  });

  it('later is never further left', () => {
    const moment = fc.integer({ min: week.startMs - 86_400_000, max: week.endMs + 86_400_000 });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(placeInWeek(week, Math.min(a, b))).toBeLessThanOrEqual(placeInWeek(week, Math.max(a, b)));
      }),
    );
  });
});

it.each([
  ['2026-11-12', 'Nov 9 – 15, 2026'],
  ['2026-12-02', 'Nov 30 – Dec 6, 2026'],
  ['2027-01-01', 'Dec 28, 2026 – Jan 3, 2027'],
])('the week of %s is called %s', (day, title) => {
  expect(weekTitle(planWeek(day, chicago))).toBe(title);
});

it('reads the day of an address, and today from anything else', () => {
  const now = Date.parse('2026-11-12T03:00:00Z');
  expect([readDay('2026-10-01', now, 'America/Chicago'), readDay('tomorrow', now, 'America/Chicago'), readDay(null, now, 'UTC')]).toEqual([
    '2026-10-01',
    '2026-11-11',
    '2026-11-12',
  ]);
  expect(dayTitle('2026-11-09')).toBe('Mon 9');
});
