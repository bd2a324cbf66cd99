import { describe, expect, it } from 'vitest';
import { sampleEmptyNear, sampleEmptyRow } from '../../../testing/office-samples.ts';
import { chipsOf, dotLabel, formatDistance, formatEmptyTime, formatNearest, formatNobodyNear, formatOver, toneOf } from './labels.ts';

/** Monday, Nov 16, 2026, 10:42 in Chicago. */
const now = Date.parse('2026-11-16T16:42:00Z');
const zone = 'America/Chicago';
const later = sampleEmptyRow(
  2,
  { verdict: 'LOOK', miles: { miles: 61, source: 'ROAD' } },
  { at: '2026-11-17T12:15:00.000Z', isNow: false, since: null, city: 'Sherman', afterLoadNumber: '24822' },
);
const unknown = sampleEmptyRow(
  3,
  { verdict: 'NOT_KNOWN', miles: null, unknown: [{ kind: 'LOCATION_UNKNOWN', words: 'Location not known', minutes: null }] },
  { at: null, isNow: false, city: null, state: null, point: null },
);

describe('the words of a truck that is empty near', () => {
  it('distance and place', () => {
    expect(formatDistance(sampleEmptyRow(1))).toEqual({ first: '0 mi', second: 'Dallas, TX' });
    expect(formatDistance(sampleEmptyRow(1, { miles: { miles: 70, source: 'ESTIMATE' } })).first).toBe('about 70 mi');
    expect(formatDistance(unknown)).toEqual({ first: 'Location not known', tone: 'need' });
  });

  it('time', () => {
    expect(formatEmptyTime(sampleEmptyRow(1), now)).toEqual({ first: 'Empty now', second: 'since 09:10 CST' });
    expect(formatEmptyTime(later, now)).toEqual({ first: 'Tue 06:15', second: 'after 24822' });
    expect(formatEmptyTime(unknown, now)).toEqual({ first: 'Empty' });
    const held = { kind: 'HELD' as const, words: 'Held by 24822, which has a problem', minutes: null };
    expect(formatEmptyTime({ ...unknown, unknown: [...unknown.unknown, held] }, now)).toEqual({ first: held.words, tone: 'need' });
  });

  it('how far outside', () => {
    expect(formatOver(sampleEmptyRow(1, { overMiles: 28 }))).toBe('28 mi over');
    expect(formatOver(sampleEmptyRow(1, { overMinutes: 90 }))).toBe('1 h 30 min later');
  });

  it('dots', () => {
    expect(dotLabel(sampleEmptyRow(1))).toBe('105 Wayne');
    expect([toneOf(sampleEmptyRow(1), false), toneOf(later, false), toneOf(unknown, false), toneOf(later, true)]).toEqual([
      'ready',
      'rolling',
      'unsure',
      'off',
    ]);
  });

  it('nobody', () => {
    const search = { place: 'dallas', radiusMiles: 100, equipment: 'DRY_VAN' as const, by: null };
    expect(formatNobodyNear(search, sampleEmptyNear(), zone, now)).toBe('No van is empty within 100 mi of Dallas, TX by Tue 08:00.');
    expect(formatNearest(later, now)).toBe('The nearest is Wayne Kowalczyk, 61 mi, Tue 06:15.');
    const resting = sampleEmptyRow(
      4,
      { unknown: [{ kind: 'TIME_OFF_OPEN', words: 'Rest, no return date', minutes: null }] },
      { at: null, isNow: false },
    );
    expect(formatNearest(resting, now)).toBe('The nearest is Wayne Kowalczyk, 0 mi. Rest, no return date.');
    expect(formatNearest(sampleEmptyRow(1), now)).toBe('The nearest is Wayne Kowalczyk, 0 mi, empty now.');
  });

  it('chips', () => {
    const search = { place: 'dallas', radiusMiles: 100, equipment: null, by: null };
    expect(chipsOf(search, undefined, zone, now).map(({ value }) => value)).toEqual(['dallas', '100 mi', 'Any', 'in 24 h']);
    expect(chipsOf(search, sampleEmptyNear(), zone, now).map(({ value }) => value)).toEqual([
      'Dallas, TX',
      '100 mi',
      'Any',
      'Tue 08:00 CST',
    ]);
  });
});
