/** Whole cents, half a cent up, from integers: floating point would round some halves down. */
export function divideRounded(cents: number, by: number): number {
  return Math.floor((2 * cents + by) / (2 * by));
}

/** A cost as an amount of the ledger; null stays null. `0 - 0` is 0, where `-0` would be another number. */
export function minus(cents: number | null): number | null {
  return cents === null ? null : 0 - cents;
}

/**
 * Days in tenths, as the card shows them, so that "$121 a day × 1.1" can be checked with a calculator. Null when they aren't known. A trip
 * takes at least a tenth.
 */
export function tenthsOfDays(days: number | null): number | null {
  return days !== null && days > 0 && Number.isFinite(days) ? Math.max(Math.round(days * 10), 1) : null;
}

export function perDayShare(centsPerDay: number, tenths: number): number {
  return divideRounded(centsPerDay * tenths, 10);
}

/** A week has seven days: a trip of 1.4 days bears a fifth of what is paid by the week. */
export function perWeekShare(centsPerWeek: number, tenths: number): number {
  return divideRounded(centsPerWeek * tenths, 70);
}
