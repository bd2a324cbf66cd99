import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byMiles, canHaul, type EmptyTruck, fitOf, type OfferedLoad } from './load-fit.public.ts';

const louisville = { lat: 38.2527, lng: -85.7585 };
const denver = { lat: 39.7392, lng: -104.9903 };
const at = (iso: string) => Date.parse(iso);
const truck: EmptyTruck = { equipment: 'DRY_VAN', atMs: at('2026-11-12T14:00:00Z'), at: louisville };
const load: OfferedLoad = { equipment: 'DRY_VAN', pickupEndsAt: '2026-11-12T18:00:00Z', pickup: louisville };

describe('whether a truck can take a load', () => {
  it('a van that is empty in the same city takes it', () => {
    expect(fitOf(truck, load)).toEqual({ isFit: true, miles: 0 });
  });

  it.each([
    [{ ...truck, equipment: 'FLATBED' as const }, load, 'Needs van'],
    [{ ...truck, atMs: at('2026-11-12T19:00:00Z') }, load, 'Empty after the pickup'],
    [truck, { ...load, pickup: denver }, /^1,2\d\d mi away, 4 h left$/],
  ])('says why not', (given, offered, reason) => {
    const fit = fitOf(given, offered);
    expect(fit.isFit ? '' : fit.reason).toMatch(reason);
  });

  it('what isn’t known is no reason against it', () => {
    expect(fitOf({ equipment: null, atMs: null, at: null }, load)).toEqual({ isFit: true, miles: null });
  });

  it('a truck that is empty earlier never fits worse', () => {
    const hours = fc.integer({ min: 0, max: 96 });
    const somewhere = fc.record({
      lat: fc.double({ min: 26, max: 48, noNaN: true }),
      lng: fc.double({ min: -120, max: -70, noNaN: true }),
    });
    fc.assert(
      fc.property(hours, hours, somewhere, (hour, earlier, pickup) => {
        const emptyAt = at('2026-11-11T00:00:00Z') + hour * 3_600_000;
        const late = fitOf({ ...truck, atMs: emptyAt }, { ...load, pickup });
        const early = fitOf({ ...truck, atMs: emptyAt - earlier * 3_600_000 }, { ...load, pickup });
        expect(!late.isFit || early.isFit).toBe(true);
      }),
    );
  });
});

it('a reefer also hauls what a van does, not the other way round', () => {
  expect([canHaul('REEFER', 'DRY_VAN'), canHaul('DRY_VAN', 'REEFER'), canHaul('DRY_VAN', 'POWER_ONLY')]).toEqual([true, false, true]);
});

it('the nearest comes first, the unknown last', () => {
  expect([{ miles: null }, { miles: 40 }, { miles: 9 }, { miles: null }].sort(byMiles).map(({ miles }) => miles)).toEqual([
    9,
    40,
    null,
    null,
  ]);
});
