import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { addDays, dayAt, daysBetween, stopInstants, timeAt, wallToInstant, zoneShort } from './zoned-time.ts';

const zones = [
  'America/New_York',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Chicago',
  'America/North_Dakota/Center',
  'America/Denver',
  'America/Boise',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Halifax',
  'America/St_Johns',
  'America/Regina',
  'America/Toronto',
  'America/Vancouver',
];
const minuteMs = 60_000;
const hourMs = 3_600_000;
const zone = fc.constantFrom(...zones);
const instantMs = fc
  .integer({ min: Date.UTC(1970, 0, 2) / minuteMs, max: Date.UTC(2100, 11, 30) / minuteMs })
  .map((minutes) => minutes * minuteMs);
const day = instantMs.map((ms) => new Date(ms).toISOString().slice(0, 10));
const time = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`);

/** The local time by the platform's own formatter, which is slow. */
const platformFormats = new Map<string, Intl.DateTimeFormat>();
function platformWall(ms: number, timeZone: string): string {
  let format = platformFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    platformFormats.set(timeZone, format);
  }
  return format.format(ms).replace(' ', 'T');
}

/** Every instant at which a clock there shows this, found by trying all offsets. */
function instantsShowing(wall: string, timeZone: string): number[] {
  const wallMs = Date.parse(`${wall}:00Z`);
  return Array.from({ length: 27 * 4 }, (_, index) => wallMs - 12 * hourMs + index * 15 * minuteMs).filter(
    (ms) => platformWall(ms, timeZone) === wall,
  );
}

function changesOf(year: number, timeZone: string): number[] {
  const offset = (ms: number) => Date.parse(`${platformWall(ms, timeZone)}:00Z`) - ms;
  const days = Array.from({ length: 365 }, (_, index) => Date.UTC(year, 0, 1) + index * 24 * hourMs);
  return days
    .filter((ms) => offset(ms) !== offset(ms + 24 * hourMs))
    .map((ms) => Array.from({ length: 25 }, (_, index) => ms + index * hourMs).find((hour) => offset(hour) !== offset(ms)) ?? ms);
}

/** Within two hours of a clock change, where mistakes are likely. */
const nearChange = fc
  .tuple(zone, fc.integer({ min: 1970, max: 2100 }), fc.nat(), fc.integer({ min: -120, max: 120 }))
  .map(([timeZone, year, pick, by]) => {
    const changes = changesOf(year, timeZone);
    return { timeZone, ms: (changes[pick % changes.length] ?? Date.UTC(year, 6, 1)) + by * minuteMs };
  });

describe('dayAt and timeAt', () => {
  it('say what the platform says, in every zone and year', () => {
    fc.assert(
      fc.property(zone, instantMs, (timeZone, ms) => {
        expect(`${dayAt(ms, timeZone)}T${timeAt(ms, timeZone)}`).toBe(platformWall(ms, timeZone));
      }),
      { numRuns: 2_000 },
    );
  });

  it('say it round the change of the clocks too', () => {
    fc.assert(
      fc.property(nearChange, ({ timeZone, ms }) => {
        expect(`${dayAt(ms, timeZone)}T${timeAt(ms, timeZone)}`).toBe(platformWall(ms, timeZone));
      }),
      { numRuns: 150 },
    );
  });
});

describe('wallToInstant', () => {
  it('gives the first instant at which the clock there shows it', () => {
    fc.assert(
      fc.property(zone, day, time, (timeZone, wallDay, wallTime) => {
        const [first] = instantsShowing(`${wallDay}T${wallTime}`, timeZone);
        fc.pre(first !== undefined);
        expect(wallToInstant(wallDay, wallTime, timeZone)).toBe(new Date(first ?? 0).toISOString());
      }),
      { numRuns: 400 },
    );
  });

  it('takes a time shown twice as the first and one jumped over as the later', () => {
    fc.assert(
      fc.property(nearChange, fc.integer({ min: -60, max: 60 }), ({ timeZone, ms }, by) => {
        const wall = new Date(Date.parse(`${platformWall(ms, timeZone)}:00Z`) + by * minuteMs).toISOString().slice(0, 16);
        const found = wallToInstant(wall.slice(0, 10), wall.slice(11), timeZone);
        const [first] = instantsShowing(wall, timeZone);
        if (first !== undefined) expect(found).toBe(new Date(first).toISOString());
        else expect(platformWall(Date.parse(found), timeZone) > wall).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['2026-03-08', '02:30', 'America/Chicago', '2026-03-08T08:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/Chicago', '2026-11-01T06:30:00.000Z'],
    ['2026-11-15', '08:00', 'America/Chicago', '2026-11-15T14:00:00.000Z'],
    ['2026-07-04', null, 'America/Phoenix', '2026-07-04T07:00:00.000Z'],
  ])('%s %s in %s is %s', (wallDay, wallTime, timeZone, instant) => {
    expect(wallToInstant(wallDay, wallTime, timeZone)).toBe(instant);
  });

  it('reads the wall clock back, except for times jumped over', () => {
    fc.assert(
      fc.property(zone, instantMs, (timeZone, ms) => {
        const again = wallToInstant(dayAt(ms, timeZone), timeAt(ms, timeZone), timeZone);
        expect(dayAt(again, timeZone)).toBe(dayAt(ms, timeZone));
        expect(timeAt(again, timeZone)).toBe(timeAt(ms, timeZone));
      }),
    );
  });

  it('refuses a zone nobody knows', () => {
    expect(() => wallToInstant('2026-11-15', null, 'America/Nowhere')).toThrow(RangeError);
  });
});

describe('zoneShort', () => {
  it.each([
    ['2026-11-15T18:00:00Z', 'America/Chicago', 'CST'],
    ['2026-07-15T18:00:00Z', 'America/Chicago', 'CDT'],
    ['2026-07-15T18:00:00Z', 'America/Phoenix', 'MST'],
    ['2026-03-08T08:00:00Z', 'America/Chicago', 'CDT'],
    ['2026-03-08T07:59:00Z', 'America/Chicago', 'CST'],
  ])('%s in %s is %s', (instant, timeZone, name) => {
    expect(zoneShort(instant, timeZone)).toBe(name);
  });
});

describe('addDays and daysBetween', () => {
  it('undo each other', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5_000, max: 5_000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
      }),
    );
  });
});

describe('stopInstants', () => {
  const timeZone = 'America/New_York';

  it.each([
    ['a whole day', { day: '2026-11-15', time: null, endDay: null, endTime: null }, '05:00 to 04:59'],
    ['an appointment', { day: '2026-11-15', time: '08:00', endDay: null, endTime: null }, '13:00 to 13:00'],
    ['a window', { day: '2026-11-15', time: '08:00', endDay: null, endTime: '16:00' }, '13:00 to 21:00'],
    ['a window over midnight', { day: '2026-11-15', time: '22:00', endDay: null, endTime: '02:00' }, '03:00 to 07:00'],
    ['a window until a later day', { day: '2026-11-15', time: '08:00', endDay: '2026-11-17', endTime: null }, '13:00 to 04:59'],
    ['a deadline', { day: '2026-11-15', time: null, endDay: null, endTime: '12:00' }, '05:00 to 17:00'],
  ])('%s', (_, stop, window) => {
    const { startsAt, endsAt } = stopInstants({ ...stop, timeZone });
    expect(`${startsAt.slice(11, 16)} to ${endsAt.slice(11, 16)}`).toBe(window);
  });

  it('never ends before it starts', () => {
    fc.assert(
      fc.property(
        zone,
        day,
        fc.option(time),
        fc.option(fc.integer({ min: -3, max: 3 })),
        fc.option(time),
        (placeZone, startDay, startTime, endBy, endTime) => {
          const endDay = endBy === null ? null : addDays(startDay, endBy);
          const { startsAt, endsAt } = stopInstants({ day: startDay, time: startTime, endDay, endTime, timeZone: placeZone });
          expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(Date.parse(startsAt));
        },
      ),
    );
  });

  it('reads each year of a place once for a whole import, and is arithmetic after that', () => {
    const importRows = (count: number) => {
      for (let index = 0; index < count; index++) {
        stopInstants({
          day: addDays('2025-01-01', index % 700),
          time: '08:00',
          endDay: null,
          endTime: '16:00',
          timeZone: zones[index % zones.length] ?? 'UTC',
        });
      }
    };
    const reading = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    // Covers all days in all zones, because 700 and 19 have no common factor.
    importRows(700 * zones.length);
    expect(reading.mock.calls.length).toBeLessThan(3 * zones.length * 60);
    reading.mockClear();
    importRows(700 * zones.length);
    expect(reading).not.toHaveBeenCalled();
    reading.mockRestore();
    const format = () => {
      for (let index = 0; index < 1_000; index++) platformWall(Date.UTC(2025, 0, 1) + index * hourMs, zones[index % zones.length] ?? 'UTC');
    };
    // It costs about three times as much as formatting once.
    expect(cpuCost(() => importRows(1_000)) / cpuCost(format)).toBeLessThan(15);
  });
});
