import { dayAt, timeAt, zoneShort } from '@headhaul/domain/time/zoned-time';

/** Times of stops, always in the local time of the stop: a dispatcher in Chicago tells the driver the time at the dock in Georgia. */
const dayMs = 86_400_000;

interface PlaceTime {
  /** The calendar day at the place as "2026-11-11". */
  day: string;
  clock: string;
  zoneName: string;
}

/** Uses the tables of clock changes in `zoned-time`. Asking Intl for every stop would make scrolling a list noticeably slow. */
function placeTime(ms: number, timeZone: string): PlaceTime {
  return { day: dayAt(ms, timeZone), clock: timeAt(ms, timeZone), zoneName: zoneShort(ms, timeZone) };
}

/** Reads a calendar day as a moment in UTC, where every day has 24 hours. */
function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function weekday(day: string): string {
  return weekdays[new Date(dayStart(day)).getUTCDay()] ?? '';
}

function shortDate(day: string, today: string): string {
  const [year = '', month, date] = day.split('-');
  const monthDay = `${Number(month)}/${Number(date)}`;
  return year === today.slice(0, 4) ? monthDay : `${monthDay}/${year.slice(2)}`;
}

/** "Today" or "Wed 11/11", for a calendar day at a place. */
export function formatCalendarDay(day: string, timeZone: string, now: number): string {
  const today = dayAt(now, timeZone);
  return day === today ? 'Today' : `${weekday(day)} ${shortDate(day, today)}`;
}

/** "08:00 CST", for a wall clock at a place. The zone's name depends on the season of that day. */
export function formatWallClock(day: string, clock: string, timeZone: string): string {
  // The wall clock is read as UTC here, so the moment is some hours off. That matters only in the night of a clock change.
  return `${clock} ${zoneShort(`${day}T${clock}:00Z`, timeZone)}`;
}

/** "Today" or "Wed 11/11": the day a moment falls on at the place. */
export function formatStopDay(iso: string, timeZone: string, now: number): string {
  return formatCalendarDay(dayAt(iso, timeZone), timeZone, now);
}

/** "08:00 CST" */
export function formatStopClock(iso: string, timeZone: string): string {
  const { clock, zoneName } = placeTime(Date.parse(iso), timeZone);
  return `${clock} ${zoneName}`;
}

/** "Wed Nov 11, 08:00 CST": the full form, for tooltips and sentences. */
export function formatStopMoment(iso: string, timeZone: string): string {
  const { day, clock, zoneName } = placeTime(Date.parse(iso), timeZone);
  const [, month, date] = day.split('-').map(Number);
  return `${weekday(day)} ${months[(month ?? 1) - 1]} ${date}, ${clock} ${zoneName}`;
}

/** "Today 12:30 MST", "Fri 08:00 CST" within the week, "Mon 11/23 09:00 EST" beyond it. */
export function formatStopWhen(iso: string, timeZone: string, now: number): string {
  const { day, clock, zoneName } = placeTime(Date.parse(iso), timeZone);
  const today = dayAt(now, timeZone);
  const daysAway = Math.abs(dayStart(day) - dayStart(today)) / dayMs;
  const words = daysAway > 0 && daysAway < 7 ? weekday(day) : formatCalendarDay(day, timeZone, now);
  return `${words} ${clock} ${zoneName}`;
}
