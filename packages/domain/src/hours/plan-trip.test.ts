import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMinutes } from '../loads/detention.ts';
import { type Clocks, restedClocks, startDuty } from './clocks.ts';
import { driveMinutes, planTrip, type Segment, type TripStop } from './plan-trip.ts';
import { seventyHourRules as rules, sixtyHourRules } from './rules.ts';
import { driveMinuteByMinute } from './testing/minute-by-minute.ts';
import { createRandomSource } from './testing/random-source.ts';
import { randomTrip } from './testing/random-trips.ts';

const minuteMs = 60_000;
const hour = 60;
/** Hours and minutes of a Monday, or later: "30:00" is Tuesday 06:00. */
const at = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Date.UTC(2026, 10, 16, hours, minutes);
};
const rested = restedClocks(rules, null);

const stopAt = (drive: number, window: [string, string] | null, dock = 2 * hour): TripStop => ({
  driveMinutes: drive,
  opensMs: window === null ? null : at(window[0]),
  closesMs: window === null ? null : at(window[1]),
  dockMinutes: dock,
});

function planFrom(time: string, clocks: Clocks, stops: readonly TripStop[], offMinutes = 0) {
  return planTrip({ atMs: at(time), driver: startDuty(clocks, offMinutes, rules), partner: null }, stops, rules);
}

/** "drive 8 h, break 30 min, drive 3 h" */
function describeTrip(segments: readonly Segment[]): string {
  return segments.map(({ kind, startMs, endMs }) => `${kind.toLowerCase()} ${formatMinutes((endMs - startMs) / minuteMs)}`).join(', ');
}

describe('a trip', () => {
  const short: Clocks = { driveMinutes: 2 * hour, shiftMinutes: 3 * hour, breakMinutes: 2 * hour, cycleMinutes: null };
  it.each<[string, Clocks, number, string]>([
    ['a short drive', rested, 5 * hour, 'drive 5 h'],
    ['a break after 8 hours at the wheel', rested, 10 * hour, 'drive 8 h, break 30 min, drive 2 h'],
    ['a rest after 11 hours', rested, 12 * hour, 'drive 8 h, break 30 min, drive 3 h, rest 10 h, drive 1 h'],
    [
      'two days',
      rested,
      23 * hour,
      'drive 8 h, break 30 min, drive 3 h, rest 10 h, drive 8 h, break 30 min, drive 3 h, rest 10 h, drive 1 h',
    ],
    ['what the ELD says is left', short, 3 * hour, 'drive 2 h, rest 10 h, drive 1 h'],
    ['out of hours', { ...short, driveMinutes: 0 }, hour, 'rest 10 h, drive 1 h'],
    ['only the break is due', { ...short, breakMinutes: 0 }, hour, 'break 30 min, drive 1 h'],
    ['the shift ends before the driving time', { ...short, shiftMinutes: 45 }, hour, 'drive 45 min, rest 10 h, drive 15 min'],
    ['the cycle is used up', { ...short, cycleMinutes: 90 }, 2 * hour, 'drive 1 h 30 min, restart 34 h, drive 30 min'],
  ])('%s', (_name, clocks, drive, expected) => {
    expect(describeTrip(planFrom('08:00', clocks, [stopAt(drive, null, 0)]).segments)).toBe(expected);
  });

  it('a rest that began before counts', () => {
    const plan = planFrom('08:00', { ...short, driveMinutes: 0 }, [stopAt(hour, null, 0)], 7 * hour);
    expect(describeTrip(plan.segments)).toBe('rest 3 h, drive 1 h');
  });

  it('a driver who has slept for eight hours sleeps two more, if the trip would be late otherwise', () => {
    const awake: Clocks = { driveMinutes: 3 * hour, shiftMinutes: 3 * hour, breakMinutes: 8 * hour, cycleMinutes: null };
    const trip = (due: string) => describeTrip(planFrom('08:00', awake, [stopAt(5 * hour, [due, due], 0)], 8 * hour).segments);
    expect(trip('16:00')).toBe('rest 2 h, wait 1 h, drive 5 h');
    expect(trip('24:00')).toBe('drive 3 h, rest 10 h, wait 1 h, drive 2 h');
  });

  it('dock work of half an hour is a break, but takes from the shift and the cycle', () => {
    const plan = planFrom('08:00', restedClocks(rules, 70 * hour), [stopAt(5 * hour, null), stopAt(5 * hour, null, 0)]);
    expect(describeTrip(plan.segments)).toBe('drive 5 h, dock 2 h, drive 5 h');
    expect(plan.end.driver).toMatchObject({ driveMinutes: 60, shiftMinutes: 2 * hour, breakMinutes: 3 * hour, cycleMinutes: 58 * hour });
  });

  it.each([
    [423, 55, 462],
    [0, 55, 0],
    [0.2, 55, 1],
  ])('%d miles at %d mph are %d minutes', (miles, milesPerHour, minutes) => {
    expect(driveMinutes(miles, milesPerHour)).toBe(minutes);
  });

  it('a carrier that rests on weekends has 60 hours', () => {
    expect(sixtyHourRules).toEqual({ ...rules, maxCycleMinutes: 3_600 });
  });
});

