/**
 * Local times at places, by the platform's time zone data. Formatting is slow, so each year of a zone is read once into the stretches
 * between its clock changes. After that everything is arithmetic.
 */
const minuteMs = 60_000;
const dayMs = 86_400_000;

interface Stretch {
  fromMs: number;
  /** Local time minus UTC. */
  offsetMs: number;
  zoneName: string;
}

/** The stretches of one year, in order. There is always at least one. */
type Stretches = readonly [Stretch, ...Stretch[]];

const formats = new Map<string, Intl.DateTimeFormat>();
const years = new Map<string, Stretches>();
/** Outside these years the clock of the nearest year is used. No freight moves there, and requests with odd years can't fill the memory. */
const firstYear = 1970;
const lastYear = 2100;

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  formats.set(timeZone, format);
  return format;
}

function readClock(ms: number, timeZone: string): Stretch {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(ms)) parts[type] = value;
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts[type]);
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return { fromMs: ms, offsetMs: wallMs - ms, zoneName: parts.timeZoneName ?? '' };
}

function isSameClock(a: Stretch, b: Stretch): boolean {
  return a.offsetMs === b.offsetMs && a.zoneName === b.zoneName;
}

/** The first whole minute after `before` at which the clock is the later one. */
function changeBetween(before: Stretch, after: Stretch, timeZone: string): Stretch {
  let low = before.fromMs;
  let high = after;
  while (high.fromMs - low > minuteMs) {
    const middle = readClock(low + Math.floor((high.fromMs - low) / 2 / minuteMs) * minuteMs, timeZone);
    if (isSameClock(middle, before)) low = middle.fromMs;
    else high = middle;
  }
  return high;
}

function stretchesOf(year: number, timeZone: string): Stretches {
  const key = `${timeZone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const endMs = Date.UTC(year + 1, 0, 1);
  let last = readClock(Date.UTC(year, 0, 1), timeZone);
  const stretches: [Stretch, ...Stretch[]] = [last];
  // No zone changes its clocks twice within three weeks.
  for (let ms = last.fromMs + 21 * dayMs; last.fromMs < endMs; ms += 21 * dayMs) {
    const probe = readClock(Math.min(ms, endMs), timeZone);
    if (isSameClock(probe, last)) {
      last = probe;
    } else {
      last = changeBetween(last, probe, timeZone);
      stretches.push(last);
      ms = last.fromMs;
    }
  }
  years.set(key, stretches);
  return stretches;
}

function stretchAt(ms: number, timeZone: string): Stretch {
  const year = Math.min(Math.max(new Date(ms).getUTCFullYear(), firstYear), lastYear);
  const stretches = stretchesOf(year, timeZone);
  return stretches.findLast(({ fromMs }) => fromMs <= ms) ?? stretches[0];
}

function toMs(instant: string | number): number {
  return typeof instant === 'number' ? instant : Date.parse(instant);
}

function wallAt(instant: string | number, timeZone: string): string {
  const ms = toMs(instant);
  return new Date(ms + stretchAt(ms, timeZone).offsetMs).toISOString();
}

/**
 * The instant at which a local clock shows this. A time that the clocks skip is taken as the later one (02:30 is then 03:30), a time
 * that they show twice as the first. Without a time it is the start of the day.
 */
export function wallToInstant(day: string, time: string | null, timeZone: string): string {
  const wallMs = Date.parse(`${day}T${time ?? '00:00'}:00Z`);
  const before = stretchAt(wallMs - dayMs, timeZone).offsetMs;
  const after = stretchAt(wallMs + dayMs, timeZone).offsetMs;
  const isAfter =
    before !== after && stretchAt(wallMs - before, timeZone).offsetMs !== before && stretchAt(wallMs - after, timeZone).offsetMs === after;
  return new Date(wallMs - (isAfter ? after : before)).toISOString();
}

/** "2026-11-15": the calendar day at the place. */
export function dayAt(instant: string | number, timeZone: string): string {
  return wallAt(instant, timeZone).slice(0, 10);
}

/** "08:00": the local time at the place. */
export function timeAt(instant: string | number, timeZone: string): string {
  return wallAt(instant, timeZone).slice(11, 16);
}

/** "CST" */
export function zoneShort(instant: string | number, timeZone: string): string {
  return stretchAt(toMs(instant), timeZone).zoneName;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Days from `from` to `to`: 1 for a day and the next. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

interface StopWindow {
  day: string;
  time: string | null;
  endDay: string | null;
  endTime: string | null;
  timeZone: string;
}

/**
 * The window of a stop: the whole day without a time, a single moment without an end. An end time
 * before the start time is on the next day.
 */
export function stopInstants({ day, time, endDay, endTime, timeZone }: StopWindow): { startsAt: string; endsAt: string } {
  const startsAt = wallToInstant(day, time, timeZone);
  if (time !== null && endTime === null && endDay === null) return { startsAt, endsAt: startsAt };
  const isOverMidnight = endDay === null && time !== null && endTime !== null && endTime < time;
  const lastDay = endDay ?? (isOverMidnight ? addDays(day, 1) : day);
  const endsAt = wallToInstant(lastDay, endTime ?? '23:59', timeZone);
  // Both have the same format, so they compare as text.
  return endsAt < startsAt ? { startsAt, endsAt: startsAt } : { startsAt, endsAt };
}
