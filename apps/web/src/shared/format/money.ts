const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const withCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const perMile = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Shown where there is no figure. */
const none = '–';

/** A true minus is as wide as a digit, so that columns stay lined up. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}

/** "$2,350", with cents only when there are some: "$602.50", "−$60.63". */
export function formatMoney(cents: number | null): string {
  if (cents === null) return none;
  const format = cents % 100 === 0 ? wholeDollars : withCents;
  return withMinus(format.format(cents / 100));
}

/** For headings and chart ticks with little room: "$12.5k", "$985". */
export function formatMoneyShort(cents: number): string {
  const dollars = Math.round(cents / 100);
  const absolute = Math.abs(dollars);
  if (absolute < 1_000) return withMinus(wholeDollars.format(dollars));
  const sign = dollars < 0 ? '−' : '';
  // From $999,950 on, write millions: rounding to thousands would give "1000.0k".
  return absolute < 999_950 ? `${sign}$${(absolute / 1_000).toFixed(1)}k` : `${sign}$${(absolute / 1_000_000).toFixed(1)}M`;
}

/** Cents per mile, or null for a load whose miles aren't known yet. */
export function rpmOf(cents: number, miles: number): number | null {
  return miles > 0 ? cents / miles : null;
}

/** "2.76", as the trade writes it in columns. */
export function formatRpm(centsPerMile: number | null): string {
  return centsPerMile === null ? none : withMinus(perMile.format(centsPerMile / 100));
}

/** "$2.76", for the middle of a sentence and for figures. */
export function formatRpmMoney(centsPerMile: number | null): string {
  return centsPerMile === null ? none : withMinus(withCents.format(centsPerMile / 100));
}
