import { type WeekRule, weekOf, weekStart } from '@headhaul/domain/time/weeks';
import { addDays, daysBetween } from '@headhaul/domain/time/zoned-time';

export interface Days {
  from: string;
  to: string;
}

/** Periods that move with the calendar. Weeks start on the office's day, and the current week is included. */
export const presets = {
  'this-week': 'This week',
  'last-week': 'Last week',
  '4-weeks': 'Last 4 weeks',
  '13-weeks': 'Last 13 weeks',
  'this-year': 'This year',
} as const;
export type Preset = keyof typeof presets;
export type PeriodChoice = Preset | Days;

/** The longest period by days. A chart of more weeks is not readable. */
const longestDays = 731;
/** The chart shows at least this many weeks, because one bar alone says little. */
const chartWeeks = 12;

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(presets, text);
}

export function daysOf(choice: PeriodChoice, today: string, startsOn: WeekRule['startsOn']): Days {
  if (typeof choice !== 'string') return choice;
  const week = weekOf(today, startsOn);
  const year = today.slice(0, 4);
  switch (choice) {
    case 'this-week':
      return week;
    case 'last-week':
      return weekOf(addDays(today, -7), startsOn);
    case '4-weeks':
      return { from: addDays(week.from, -21), to: week.to };
    case '13-weeks':
      return { from: addDays(week.from, -84), to: week.to };
    case 'this-year':
      return { from: `${year}-01-01`, to: week.to < `${year}-12-31` ? week.to : `${year}-12-31` };
  }
}

export function lengthOf({ from, to }: Days): number {
  return daysBetween(from, to) + 1;
}

/** The period to compare with: as many days right before this one, or for a year the same days of the year before. */
export function daysBefore(choice: PeriodChoice, days: Days): Days {
  if (choice === 'this-year') return { from: yearBefore(days.from), to: yearBefore(days.to) };
  return { from: addDays(days.from, -lengthOf(days)), to: addDays(days.from, -1) };
}

function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('-02-29') ? `${before.slice(0, 8)}28` : before;
}

/** "4 weeks before", the text of the filter chip. */
export function formatBefore(choice: PeriodChoice, before: Days): string {
  switch (choice) {
    case 'this-week':
    case 'last-week':
      return 'week before';
    case '4-weeks':
      return '4 weeks before';
    case '13-weeks':
      return '13 weeks before';
    case 'this-year':
      return `same days of ${before.from.slice(0, 4)}`;
    default: {
      const count = lengthOf(before);
      return count === 1 ? 'day before' : `${count} days before`;
    }
  }
}

/** The weeks of the chart: those of the period, and earlier ones up to the least number, so that a trend can be seen. */
export function chartDays({ from, to }: Days, startsOn: WeekRule['startsOn']): Days {
  const last = weekStart(to, startsOn);
  const weeks = Math.max(daysBetween(weekStart(from, startsOn), last) / 7, chartWeeks - 1);
  return { from: addDays(last, -7 * weeks), to: addDays(last, 6) };
}

const monthDay = (day: string) => formatDay(day, { month: 'short', day: 'numeric' });
const monthDayYear = (day: string) => formatDay(day, { month: 'short', day: 'numeric', year: 'numeric' });

function formatDay(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...parts, timeZone: 'UTC' });
}

/** "Oct 19 – Nov 15, 2026" */
export function formatDays({ from, to }: Days): string {
  if (from === to) return monthDayYear(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? monthDay(from) : monthDayYear(from)} – ${monthDayYear(to)}`;
}

/** "11/9", with the year added when it is not this year. */
export function shortDay(day: string, thisYear?: string): string {
  const [year = '', month, date] = day.split('-');
  return `${Number(month)}/${Number(date)}${thisYear === undefined || year === thisYear ? '' : `/${year.slice(2)}`}`;
}

/** The error text for two chosen days. Null when they are valid. */
export function daysProblem({ from, to }: Days): string | null {
  if (to < from) return 'The last day is before the first.';
  return lengthOf({ from, to }) > longestDays ? 'Choose at most two years.' : null;
}
