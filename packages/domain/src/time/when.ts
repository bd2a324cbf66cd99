import { dayAt, daysBetween, timeAt, zoneShort } from './zoned-time.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "today", "Thu" within a week, "Nov 26" beyond it: the day at a place. */
export function formatNearDay(ms: number, timeZone: string, nowMs: number): string {
  const day = dayAt(ms, timeZone);
  const daysAway = daysBetween(dayAt(nowMs, timeZone), day);
  if (daysAway === 0) return 'today';
  if (Math.abs(daysAway) < 7) return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  return formatMonthDay(day);
}

/** "Nov 26" */
export function formatMonthDay(day: string): string {
  const [, month = 1, date = 1] = day.split('-').map(Number);
  return `${months[month - 1]} ${date}`;
}

/** "today 16:40", "Tue 16:40": a moment at a place. */
export function formatNearTime(ms: number, timeZone: string, nowMs: number): string {
  return `${formatNearDay(ms, timeZone, nowMs)} ${timeAt(ms, timeZone)}`;
}

/** "08:12 CST" for today, "Sun 19:20 CST" for another day. */
export function formatSince(ms: number, timeZone: string, nowMs: number): string {
  const day = formatNearDay(ms, timeZone, nowMs);
  return `${day === 'today' ? '' : `${day} `}${timeAt(ms, timeZone)} ${zoneShort(ms, timeZone)}`;
}
