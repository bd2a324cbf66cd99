import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLaneMiles, formatMiles, formatShare } from './distance.ts';
import { formatAge, formatDuration, formatHourClock } from './duration.ts';
import { formatMoney, formatMoneyShort, formatRpm, formatRpmMoney, rpmOf } from './money.ts';
import { formatCalendarDay, formatStopClock, formatStopDay, formatStopMoment, formatStopWhen, formatWallClock } from './stop-time.ts';

describe('money', () => {
  it.each([
    [235_000, '$2,350'],
    [60_250, '$602.50'],
    [-6_063, '−$60.63'],
    [-3_100, '−$31'],
    [0, '$0'],
    [5, '$0.05'],
    [123_456_700, '$1,234,567'],
  ])('%d cents reads as %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
  });

  it('can be read back to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        const read = Number(formatMoney(cents).replace('−', '-').replace(/[$,]/g, ''));
        expect(Math.round(read * 100)).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });

  it.each([
    [98_500, '$985'],
    [99_999, '$1.0k'],
    [1_250_000, '$12.5k'],
    [600_000, '$6.0k'],
    [99_999_900, '$1.0M'],
    [-240_000, '−$2.4k'],
  ])('%d cents in short is %s', (cents, text) => {
    expect(formatMoneyShort(cents)).toBe(text);
  });

  it('per mile has two decimals, and none without miles', () => {
    expect(formatRpm(rpmOf(235_000, 850))).toBe('2.76');
    expect(formatRpmMoney(rpmOf(235_000, 812))).toBe('$2.89');
    expect(formatRpm(rpmOf(90_000, 0))).toBe('–');
    expect(formatRpmMoney(null)).toBe('–');
  });
});

describe('distance', () => {
  it('shows whole miles, and deadhead only when there is some', () => {
    expect(formatMiles(2_190.4)).toBe('2,190 mi');
    expect(formatLaneMiles(812, 38)).toBe('812 mi + 38 DH');
    expect(formatLaneMiles(812, 0.3)).toBe('812 mi');
    expect(formatLaneMiles(null, 38)).toBe('– + 38 DH');
    expect(formatLaneMiles(null, 0)).toBe('–');
    expect(formatShare(0.0443)).toBe('4.4%');
  });
});

describe('duration', () => {
  it.each([
    [72, '1 h 12 min'],
    [40, '40 min'],
    [2_160, '36 h'],
    [0, '0 min'],
    [-5, '0 min'],
    [59.6, '1 h'],
  ])('%d minutes reads as %s', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text);
  });

  it('ages by minutes, hours, days', () => {
    const now = Date.parse('2026-11-12T16:42:00Z');
    expect(formatAge('2026-11-12T16:22:00Z', now)).toBe('20 m');
    expect(formatAge('2026-11-12T13:00:00Z', now)).toBe('3 h');
    expect(formatAge('2026-11-07T13:00:00Z', now)).toBe('5 d');
    expect(formatAge('2026-11-12T16:43:00Z', now)).toBe('0 m');
  });

  it('shows hours left as a clock', () => {
    expect(formatHourClock(648)).toBe('10:48');
    expect(formatHourClock(66)).toBe('1:06');
  });
});

describe('the time of a stop is the place’s own', () => {
  // 10:42 in Chicago, a Thursday.
  const now = Date.parse('2026-11-12T16:42:00Z');

  it.each([
    ['2026-11-11T14:00:00Z', 'America/Chicago', 'Wed 11/11', '08:00 CST'],
    ['2026-11-12T23:00:00Z', 'America/New_York', 'Today', '18:00 EST'],
    // Still today on the West Coast, while it is tomorrow in Chicago.
    ['2026-11-13T06:30:00Z', 'America/Los_Angeles', 'Today', '22:30 PST'],
    ['2026-11-13T06:30:00Z', 'America/Chicago', 'Fri 11/13', '00:30 CST'],
    ['2026-07-01T15:00:00Z', 'America/Phoenix', 'Wed 7/1', '08:00 MST'],
    ['2026-07-01T15:00:00Z', 'America/Denver', 'Wed 7/1', '09:00 MDT'],
    ['2027-01-02T14:00:00Z', 'America/Chicago', 'Sat 1/2/27', '08:00 CST'],
  ])('%s in %s', (iso, zone, day, clock) => {
    expect(formatStopDay(iso, zone, now)).toBe(day);
    expect(formatStopClock(iso, zone)).toBe(clock);
  });

  it('reads calendar days and wall clocks as they are written', () => {
    expect(formatCalendarDay('2026-11-12', 'America/Chicago', now)).toBe('Today');
    expect(formatCalendarDay('2026-11-15', 'America/Chicago', now)).toBe('Sun 11/15');
    expect(formatWallClock('2026-07-04', '08:00', 'America/Chicago')).toBe('08:00 CDT');
    expect(formatWallClock('2026-12-04', '23:30', 'America/New_York')).toBe('23:30 EST');
  });

  it('says the whole moment', () => {
    expect(formatStopMoment('2026-11-11T14:00:00Z', 'America/Chicago')).toBe('Wed Nov 11, 08:00 CST');
    expect(formatStopWhen('2026-11-12T19:30:00Z', 'America/Denver', now)).toBe('Today 12:30 MST');
    expect(formatStopWhen('2026-11-13T14:00:00Z', 'America/Chicago', now)).toBe('Fri 08:00 CST');
    expect(formatStopWhen('2026-11-23T14:00:00Z', 'America/Chicago', now)).toBe('Mon 11/23 08:00 CST');
  });
});
