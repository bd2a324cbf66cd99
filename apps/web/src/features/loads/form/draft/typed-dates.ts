import { addDays, daysBetween } from '@headhaul/domain/time/zoned-time';
import { type ClockToken, type DayToken, type Token, tokenize, weekdays } from './date-tokens.ts';

/** When a truck is expected at a place, in that place's time zone. */
export interface StopWhen {
  day: string;
  time: string | null;
  endDay: string | null;
  endTime: string | null;
}

/** The date and time on which words such as "tom" are based. */
export interface DateContext {
  today: string;
  /** "10:41" */
  now: string;
  /** The day of the stop before. "sat" then means the first Saturday from that day on, that day included. */
  after?: string | null;
}

export type ReadWhen = { when: StopWhen } | { problem: string };

interface Side {
  days: DayToken[];
  clocks: ClockToken[];
}

function sideOf(tokens: readonly Token[]): Side {
  return {
    days: tokens.flatMap((token) => ('day' in token ? token.day : [])),
    clocks: tokens.flatMap((token) => ('clock' in token ? token.clock : [])),
  };
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1900 && year < 2200 ? at.toISOString().slice(0, 10) : null;
}

/** A date without a year gets the year that puts it nearest to today. */
function nearestDay(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const found = [year, year + 1, year - 1].flatMap((one) => dayOf(one, month, day) ?? []);
  return found.sort((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)))[0] ?? null;
}

class Unclear extends Error {}

function fail(problem: string): never {
  throw new Unclear(problem);
}

function sayDate({ month, date: day }: { month: number; date: number }): string {
  return `${month}/${day}`;
}

/** "fri 11/13" names one day twice. Both must agree, because a slip here sends a truck on the wrong day. */
function resolveDay(tokens: readonly DayToken[], base: string, context: DateContext): string | null {
  const [first, second, ...more] = tokens;
  if (first === undefined) return null;
  if (more.length > 0) fail('Write one day, such as fri or 11/13');
  if (second !== undefined) {
    const [named, written] = first.kind === 'weekday' ? [first, second] : [second, first];
    if (named.kind !== 'weekday' || written.kind !== 'date') fail('Write one day, such as fri or 11/13');
    const day = resolveDay([written], base, context) ?? '';
    if (weekdayOf(day) !== named.weekday) fail(`${sayDate(written)} is a ${capital(weekdays[weekdayOf(day)])}`);
    return day;
  }
  if (first.kind === 'away') return addDays(context.today, first.days);
  if (first.kind === 'weekday') {
    const ahead = (first.weekday - weekdayOf(base) + 7) % 7;
    return addDays(base, ahead + (first.isNext ? 7 : 0));
  }
  const { year, month, date: day } = first;
  return (year === null ? nearestDay(month, day, context.today) : dayOf(year, month, day)) ?? fail(`There is no ${sayDate(first)}`);
}

function capital(word: string | undefined): string {
  return word === undefined ? '' : word.charAt(0).toUpperCase() + word.slice(1);
}

/** The minutes of the day that a clock time can mean, the likelier first. */
function minutesOf({ hour, minute, half: part, isExact }: ClockToken): number[] {
  if (hour > 23 || minute > 59) return [];
  const at = (one: number) => one * 60 + minute;
  if (part !== null && hour <= 12) return hour === 0 ? [] : [at((hour % 12) + (part === 'pm' ? 12 : 0))];
  if (part !== null) return part === 'pm' ? [at(hour)] : [];
  return isExact || hour >= 12 ? [at(hour)] : [at(hour), at(hour + 12)];
}

