import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detentionAmount, detentionClock, formatDetention, formatMinutes } from './detention.ts';

const minuteMs = 60_000;
const at = (clock: string) => Date.parse(`2026-11-11T${clock}:00Z`);
const stop = {
  arrivedAt: '2026-11-11T07:42:00Z',
  startsAt: '2026-11-11T08:00:00Z',
  schedule: 'APPOINTMENT' as const,
  departedAt: null,
  freeMinutes: 120,
};

describe('detentionClock', () => {
  it('starts with the appointment for a truck that came early', () => {
    const clock = detentionClock({ ...stop, departedAt: '2026-11-11T11:31:00Z' }, at('23:00'));
    expect(clock).toEqual({
      startsAt: '2026-11-11T08:00:00.000Z',
      freeUntil: '2026-11-11T10:00:00.000Z',
      minutesOver: 91,
      isRunning: false,
    });
    expect(detentionAmount({ minutesOver: 91, perHourCents: 5_000 })).toBe(7_500);
  });

  it('starts with arrival for a truck that came late, or where there is no appointment', () => {
    expect(detentionClock({ ...stop, arrivedAt: '2026-11-11T09:10:00Z' }, at('09:30')).startsAt).toBe('2026-11-11T09:10:00.000Z');
    expect(detentionClock({ ...stop, schedule: 'FCFS' }, at('09:30')).startsAt).toBe('2026-11-11T07:42:00.000Z');
  });

  it('never counts the free time, stops when the truck leaves, and grows minute by minute until then', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -300, max: 300 }),
        fc.integer({ min: 0, max: 240 }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.boolean(),
        (earlyBy, freeMinutes, stayed, isFcfs) => {
          const arrivedMs = at('12:00') - earlyBy * minuteMs;
          const facts = {
            arrivedAt: new Date(arrivedMs).toISOString(),
            startsAt: '2026-11-11T12:00:00Z',
            schedule: isFcfs ? ('FCFS' as const) : ('APPOINTMENT' as const),
            departedAt: null,
            freeMinutes,
          };
          const nowMs = arrivedMs + stayed * minuteMs;
          const clock = detentionClock(facts, nowMs);
          const unpaid = freeMinutes + (isFcfs ? 0 : Math.max(earlyBy, 0));
          expect(clock.minutesOver).toBe(Math.max(stayed - unpaid, 0));
          const left = detentionClock({ ...facts, departedAt: new Date(nowMs).toISOString() }, nowMs + 500 * minuteMs);
          expect(left.minutesOver).toBe(clock.minutesOver);
        },
      ),
    );
  });
});

describe('detentionAmount', () => {
  it('goes up by quarters of an hour and never by more than the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 25_000 }), (minutesOver, quarterCents) => {
        const perHourCents = quarterCents * 4;
        const amount = detentionAmount({ minutesOver, perHourCents });
        expect(amount).toBe(Math.floor(minutesOver / 15) * quarterCents);
        expect(amount).toBeLessThanOrEqual((minutesOver / 60) * perHourCents);
      }),
    );
  });
});

describe('words', () => {
  it('count down the free time, then up the detention', () => {
    expect(formatDetention(detentionClock(stop, at('09:12')), at('09:12'))).toBe('48 min of free time left');
    expect(formatDetention(detentionClock(stop, at('11:12')), at('11:12'))).toBe('Detention 1 h 12 min');
    expect(formatDetention(detentionClock({ ...stop, departedAt: '2026-11-11T09:00:00Z' }, at('12:00')), at('12:00'))).toBe(
      'Left within the free time',
    );
  });

  it('say hours only when there are some', () => {
    expect([0, 40, 60, 72, 180].map(formatMinutes)).toEqual(['0 min', '40 min', '1 h', '1 h 12 min', '3 h']);
  });
});
