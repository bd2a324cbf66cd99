import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driveMinutes } from './plan-trip.ts';
import { seventyHourRules as rules } from './rules.ts';
import { writeLogBook } from './testing/hour-by-hour.ts';
import { createRandomSource } from './testing/random-source.ts';
import { randomLegs } from './testing/random-trips.ts';
import { tripDays } from './trip-days.ts';

const dock = 120;

describe('the days a trip takes', () => {
  it.each([
    ['a trip that fills a shift is a day', [{ miles: 550, dockMinutes: 210 }], 840, 1],
    ['half a shift is half a day', [{ miles: 275, dockMinutes: dock }], 420, 0.5],
    ['Louisville to Conley with 9 mi deadhead', [9, 423].map((miles) => ({ miles, dockMinutes: dock })), 712, 0.8],
    ['Milwaukee to Conley needs a rest', [12, 837].map((miles) => ({ miles, dockMinutes: dock })), 1_798, 1.4],
    ['Los Angeles to New York', [30, 2_790].map((miles) => ({ miles, dockMinutes: dock })), 5_837, 4.3],
    ['nothing at all', [{ miles: 0, dockMinutes: 0 }], 0, 0.1],
  ])('%s', (_name, legs, minutes, days) => {
    expect(tripDays(legs, rules, 55)).toEqual({ minutes, days });
  });

  it('of a team are fewer, because one drives while the other rests', () => {
    const across = [30, 2_790].map((miles) => ({ miles, dockMinutes: dock }));
    const team = tripDays(across, rules, 55, true);
    // 3,078 minutes on the road and two docks of 120 minutes. Nobody waits for a rest.
    expect(team.minutes).toBeLessThan(tripDays(across, rules, 55).minutes - 2 * rules.restMinutes);
    expect(team.minutes).toBeGreaterThanOrEqual(33 + 3_044 + 2 * dock);
    const short = [{ miles: 275, dockMinutes: dock }];
    expect(tripDays(short, rules, 55, true).minutes).toBe(tripDays(short, rules, 55).minutes);
  });

  it('equal to a log book that is written hour by hour', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 40, max: 68 }), (seed, milesPerHour) => {
        const legs = randomLegs(createRandomSource(seed));
        const book = writeLogBook(
          legs.map(({ miles, dockMinutes }) => ({ driveMinutes: driveMinutes(miles, milesPerHour), dockMinutes })),
          rules,
        );
        expect(tripDays(legs, rules, milesPerHour)).toEqual({ minutes: book.minutes, days: book.days });
      }),
      { numRuns: 200 },
    );
  });
});
