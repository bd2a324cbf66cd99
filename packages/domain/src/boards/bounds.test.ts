import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRateConsistent, within } from './bounds.ts';

describe('bounds', () => {
  it.each<[number, number | null]>([
    [100, 100],
    [199_999, 199_999],
    [99, null],
    [200_000, null],
    [150.5, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('%d pounds are %j', (value, kept) => {
    expect(within(value, [100, 199_999])).toBe(kept);
  });
});

describe('rate, miles and the shown rate per mile', () => {
  it.each<[number | null, number | null, number | null, boolean | null]>([
    [250_000, 824, 303, true],
    [250_000, 824, 310, false],
    [250_000, 824, 298, true],
    [250_000, 113, 303, false],
    // A cent of rounding is more than 2% of a low rate.
    [5_000, 111, 45, true],
    [null, 824, 303, null],
    [250_000, null, 303, null],
    [250_000, 824, null, null],
    [250_000, 0, 303, null],
  ])('%j cents, %j miles, %j a mile: %j', (totalCents, tripMiles, perMileCents, isConsistent) => {
    expect(isRateConsistent({ totalCents, tripMiles, perMileCents })).toBe(isConsistent);
  });

  it('agree whenever the board only rounds', () => {
    const cents = fc.integer({ min: 5_000, max: 9_999_999 });
    const miles = fc.integer({ min: 1, max: 9_999 });
    fc.assert(
      fc.property(
        cents,
        miles,
        (totalCents, tripMiles) => isRateConsistent({ totalCents, tripMiles, perMileCents: Math.round(totalCents / tripMiles) }) === true,
      ),
    );
  });
});
