import { addDays, daysBetween } from '../../time/zoned-time.ts';
import { bounds, within } from '../bounds.ts';
import { cleanValue } from './clean.ts';

const minutesIn: Record<string, number> = { s: 1 / 60, m: 1, h: 60, d: 1_440, w: 10_080 };
const agePart = /(\d{1,5}) ?(seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)/y;
const justNow = new Set(['now', 'just now', 'new', 'a moment ago']);

/** "5m", "2h", "1h 20m", "3 days ago": whole minutes. "9+" is at least so much, which is not known. */
export function readAge(text: string): number | null {
  const clean = cleanValue(text)?.toLowerCase() ?? '';
  if (justNow.has(clean)) return 0;
  const spans = clean.replace(/ ago$/, '');
  let minutes = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let at = 0;
  while (at < spans.length) {
    agePart.lastIndex = at;
    const [whole, count, unit = ''] = agePart.exec(spans) ?? [];
    const size = minutesIn[unit[0] ?? ''] ?? Number.NaN;
    // "20m 1h" is no age: the larger unit comes first.
    if (whole === undefined || !(size < smallest)) return null;
    minutes += Number(count) * size;
    smallest = size;
    at += whole.length;
    while (spans[at] === ' ') at += 1;
  }
  return at === 0 ? null : within(Math.floor(minutes), bounds.ageMinutes);
}

export interface DayRange {
  earliest: string;
  latest: string;
}

const monthNames = 'january february march april may june july august september october november december'.split(' ');
const weekdayNames = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
/** The first three letters, or those that people write instead. */
const otherShort: Record<string, string> = { sept: 'september', tues: 'tuesday', thur: 'thursday', thurs: 'thursday' };

function indexOfName(names: readonly string[], text: string): number {
  return names.findIndex((name) => text === name || text === name.slice(0, 3) || otherShort[text] === name);
}

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;
const slashedDay = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
const namedDay = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/;
const weekdayBefore = /^([a-z]{3,9})\.?,? /;
const timeAfter = /,? ?\d{1,2}:\d{2}(?: ?[ap]m)?(?: ?[-–] ?\d{1,2}:\d{2}(?: ?[ap]m)?)?$/;
/** A pickup that the page shows lies at most this many days back. Otherwise it is next year's. */
const mostDaysBack = 90;
const longestRange = 60;

/** Null for a day that the calendar doesn't have. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year <= 2099;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** The day in the one year that begins `mostBack` days before `from`, for boards that write no year. */
function nearestDay(month: number, day: number, from: string, mostBack: number): string | null {
  const year = Number(from.slice(0, 4));
  for (const candidate of [year - 1, year, year + 1]) {
    const found = dayOf(candidate, month, day);
    const days = found === null ? Number.NaN : daysBetween(from, found);
    if (days >= -mostBack && days < 366 - mostBack) return found;
  }
  return null;
}

interface Frame {
  from: string;
  mostBack: number;
  /** The month of a bare number: "17" in "Nov 16-17". */
  month: string | null;
}

function readDay(text: string, today: string, { from, mostBack, month }: Frame): string | null {
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  const [, isoYear, isoMonth, isoDate] = isoDay.exec(text) ?? [];
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDate));
  const [, slashedMonth, slashedDate, slashedYear] = slashedDay.exec(text) ?? [];
  if (slashedMonth !== undefined) {
    if (slashedYear === undefined) return nearestDay(Number(slashedMonth), Number(slashedDate), from, mostBack);
    return dayOf(Number(slashedYear.length === 2 ? `20${slashedYear}` : slashedYear), Number(slashedMonth), Number(slashedDate));
  }
  const [, name = month, date, namedYear] = namedDay.exec(/^\d{1,2}$/.test(text) && month !== null ? `${month} ${text}` : text) ?? [];
  const index = indexOfName(monthNames, name ?? '');
  if (index < 0 || date === undefined) return null;
  return namedYear === undefined ? nearestDay(index + 1, Number(date), from, mostBack) : dayOf(Number(namedYear), index + 1, Number(date));
}

/** A day with its weekday before it and its hours behind it, which must agree with the day. */
function readFullDay(text: string, today: string, frame: Frame): string | null {
  const withoutTime = text.replace(timeAfter, '');
  const [before = '', name = ''] = weekdayBefore.exec(withoutTime) ?? [];
  const weekday = indexOfName(weekdayNames, name);
  const day = readDay(weekday < 0 ? withoutTime : withoutTime.slice(before.length), today, frame);
  return day === null || weekday < 0 || new Date(`${day}T00:00:00Z`).getUTCDay() === weekday ? day : null;
}

/** Between the two days of a range. A plain hyphen also stands inside a day, so it is tried last. */
const separators = [/ [-–—] | to /, /[–—]/, /-/];

/** "10/06", "10/06 - 10/07", "Nov 16-17", "Mon, Nov 16 08:00", "tomorrow". A year that isn't written is the nearest. */
export function readDays(text: string, { today }: { today: string }): DayRange | null {
  const clean = cleanValue(text)?.toLowerCase();
  if (clean === undefined) return null;
  const frame = { from: today, mostBack: mostDaysBack, month: null };
  const single = readFullDay(clean, today, frame);
  if (single !== null) return { earliest: single, latest: single };
  const separator = separators.find((one) => one.test(clean));
  const [first = '', second, more] = separator === undefined ? [] : clean.split(separator);
  if (second === undefined || more !== undefined) return null;
  const earliest = readFullDay(first.trim(), today, frame);
  if (earliest === null) return null;
  const month = monthNames[Number(earliest.slice(5, 7)) - 1] ?? null;
  const latest = readFullDay(second.trim(), today, { from: earliest, mostBack: 0, month: /[a-z]/.test(first) ? month : null });
  if (latest === null || latest < earliest || daysBetween(earliest, latest) > longestRange) return null;
  return { earliest, latest };
}