function write(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

const dayMinutes = 1_440;

interface Clocks {
  time: string | null;
  endTime: string | null;
}

/**
 * Docks have short windows, so the shortest reading wins: "2-6pm" is the afternoon, "10-2pm" begins in the morning, "8-2" ends in the
 * afternoon.
 */
function resolveClocks(start: ClockToken | undefined, end: ClockToken | undefined, isSameDay: boolean): Clocks {
  const starts = start === undefined ? [] : minutesOf(start);
  const ends = end === undefined ? [] : minutesOf(end);
  if ((start !== undefined && starts.length === 0) || (end !== undefined && ends.length === 0)) {
    fail('There is no such time; 08:00, 8am and 14:30 are read');
  }
  const [plainStart] = starts;
  const [plainEnd] = ends;
  if (plainStart === undefined || plainEnd === undefined || !isSameDay) {
    return { time: plainStart === undefined ? null : write(plainStart), endTime: plainEnd === undefined ? null : write(plainEnd) };
  }
  const likely = end?.half === null ? [plainStart] : starts;
  const windows = likely.flatMap((from) => ends.map((until) => ({ from, until, length: (until - from + dayMinutes) % dayMinutes })));
  const [shortest] = windows.filter(({ length }) => length > 0).sort((a, b) => a.length - b.length);
  return shortest === undefined
    ? { time: write(plainStart), endTime: null }
    : { time: write(shortest.from), endTime: write(shortest.until) };
}

/**
 * Reads a stop's time as a dispatcher types it: "tom 8am", "fri 14:00", "11/13 8-12", "sat 2pm to 6pm", "fri 8am to sat noon". Text
 * with two possible readings gets the usual one. The form shows the reading, so that the dispatcher sees a wrong one.
 */
export function readTypedDate(text: string, context: DateContext): ReadWhen {
  try {
    return { when: read(text, context) };
  } catch (unclear) {
    if (unclear instanceof Unclear) return { problem: unclear.message };
    throw unclear;
  }
}

function read(text: string, context: DateContext): StopWhen {
  const tokens = tokenize(text) ?? fail('Write it like tom 8am, fri 14:00 or 11/13 8-12');
  const to = tokens.findIndex((token) => 'isTo' in token);
  if (tokens.length === 0 || to === tokens.length - 1) fail('Write it like tom 8am, fri 14:00 or 11/13 8-12');
  const start = sideOf(to < 0 ? tokens : tokens.slice(0, to));
  const end = sideOf(to < 0 ? [] : tokens.slice(to + 1));
  if (tokens.slice(to + 1).some((token) => 'isTo' in token) || start.clocks.length > 1 || end.clocks.length > 1) {
    fail('Write one time or one window, such as 8am or 8-12');
  }
  const clocks = resolveClocks(start.clocks[0], end.clocks[0], end.days.length === 0);
  const base = context.after && context.after > context.today ? context.after : context.today;
  const named = resolveDay(start.days, base, context);
  const day = moveOn(named ?? defaultDay(base, clocks, context), start.days, clocks, context);
  const endDay = resolveDay(end.days, day, context);
  if (
    endDay !== null &&
    (endDay < day || (endDay === day && clocks.time !== null && clocks.endTime !== null && clocks.endTime < clocks.time))
  ) {
    fail('It ends before it begins');
  }
  return { day, time: clocks.time, endDay: endDay === day ? null : endDay, endTime: clocks.endTime };
}

/** A time without a day is the next time the clock shows it. */
function defaultDay(base: string, { time, endTime }: Clocks, { today, now }: DateContext): string {
  const last = endTime ?? time;
  return base === today && last !== null && last < now && (time ?? '') <= last ? addDays(base, 1) : base;
}

/** "fri 8am" typed on a Friday at noon means the next Friday. */
function moveOn(day: string, tokens: readonly DayToken[], { time, endTime }: Clocks, { today, now }: DateContext): string {
  const isNamed = tokens.length === 1 && tokens[0]?.kind === 'weekday' && !tokens[0].isNext;
  const last = endTime ?? time;
  return isNamed && day === today && last !== null && last < now && (time ?? '') <= last ? addDays(day, 7) : day;
}

function writeDay(day: string, today: string): string {
  const [year, month, date] = day.split('-').map(Number);
  const short = `${month}/${date}`;
  return nearestDay(month ?? 0, date ?? 0, today) === day ? short : `${short}/${year}`;
}

/** The reverse of `readTypedDate`, for a load that is edited. `readTypedDate` reads the text back as the same time. */
export function writeTypedDate({ day, time, endDay, endTime }: StopWhen, today: string): string {
  // In a window over midnight a plain "10:00" would be read as 22:00.
  const isOverMidnight = endDay === null && time !== null && endTime !== null && endTime < time;
  const clock = (value: string | null) => (value !== null && isOverMidnight && /^1[01]/.test(value) ? `${value}am` : (value ?? ''));
  const end = [endDay === null ? '' : writeDay(endDay, today), clock(endTime)].filter((part) => part !== '');
  return [writeDay(day, today), clock(time), ...(end.length === 0 ? [] : ['to', ...end])].filter((part) => part !== '').join(' ');
}
