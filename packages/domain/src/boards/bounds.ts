/**
 * What a board can truly show. A value outside was misread, so it is refused and never clamped. Most limits are those of the boards' own
 * posting forms (weight, length, rate, miles).
 */
export const bounds = {
  weightLb: [100, 199_999],
  lengthFt: [1, 199],
  /** A load may stand where the truck is, so deadhead may be 0. A trip has miles. */
  miles: [0, 9_999],
  tripMiles: [1, 9_999],
  rateCents: [5_000, 9_999_999],
  /** A few local miles for a whole day's rate come to hundreds of dollars a mile. */
  perMileCents: [5, 100_000],
  ageMinutes: [0, 43_200],
  creditScore: [0, 100],
  daysToPay: [0, 365],
  stops: [2, 30],
} as const satisfies Record<string, readonly [number, number]>;

export function within(value: number, [lowest, highest]: readonly [number, number]): number | null {
  return Number.isSafeInteger(value) && value >= lowest && value <= highest ? value : null;
}

/** How far the rate divided by the miles may be from the shown rate per mile before one of the three must have been misread. */
const mismatchShare = 0.02;
/** Boards round what they show to a cent. */
const roundingCents = 1;

/** Null when one of the three isn't known. */
export function isRateConsistent(figures: {
  totalCents: number | null;
  tripMiles: number | null;
  perMileCents: number | null;
}): boolean | null {
  const { totalCents, tripMiles, perMileCents } = figures;
  if (totalCents === null || tripMiles === null || tripMiles === 0 || perMileCents === null) return null;
  return Math.abs(totalCents / tripMiles - perMileCents) <= Math.max(perMileCents * mismatchShare, roundingCents);
}
