const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const withCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A true minus is as wide as a digit, so that columns stay lined up. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}

/** "$2,350", with cents only when there are some: "$602.50", "−$60.63". */
export function formatMoney(cents: number): string {
  return withMinus((cents % 100 === 0 ? wholeDollars : withCents).format(cents / 100));
}

/** "$2,350.00", "−$60.63": for columns of amounts. */
export function formatCents(cents: number): string {
  return withMinus(withCents.format(cents / 100));
}

/** "$2,350", rounded to whole dollars: for figures in large type. */
export function formatDollars(cents: number): string {
  // A few cents below zero round to −0. Adding 0 takes its sign away.
  return withMinus(wholeDollars.format(Math.round(cents / 100) + 0));
}
