import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleLoad } from '../../../testing/office-samples.ts';
import { placeInWeek, planWeek } from '../week.ts';
import { fitSpot } from './fit-spot.ts';

const week = planWeek('2026-11-18', { startsOn: 'MONDAY', timeZone: 'America/Chicago' });
const nowMs = Date.parse('2026-11-16T16:42:00Z');
const at = (iso: string) => Date.parse(iso);
const load = sampleLoad(24_835, { pickupAt: '2026-11-17T14:00:00Z', deliveryAt: '2026-11-18T15:00:00Z' });
const place = (iso: string) => placeInWeek(week, at(iso));
const span = (startsAt: string, endsAt: string) => ({ startMs: at(startsAt), endMs: at(endsAt) });

describe('where the bar with the fit is drawn', () => {
  it('at the load’s time when nothing is in the way', () => {
    const spot = fitSpot(load, [], week, nowMs);
    expect(spot?.left).toBeCloseTo(place('2026-11-17T14:00:00Z'));
    expect((spot?.left ?? 0) + (spot?.width ?? 0)).toBeCloseTo(place('2026-11-18T15:00:00Z'));
  });

  it('in the free part of it when another load takes the rest', () => {
    const spot = fitSpot(load, [span('2026-11-16T14:00:00Z', '2026-11-17T17:00:00Z')], week, nowMs);
    expect(spot?.left).toBeCloseTo(place('2026-11-17T17:00:00Z'));
  });

  it('after the other load when that takes nearly all of it, and before it at the end of the week', () => {
    const spot = fitSpot(load, [span('2026-11-17T15:00:00Z', '2026-11-18T14:00:00Z')], week, nowMs);
    expect(spot?.left).toBeCloseTo(place('2026-11-18T14:00:00Z'));
    const late = sampleLoad(1, { pickupAt: '2026-11-22T12:00:00Z', deliveryAt: '2026-11-23T12:00:00Z' });
    const before = fitSpot(late, [span('2026-11-22T12:00:00Z', '2026-11-23T12:00:00Z')], week, nowMs);
    expect((before?.left ?? 0) + (before?.width ?? 0)).toBeCloseTo(place('2026-11-22T12:00:00Z'));
  });

  it('nowhere when the load is in another week', () => {
    expect(fitSpot(sampleLoad(1, { pickupAt: '2026-12-01T12:00:00Z', deliveryAt: '2026-12-02T12:00:00Z' }), [], week, nowMs)).toBeNull();
  });

  it('never outside of the week', () => {
    const hour = fc.integer({ min: -60, max: 220 });
    const hours = fc.integer({ min: 1, max: 120 });
    fc.assert(
      fc.property(hour, hours, fc.array(fc.tuple(hour, hours), { maxLength: 4 }), (start, length, others) => {
        const toSpan = ([from, long]: readonly [number, number]) => ({
          startMs: week.startMs + from * 3_600_000,
          endMs: week.startMs + (from + long) * 3_600_000,
        });
        const own = toSpan([start, length]);
        const some = sampleLoad(1, { pickupAt: new Date(own.startMs).toISOString(), deliveryAt: new Date(own.endMs).toISOString() });
        const spot = fitSpot(some, others.map(toSpan), week, nowMs);
        expect(spot === null || (spot.left >= 0 && spot.width > 0 && spot.left + spot.width <= 1.000_001)).toBe(true);
      }),
    );
  });
});
