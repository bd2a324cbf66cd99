import { describe, expect, it } from 'vitest';
import { sampleFit, sampleLoad } from '../../../testing/office-samples.ts';
import { listChecks } from './checks.ts';
import { timelineOf } from './timeline.ts';

const nowMs = Date.parse('2026-11-16T16:42:00Z');
const load = sampleLoad(24_835, {
  pickupCity: 'Fort Worth',
  deliveryCity: 'Atlanta',
  pickupAt: '2026-11-17T14:00:00.000Z',
  deliveryAt: '2026-11-18T14:00:00.000Z',
  weightLb: 38_400,
});
const conflict = {
  loadNumber: '24830',
  startsAt: '2026-11-18T20:30:00.000Z',
  endsAt: '2026-11-19T14:00:00.000Z',
  timeZone: 'America/Chicago',
  arriveAt: '2026-11-18T23:30:00.000Z',
  miles: 380,
  words: 'In Jackson, MS Wed 17:30, pickup is 14:30 CST',
};
const cant = { verdict: 'CANT' as const, pickupAt: '2026-11-17T12:40:00.000Z', deliveryAt: '2026-11-18T13:00:00.000Z' };
const nextLate = sampleFit(1, {
  ...cant,
  slackMinutes: 80,
  deadhead: { miles: 290, source: 'ROAD' },
  reasons: [{ kind: 'NEXT_LATE', words: 'Next load 24830 would be 3 h late', minutes: 180 }],
  conflict,
});

describe('the loads on true time', () => {
  it('the load, the way to the next one, and the next one with the moment at which the truck comes', () => {
    const timeline = timelineOf(nextLate, load, nowMs);
    expect(timeline?.bars.map(({ kind, label }) => [kind, label])).toEqual([
      ['load', '24835 Fort Worth → Atlanta'],
      ['way', 'dock, 380 mi'],
      ['other', '24830'],
    ]);
    const [own, way, other] = timeline?.bars ?? [];
    expect(own?.left).toBe(0);
    expect((own?.left ?? 0) + (own?.width ?? 0)).toBeCloseTo(way?.left ?? -1);
    expect(timeline?.late?.label).toBe('3 h late');
    expect(timeline?.late?.at).toBeGreaterThan(other?.left ?? 1);
    expect(timeline?.ticks.map(({ label }) => label)).toEqual(['Tue 08:00 CST', 'Wed 09:00', '17:30']);
  });

  it('two loads at the same time, without a moment', () => {
    const row = sampleFit(1, {
      ...cant,
      reasons: [{ kind: 'ON_LOAD', words: 'Has 24832 at the same time', minutes: null }],
      conflict: { ...conflict, arriveAt: null, startsAt: '2026-11-17T16:00:00.000Z' },
    });
    const timeline = timelineOf(row, load, nowMs);
    expect(timeline?.bars.map(({ kind }) => kind)).toEqual(['load', 'other']);
    expect(timeline?.late).toBeNull();
    expect(timeline?.bars.every(({ left, width }) => left >= 0 && width > 0 && left + width <= 1.000_001)).toBe(true);
  });

  it('the way to a pickup that the truck misses', () => {
    const row = sampleFit(1, {
      ...cant,
      pickupAt: '2026-11-17T22:40:00.000Z',
      reasons: [{ kind: 'PICKUP_LATE', words: 'At pickup Tue 16:40, 8 h 40 min late', minutes: 520 }],
    });
    const timeline = timelineOf(row, load, nowMs);
    expect(timeline?.bars.map(({ kind }) => kind)).toEqual(['way', 'other']);
    expect(timeline?.late?.label).toBe('8 h 40 min late');
  });

  it('nothing for a wrong trailer', () => {
    const row = sampleFit(1, { ...cant, reasons: [{ kind: 'EQUIPMENT', words: 'Flatbed, load needs a van', minutes: null }] });
    expect(timelineOf(row, load, nowMs)).toBeNull();
  });
});

describe('the checks', () => {
  it('say what is good and what isn’t, in the order in which they decide', () => {
    expect(listChecks(nextLate, load, nowMs)).toEqual([
      { label: 'Equipment and weight', verdict: 'CAN', words: 'Van, 38,400 lb' },
      { label: 'Pickup Tue 08:00 CST', verdict: 'CAN', words: 'There 1 h 20 min early, 290 mi deadhead' },
      { label: 'Hours', verdict: 'CAN', words: '10:20 after rest' },
      { label: 'Next load 24830', verdict: 'CANT', words: 'In Jackson, MS Wed 17:30, pickup is 14:30 CST' },
    ]);
  });

  it('list what isn’t known and what to look at, and nothing twice', () => {
    const row = sampleFit(1, {
      verdict: 'CANT',
      slackMinutes: null,
      driveMinutesLeft: null,
      reasons: [
        { kind: 'EQUIPMENT', words: 'Flatbed, load needs a van', minutes: null },
        { kind: 'LOCATION_UNKNOWN', words: 'Location not known', minutes: null },
        { kind: 'HOURS_UNKNOWN', words: 'Hours not known', minutes: null },
        { kind: 'AVOIDED_STATE', words: 'Avoids GA', minutes: null },
      ],
    });
    expect(listChecks(row, load, nowMs).map(({ label, verdict, words }) => `${label.split(' ')[0]} ${verdict}: ${words}`)).toEqual([
      'Equipment CANT: Flatbed, load needs a van',
      'Pickup NOT_KNOWN: Location not known',
      'Hours NOT_KNOWN: Hours not known',
      'Also LOOK: Avoids GA',
    ]);
  });
});
