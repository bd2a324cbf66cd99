import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countingDays, formatWeekRule, weekOf, weekStart, weeksBetween } from './weeks.ts';
import { addDays, daysBetween } from './zoned-time.ts';

const startsOn = fc.constantFrom('MONDAY' as const, 'SUNDAY' as const, 'SATURDAY' as const);
const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days));

describe('weeks', () => {
  it('cut the calendar into pieces of seven days, each starting on the chosen day', () => {
    fc.assert(
      fc.property(day, startsOn, (any, start) => {
        const { from, to } = weekOf(any, start);
        expect(from <= any && any <= to).toBe(true);
        expect(daysBetween(from, to)).toBe(6);
        expect(weekStart(to, start)).toBe(from);
        expect(weekStart(addDays(to, 1), start)).toBe(addDays(from, 7));
        expect(new Date(from).getUTCDay()).toBe({ MONDAY: 1, SUNDAY: 0, SATURDAY: 6 }[start]);
      }),
    );
  });

  it('of a period are exactly those its days are in', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 120 }), startsOn, (from, length, start) => {
        const days = Array.from({ length: length + 1 }, (_, index) => addDays(from, index));
        expect(weeksBetween(from, addDays(from, length), start)).toEqual([...new Set(days.map((one) => weekStart(one, start)))]);
      }),
    );
  });

  it('of a period that ends before it starts are none', () => {
    expect(weeksBetween('2026-11-16', '2026-11-02', 'MONDAY')).toEqual([]);
  });

  it('are said in words', () => {
    expect(formatWeekRule({ startsOn: 'MONDAY', countsBy: 'DELIVERY' })).toBe('weeks run Mon to Sun by delivery date');
    expect(formatWeekRule({ startsOn: 'SATURDAY', countsBy: 'BOOKING' })).toBe('weeks run Sat to Fri by booking date');
    expect(formatWeekRule({ startsOn: 'SUNDAY', countsBy: 'PICKUP' })).toBe('weeks run Sun to Sat by pickup date');
  });
});

describe('countingDays', () => {
  const pickup = { day: '2026-11-14', timeZone: 'America/Los_Angeles', arrivedAt: null, departedAt: null };
  const delivery = { day: '2026-11-16', timeZone: 'America/New_York', arrivedAt: null, departedAt: null };

  it('are the scheduled ones until something happened', () => {
    expect(
      countingDays({ pickup, delivery, bookedAt: '2026-11-13T05:30:00Z', createdAt: '2026-11-01T12:00:00Z' }, 'America/Chicago'),
    ).toEqual({
      pickupDay: '2026-11-14',
      deliveryDay: '2026-11-16',
      bookedDay: '2026-11-12',
    });
  });

  it('are those of leaving, else of arriving, by the clock of the place', () => {
    const days = countingDays(
      {
        pickup: { ...pickup, arrivedAt: '2026-11-15T07:00:00Z', departedAt: '2026-11-15T09:00:00Z' },
        delivery: { ...delivery, arrivedAt: '2026-11-17T04:30:00Z' },
        bookedAt: null,
        createdAt: '2026-11-01T12:00:00Z',
      },
      'America/Chicago',
    );
    expect(days).toEqual({ pickupDay: '2026-11-15', deliveryDay: '2026-11-16', bookedDay: '2026-11-01' });
  });
});
