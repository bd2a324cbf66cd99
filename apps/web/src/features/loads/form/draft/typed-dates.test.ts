import { addDays } from '@headhaul/domain/time/zoned-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTypedDate, writeTypedDate } from './typed-dates.ts';

/** A Thursday. */
const context = { today: '2026-11-12', now: '10:41' };

/** "2026-11-13 08:00 to 2026-11-14 12:00", or what is wrong. */
function reading(text: string, more: Partial<typeof context & { after: string }> = {}): string {
  const read = readTypedDate(text, { ...context, ...more });
  if ('problem' in read) return read.problem;
  const { day, time, endDay, endTime } = read.when;
  const end = [endDay, endTime].filter(Boolean).join(' ');
  return [day, time, end === '' ? null : `to ${end}`].filter(Boolean).join(' ');
}

describe('readTypedDate', () => {
  it.each([
    ['tom 8am', '2026-11-13 08:00'],
    ['Tomorrow at 8:30 a.m.', '2026-11-13 08:30'],
    ['fri 14:00', '2026-11-13 14:00'],
    ['11/13 8-12', '2026-11-13 08:00 to 12:00'],
    ['sat 2pm to 6pm', '2026-11-14 14:00 to 18:00'],
    ['sat 2-6pm', '2026-11-14 14:00 to 18:00'],
    ['fri 10-2pm', '2026-11-13 10:00 to 14:00'],
    ['fri 8-2', '2026-11-13 08:00 to 14:00'],
    ['fri 2:30-4pm', '2026-11-13 14:30 to 16:00'],
    ['fri 8am - noon', '2026-11-13 08:00 to 12:00'],
    ['fri 12-4', '2026-11-13 12:00 to 16:00'],
    ['fri 10pm-2', '2026-11-13 22:00 to 02:00'],
    ['fri 11-1am', '2026-11-13 23:00 to 01:00'],
    ['fri 0800-1600', '2026-11-13 08:00 to 16:00'],
    ['fri 0800 to sat 1600', '2026-11-13 08:00 to 2026-11-14 16:00'],
    ['11/13 to 11/14', '2026-11-13 to 2026-11-14'],
    ['11/13 - 11/13', '2026-11-13'],
    ['Fri 11/13 08:00', '2026-11-13 08:00'],
    ['11/13/2026 0800', '2026-11-13 08:00'],
    ['11/13/26 530p', '2026-11-13 17:30'],
    ['2026-11-13 08:00', '2026-11-13 08:00'],
    ['nov 13 8am', '2026-11-13 08:00'],
    ['Nov 13th, 2026 8am', '2026-11-13 08:00'],
    ['13 november', '2026-11-13'],
    ['nov 13 2000', '2026-11-13 20:00'],
    ['fri any time', '2026-11-13'],
    ['fri midnight', '2026-11-13 00:00'],
    ['in 2 days 9am', '2026-11-14 09:00'],
    ['+3d', '2026-11-15'],
    ['yesterday 4p', '2026-11-11 16:00'],
    ['appt fri @ 8', '2026-11-13 08:00'],
    ['fri between 8 and 12', '2026-11-13 08:00 to 12:00'],
    ['next fri 8', '2026-11-20 08:00'],
    ['1/5 8', '2027-01-05 08:00'],
    ['10/30', '2026-10-30'],
    ['8am fri', '2026-11-13 08:00'],
  ])('%s is %s', (text, expected) => {
    expect(reading(text)).toBe(expected);
  });

  it('takes a time alone as the next time the clock shows it', () => {
    expect(reading('14:00')).toBe('2026-11-12 14:00');
    expect(reading('8am')).toBe('2026-11-13 08:00');
    expect(reading('8-12')).toBe('2026-11-12 08:00 to 12:00');
  });

  it('takes today’s name as today until its time is over', () => {
    expect(reading('thu 14:00')).toBe('2026-11-12 14:00');
    expect(reading('thu 8am')).toBe('2026-11-19 08:00');
    expect(reading('thu')).toBe('2026-11-12');
  });

  it('counts days from the stop before, but tomorrow from today', () => {
    expect(reading('thu 8am', { after: '2026-11-13' })).toBe('2026-11-19 08:00');
    expect(reading('fri 2pm', { after: '2026-11-13' })).toBe('2026-11-13 14:00');
    expect(reading('9am', { after: '2026-11-13' })).toBe('2026-11-13 09:00');
    expect(reading('tom 9am', { after: '2026-11-16' })).toBe('2026-11-13 09:00');
  });

  it('says so when the name and the date are of different days', () => {
    expect(reading('fri 11/14')).toBe('11/14 is a Saturday');
  });

  it.each([
    ['2/30', 'There is no 2/30'],
    ['fri 25:00', 'There is no such time; 08:00, 8am and 14:30 are read'],
    ['fri 13am', 'There is no such time; 08:00, 8am and 14:30 are read'],
    ['soon', 'Write it like tom 8am, fri 14:00 or 11/13 8-12'],
    ['fri to', 'Write it like tom 8am, fri 14:00 or 11/13 8-12'],
    ['', 'Write it like tom 8am, fri 14:00 or 11/13 8-12'],
    ['11/14 8am to 11/13 9am', 'It ends before it begins'],
    ['fri 8 9', 'Write one time or one window, such as 8am or 8-12'],
    ['11/13 11/14', 'Write one day, such as fri or 11/13'],
  ])('%s is not read: %s', (text, problem) => {
    expect(reading(text)).toBe(problem);
  });
});

const dayNumber = fc.integer({ min: -700, max: 700 });
const minutes = fc.integer({ min: 0, max: 1_439 });
const clockOf = (value: number) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;

describe('writeTypedDate', () => {
  it('writes what is read as what it was', () => {
    fc.assert(
      fc.property(
        dayNumber,
        fc.option(minutes),
        fc.option(fc.integer({ min: 1, max: 30 })),
        fc.option(minutes),
        (away, from, days, until) => {
          const day = addDays(context.today, away);
          const endTime = until === null || (until === from && days === null) ? null : clockOf(until);
          const when = { day, time: from === null ? null : clockOf(from), endDay: days === null ? null : addDays(day, days), endTime };
          expect(readTypedDate(writeTypedDate(when, context.today), context)).toEqual({ when });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never breaks on anything typed', () => {
    const words = fc.array(
      fc.constantFrom('fri', 'tom', '11/13', '8', '8am', '-', 'to', '14:00', 'next', '@', ',', 'nov', '31', '0800', ' '),
      { maxLength: 7 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          words.map((parts) => parts.join(' ')),
        ),
        (text) => {
          const read = readTypedDate(text, context);
          if ('when' in read) expect(read.when.day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          else expect(read.problem).not.toBe('');
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
