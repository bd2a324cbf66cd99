import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadStatus, loadStatuses, rollingStatuses } from '../loads/status.ts';
import { addDays } from '../time/zoned-time.ts';
import { driverStatuses, driverStatusFrom, expiryWarning, ownDriverStatuses, type ReadyLoad, readyFrom } from './status.ts';

const status = fc.constantFrom(...loadStatuses);
const own = fc.constantFrom(...ownDriverStatuses);
const pickupAt = '2026-11-15T14:00:00Z';

describe('driverStatusFrom', () => {
  it('is on a load exactly while one is rolling, and never planned when not ready', () => {
    fc.assert(
      fc.property(own, fc.array(status, { maxLength: 3 }), (set, statuses) => {
        const result = driverStatusFrom(
          set,
          statuses.map((one) => ({ status: one, pickupAt })),
        );
        const isRolling = statuses.some((one) => (rollingStatuses as readonly string[]).includes(one));
        expect(driverStatuses).toContain(result);
        expect(result === 'ON_LOAD').toBe(isRolling);
        expect(result === 'PLANNED').toBe(!isRolling && set === 'READY' && statuses.includes('BOOKED'));
        if (result !== 'ON_LOAD' && result !== 'PLANNED') expect(result).toBe(set);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('readyFrom', () => {
  const nothing = { readyAt: null, readyCity: null, readyState: null, readyZone: null, readyLat: null, readyLng: null };
  const load = (loadStatus: LoadStatus, deliveryEndsAt: string, deliveryCity: string): ReadyLoad => ({
    status: loadStatus,
    deliveryEndsAt,
    deliveryCity,
    deliveryState: 'GA',
    deliveryZone: 'America/New_York',
    deliveryLat: 33.6,
    deliveryLng: -84.3,
  });

  it('is after the last load ahead, in whatever order they come', () => {
    const loads = [
      load('IN_TRANSIT', '2026-11-15T20:00:00Z', 'Conley'),
      load('BOOKED', '2026-11-18T15:00:00Z', 'Macon'),
      load('CANCELLED', '2026-11-25T15:00:00Z', 'Miami'),
    ];
    for (const order of [loads, loads.toReversed()]) {
      expect(readyFrom(nothing, order)).toMatchObject({ readyAt: '2026-11-18T15:00:00Z', readyCity: 'Macon', readyLat: 33.6 });
    }
  });

  it('is not known, but for the place, while the last load has a problem', () => {
    expect(readyFrom(nothing, [load('PROBLEM', '2026-11-16T15:00:00Z', 'Macon')])).toMatchObject({ readyAt: null, readyCity: 'Macon' });
    const next = load('BOOKED', '2026-11-18T15:00:00Z', 'Conley');
    expect(readyFrom(nothing, [load('PROBLEM', '2026-11-16T15:00:00Z', 'Macon'), next]).readyAt).toBe(next.deliveryEndsAt);
  });

  it('is what the office said when nothing is ahead and it was said since', () => {
    const office = { ...nothing, readyAt: '2026-11-20T12:00:00Z', readyCity: 'Omaha' };
    expect(readyFrom(office, [])).toBe(office);
    expect(readyFrom(office, [load('DELIVERED', '2026-11-14T20:00:00Z', 'Conley')])).toBe(office);
    const placeOnly = { ...nothing, readyCity: 'Omaha' };
    expect(readyFrom(placeOnly, [load('PAID', '2026-11-14T20:00:00Z', 'Conley')])).toBe(placeOnly);
  });

  it('is where the last load ended when the office said nothing since', () => {
    const office = { ...nothing, readyAt: '2026-11-01T12:00:00Z', readyCity: 'Omaha' };
    const done = [load('PAID', '2026-11-10T20:00:00Z', 'Macon'), load('DELIVERED', '2026-11-14T20:00:00Z', 'Conley')];
    expect(readyFrom(office, done).readyCity).toBe('Conley');
    expect(readyFrom(nothing, done).readyCity).toBe('Conley');
    expect(readyFrom(nothing, [load('TONU', '2026-11-14T20:00:00Z', 'Conley')])).toBe(nothing);
  });
});

describe('expiryWarning', () => {
  it.each([
    [-1, 'bad', 'CDL expired 1 day ago'],
    [0, 'need', 'CDL expires today'],
    [1, 'need', 'CDL expires in 1 day'],
    [12, 'need', 'CDL expires in 12 days'],
    [30, 'need', 'CDL expires in 30 days'],
    [31, 'plain', 'CDL expires in 31 days'],
    [60, 'plain', 'CDL expires in 60 days'],
  ] as const)('%i days from now: %s, %s', (days, tone, words) => {
    expect(expiryWarning(addDays('2026-11-15', days), '2026-11-15')).toEqual({ tone, words });
  });

  it('says nothing of a day far off or unknown, and names other documents', () => {
    expect(expiryWarning('2027-01-15', '2026-11-15')).toBeNull();
    expect(expiryWarning(null, '2026-11-15')).toBeNull();
    expect(expiryWarning('2026-11-20', '2026-11-15', 'Medical card')?.words).toBe('Medical card expires in 5 days');
  });
});
