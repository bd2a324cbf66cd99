import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type PlanWeek, placeInWeek, type Span } from '../week.ts';
import { spanOf } from './rows.ts';
import { freeOf, sharedMs } from './spans.ts';

/** Less room than this share of the week doesn't hold the two lines. */
const leastWidth = 0.085;

/**
 * Where in a row the bar with the fit of a load is drawn: at the load's time. The truck's own bars stay visible, so it takes the largest free
 * part of that time. When there is too little room, it comes after the bars in its way, or before them at the end of the week. Null when the
 * load isn't in this week.
 */
export function fitSpot(load: LoadRow, taken: readonly Span[], week: PlanWeek, nowMs: number): { left: number; width: number } | null {
  const span = spanOf(load, nowMs);
  const seen = { startMs: Math.max(span.startMs, week.startMs), endMs: Math.min(span.endMs, week.endMs) };
  if (seen.endMs <= seen.startMs) return null;
  const place = ({ startMs, endMs }: Span) => {
    const left = placeInWeek(week, startMs);
    return { left, width: placeInWeek(week, endMs) - left };
  };
  const blocking = taken.filter((one) => sharedMs(one, seen) > 0);
  const free = freeOf(seen, blocking)
    .map(place)
    .sort((a, b) => b.width - a.width)[0];
  const whole = place(seen);
  const width = Math.max(whole.width, leastWidth);
  if (free !== undefined && free.width >= Math.min(leastWidth, whole.width)) {
    return { left: Math.min(free.left, 1 - leastWidth), width: Math.max(free.width, leastWidth) };
  }
  const after = placeInWeek(week, Math.max(...blocking.map(({ endMs }) => endMs)));
  if (after + width <= 1) return { left: after, width };
  const before = placeInWeek(week, Math.min(...blocking.map(({ startMs }) => startMs)));
  return { left: Math.max(before - width, 0), width };
}
