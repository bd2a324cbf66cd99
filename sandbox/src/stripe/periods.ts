import { invalid } from './api/refusal.ts';
import type { Price } from './api/shapes.ts';

export const daySeconds = 86_400;
const lengthSeconds = { day: daySeconds, week: 7 * daySeconds } as const;

function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  // An anchor on the 31st means the last day of a shorter month, and the 31st again in the next long one.
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

function recurringOf({ id, recurring }: Price) {
  if (recurring === null) throw invalid(`The price ${id} is not recurring.`, 'price');
  return recurring;
}

/** The first moment after `after` at which a subscription that began at `anchor` renews. */
export function nextRenewal(anchor: number, price: Price, after: number): number {
  const { interval, interval_count: count } = recurringOf(price);
  for (let step = 1; ; step += 1) {
    const moment =
      interval === 'month' || interval === 'year'
        ? addMonths(anchor, step * count * (interval === 'year' ? 12 : 1))
        : anchor + step * count * lengthSeconds[interval];
    if (moment > after) return moment;
  }
}

export function isSamePeriod(one: Price, other: Price): boolean {
  const [a, b] = [recurringOf(one), recurringOf(other)];
  return a.interval === b.interval && a.interval_count === b.interval_count;
}
