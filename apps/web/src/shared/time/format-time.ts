const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Who was seen this recently counts as here. */
const nowMs = 2 * minuteMs;

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** Whole days between two moments by the calendar, so that late last night is yesterday. */
function calendarDays(fromMs: number, toMs: number): number {
  return Math.round((startOfDay(toMs) - startOfDay(fromMs)) / dayMs);
}

/** "Nov 12", with the year when it isn't this one. */
export function formatDay(iso: string, now: number): string {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  return at.toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** The exact moment with its zone, for whoever points at a relative one: "Wed, Nov 12, 14:05 CST". */
export function formatMoment(iso: string, timeZone?: string): string {
  return new Date(iso).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}

/** "Now", "4 min ago", "1 h ago", "Yesterday", "3 days ago", "Nov 12". A clock that runs ahead of the server's reads as now. */
export function formatAgo(iso: string, now: number): string {
  const at = Date.parse(iso);
  const ageMs = now - at;
  if (ageMs < nowMs) return 'Now';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`;
  const days = calendarDays(at, now);
  if (days === 0 || ageMs < 6 * hourMs) return `${Math.floor(ageMs / hourMs)} h ago`;
  if (days === 1) return 'Yesterday';
  return days < 7 ? `${days} days ago` : formatDay(iso, now);
}

/** The same in whole days, for the middle of a sentence: "today", "yesterday", "2 days ago". */
export function formatDaysAgo(iso: string, now: number): string {
  const days = Math.max(calendarDays(Date.parse(iso), now), 0);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Days until then, counted up: a link that ends tonight still works for one day. A minute is left for clocks that differ. */
export function daysUntil(iso: string, now: number): number {
  return Math.max(Math.ceil((Date.parse(iso) - now - minuteMs) / dayMs), 0);
}
