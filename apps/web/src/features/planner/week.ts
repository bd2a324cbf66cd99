import { type WeekRule, weekStart } from '@headhaul/domain/time/weeks';
import { addDays, dayAt, wallToInstant } from '@headhaul/domain/time/zoned-time';

/** The week as shown on the screen: seven days of equal width, from the left edge (0) to the right (1). */
export interface PlanWeek {
  days: readonly string[];
  /** The start of each day in the company's time zone, and of the day after the last. */
  edges: readonly number[];
  startMs: number;
  endMs: number;
  timeZone: string;
}

export interface Span {
  startMs: number;
  endMs: number;
}

type Rule = Pick<WeekRule, 'startsOn' | 'timeZone'>;

/** The week this day is in, by the company's rule. */
export function planWeek(day: string, { startsOn, timeZone }: Rule): PlanWeek {
  const first = weekStart(day, startsOn);
  const days = Array.from({ length: 7 }, (_, index) => addDays(first, index));
  const edges = [...days, addDays(first, 7)].map((one) => Date.parse(wallToInstant(one, null, timeZone)));
  return { days, edges, startMs: edges[0] ?? 0, endMs: edges[7] ?? 0, timeZone };
}

/** The day in an address, or today when it is missing or invalid. */
export function readDay(text: string | null, nowMs: number, timeZone: string): string {
  const isDay = text !== null && /^20\d\d-[01]\d-[0-3]\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : dayAt(nowMs, timeZone);
}

/** A day on which the clocks change has 23 or 25 hours. Its column is as wide as the others. */
export function placeInWeek({ edges, startMs, endMs }: PlanWeek, ms: number): number {
  if (ms <= startMs) return 0;
  if (ms >= endMs) return 1;
  const day = edges.findLastIndex((edge) => edge <= ms);
  const from = edges[day] ?? startMs;
  const to = edges[day + 1] ?? endMs;
  return (day + (ms - from) / (to - from)) / 7;
}

const monthDay = (day: string, withMonth: boolean) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    ...(withMonth ? { month: 'short' } : {}),
    day: 'numeric',
    timeZone: 'UTC',
  });

/** "Nov 9 – 15, 2026", "Nov 30 – Dec 6, 2026", "Dec 28, 2026 – Jan 3, 2027" */
export function weekTitle({ days }: Pick<PlanWeek, 'days'>): string {
  const first = days[0] ?? '';
  const last = days[6] ?? '';
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = `${monthDay(first, true)}${isOneYear ? '' : `, ${first.slice(0, 4)}`}`;
  return `${start} – ${monthDay(last, !isOneMonth)}, ${last.slice(0, 4)}`;
}

/** "Mon 9" */
export function dayTitle(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
  return `${weekday} ${Number(day.slice(8))}`;
}
