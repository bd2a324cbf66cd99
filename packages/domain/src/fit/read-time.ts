import { addDays, dayAt, daysBetween, timeAt, wallToInstant } from '../time/zoned-time.ts';

/** The moment and the zone that words such as "tomorrow" are about. */
export interface TimeReference {
  nowMs: number;
  timeZone: string;
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const weekdayName = /^(sun|mon|tue|wed|thu|fri|sat)(?:s|day|sday|rs|rsday|nesday|urday)?$/;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7}\.?$/;

interface Clock {
  hour: number;
  minute: number;
  /** Typed as a plain hour, so 6 may be 18:00. */
  isPlain: boolean;
}

/**
 * Reads "tue 8am", "tomorrow", "nov 18 08:00", "6pm" or "now" from a list of lower-case words. A day without a time is its last minute. A
 * time without a day is the next time the clock shows it. Null when the words begin with neither.
 */
export function readTime(words: readonly string[], from: number, clock: TimeReference): { ms: number; length: number } | null {
  if (words[from] === 'now') return { ms: clock.nowMs, length: 1 };
  const day = readDay(words, from, clock);
  const time = readClock(words, from + (day?.length ?? 0));
  if (day !== null) {
    const isOver = (one: string) => time !== null && one < timeAt(clock.nowMs, clock.timeZone);
    const wall = time === null ? '23:59' : write(time.clock);
    // "tue 8am" on a Tuesday at noon is next week's.
    const date = day.isWeekday && day.date === dayAt(clock.nowMs, clock.timeZone) && isOver(wall) ? addDays(day.date, 7) : day.date;
    return { ms: Date.parse(wallToInstant(date, wall, clock.timeZone)), length: day.length + (time?.length ?? 0) };
  }
  return time === null ? null : { ms: nextTime(time.clock, clock), length: time.length };
}

interface Day {
  date: string;
  isWeekday: boolean;
  length: number;
}

function readDay(words: readonly string[], from: number, { nowMs, timeZone }: TimeReference): Day | null {
  const word = words[from] ?? '';
  const today = dayAt(nowMs, timeZone);
  if (word === 'today' || word === 'tonight') return { date: today, isWeekday: false, length: 1 };
  if (word === 'tomorrow' || word === 'tom' || word === 'tmrw') return { date: addDays(today, 1), isWeekday: false, length: 1 };
  const weekday = weekdayName.exec(word)?.[1];
  if (weekday !== undefined) {
    const ahead = (weekdays.indexOf(weekday) - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
    return { date: addDays(today, ahead), isWeekday: true, length: 1 };
  }
  const month = monthName.exec(word)?.[1];
  const dayOfMonth = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[from + 1] ?? '')?.[1];
  const slashed = /^(\d{1,2})\/(\d{1,2})$/.exec(word);
  if (month !== undefined && dayOfMonth !== undefined) return dated(months.indexOf(month) + 1, Number(dayOfMonth), today, 2);
  return slashed === null ? null : dated(Number(slashed[1]), Number(slashed[2]), today, 1);
}

/** The next such date, or null when there is none, such as 2/30. */
function dated(month: number, day: number, today: string, length: number): Day | null {
  const year = Number(today.slice(0, 4));
  for (const one of [year, year + 1]) {
    const at = new Date(Date.UTC(one, month - 1, day));
    const date = at.toISOString().slice(0, 10);
    if (at.getUTCMonth() === month - 1 && at.getUTCDate() === day && daysBetween(today, date) >= 0) {
      return { date, isWeekday: false, length };
    }
  }
  return null;
}

function readClock(words: readonly string[], from: number): { clock: Clock; length: number } | null {
  const word = words[from] ?? '';
  if (word === 'noon') return { clock: { hour: 12, minute: 0, isPlain: false }, length: 1 };
  // The end of the day that was named, not its beginning.
  if (word === 'midnight') return { clock: { hour: 23, minute: 59, isPlain: false }, length: 1 };
  const found = /^(\d{1,2})(?::?([0-5]\d))?(am?|pm?)?$/.exec(word);
  if (found === null) return null;
  const [, hours = '', minutes, suffix] = found;
  const half = suffix ?? (/^(am|pm)$/.test(words[from + 1] ?? '') ? words[from + 1] : undefined);
  const length = suffix === undefined && half !== undefined ? 2 : 1;
  const hour = Number(hours);
  // "100" and "20 mi" are miles, "0800" and "1800" are times.
  const isMiles = half === undefined && (/^\d{3}$/.test(word) || /^mi(les?)?$/.test(words[from + 1] ?? ''));
  if (hour > 23 || isMiles) return null;
  const minute = Number(minutes ?? 0);
  if (half === undefined) return { clock: { hour, minute, isPlain: minutes === undefined && hour >= 1 && hour < 12 }, length };
  if (hour > 12) return null;
  return { clock: { hour: (hour % 12) + (half.startsWith('p') ? 12 : 0), minute, isPlain: false }, length };
}

function write({ hour, minute }: Clock): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function nextTime(clock: Clock, { nowMs, timeZone }: TimeReference): number {
  const today = dayAt(nowMs, timeZone);
  const hours = clock.isPlain ? [clock.hour, clock.hour + 12] : [clock.hour];
  const times = [today, addDays(today, 1)].flatMap((day) =>
    hours.map((hour) => Date.parse(wallToInstant(day, write({ ...clock, hour }), timeZone))),
  );
  return times.find((ms) => ms >= nowMs) ?? nowMs;
}