describe('waiting for a dock', () => {
  const rolling: Clocks = { driveMinutes: 9 * hour, shiftMinutes: 10 * hour, breakMinutes: 6 * hour, cycleMinutes: null };

  it('a rested driver leaves later instead of waiting at the dock, and could be there earlier', () => {
    const plan = planFrom('08:00', rested, [stopAt(hour, ['14:00', '14:00']), stopAt(9 * hour, null, 0)]);
    expect(describeTrip(plan.segments)).toBe('wait 5 h, drive 1 h, dock 2 h, drive 8 h, break 30 min, drive 1 h');
    expect(plan.stops[0]).toMatchObject({ earliestMs: at('9:00'), arriveMs: at('14:00'), workMs: at('14:00'), slackMinutes: 5 * hour });
  });

  it('a wait goes into the last rest on the way', () => {
    const plan = planFrom('08:00', rested, [stopAt(13 * hour, ['35:00', '35:00'])]);
    expect(describeTrip(plan.segments)).toBe('drive 8 h, break 30 min, drive 3 h, rest 10 h, wait 3 h 30 min, drive 2 h, dock 2 h');
  });

  it('a driver whose shift runs waits at the dock, and the shift runs on', () => {
    const plan = planFrom('08:00', rolling, [stopAt(hour, ['14:00', '14:00']), stopAt(4 * hour, null, 0)]);
    expect(describeTrip(plan.segments)).toBe('drive 1 h, wait 5 h, dock 2 h, drive 2 h, rest 10 h, drive 2 h');
  });

  it('a wait of ten hours is a rest, of 34 hours a restart', () => {
    const tired = { ...rolling, cycleMinutes: 3 * hour };
    const overnight = planFrom('08:00', tired, [stopAt(hour, ['19:00', '19:00'])]);
    expect(overnight.stops[0]?.clocks).toEqual({ ...rested, cycleMinutes: 2 * hour });
    const weekend = planFrom('08:00', tired, [stopAt(hour, ['43:00', '43:00'])]);
    expect(weekend.stops[0]?.clocks).toEqual({ ...rested, cycleMinutes: 70 * hour });
  });

  it('a driver who arrives in the evening sleeps at a first come, first served dock, if that is faster in the end', () => {
    const tired: Clocks = { driveMinutes: 3 * hour, shiftMinutes: 4 * hour, breakMinutes: 3 * hour, cycleMinutes: null };
    const pickup = stopAt(2 * hour, ['30:00', '40:00']);
    const plan = planFrom('20:00', tired, [pickup, stopAt(9 * hour, ['43:30', '43:30'])]);
    expect(describeTrip(plan.segments)).toBe('drive 2 h, rest 10 h, dock 2 h, drive 8 h, break 30 min, drive 1 h, dock 2 h');
    expect(plan.stops.map(({ slackMinutes }) => slackMinutes)).toEqual([18 * hour, 0]);
  });

  it('a late truck is served when it arrives', () => {
    const plan = planFrom('08:00', rested, [stopAt(3 * hour, ['9:00', '10:00'])]);
    expect(plan.stops[0]).toMatchObject({ arriveMs: at('11:00'), workMs: at('11:00'), leaveMs: at('13:00'), slackMinutes: -60 });
  });
});

describe('a team', () => {
  const start = { atMs: at('08:00'), driver: startDuty(rested, 0, rules), partner: startDuty(rested, 0, rules) };

  it('rolls day and night with little stops', () => {
    const plan = planTrip(start, [stopAt(24 * hour, null, 0)], rules);
    expect(describeTrip(plan.segments)).toBe('drive 16 h, break 30 min, drive 8 h');
    expect(plan.end.atMs).toBe(at('32:30'));
  });
});

/** The plan's segments as the simulator writes them: one letter a minute. */
function logOf(segments: readonly Segment[]): string {
  const letters: Partial<Record<Segment['kind'], string>> = { DRIVE: 'D', DOCK: 'W' };
  return segments.map(({ kind, startMs, endMs }) => (letters[kind] ?? '-').repeat((endMs - startMs) / minuteMs)).join('');
}

describe('against a drive minute by minute', () => {
  it('every minute of random trips is the same', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { start, stops, rules: law } = randomTrip(createRandomSource(seed));
        const plan = planTrip(start, stops, law);
        const driven = driveMinuteByMinute(start, stops, law);
        expect(plan.stops.map(({ clocks, ...times }) => ({ ...times, driveLeft: clocks.driveMinutes }))).toEqual(driven.stops);
        expect(plan.end.atMs).toBe(driven.endMs);
        expect([plan.end.driver, ...(plan.end.partner === null ? [] : [plan.end.partner])]).toEqual(driven.crew);
        expect(logOf(plan.segments)).toBe(driven.log);
      }),
      { numRuns: 250 },
    );
  });
});
