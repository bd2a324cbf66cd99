const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** "812 mi", "–" while they aren't known. */
export function formatMiles(miles: number | null): string {
  return miles === null ? '–' : `${whole.format(miles)} mi`;
}

/** "812 mi + 38 DH": loaded miles, then the empty ones before them. */
export function formatLaneMiles(loaded: number | null, deadhead: number): string {
  return Math.round(deadhead) === 0 ? formatMiles(loaded) : `${formatMiles(loaded)} + ${whole.format(deadhead)} DH`;
}

/** "4.4%" of a share between 0 and 1. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
