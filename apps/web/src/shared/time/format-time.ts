import { dayAt, daysBetween, timeAt, zoneShort } from '@headhaul/domain/time/zoned-time';
import { ownZone } from './calendar.ts';

/** Moments as text. Data that the office shares is shown in the office's time zone (`useOfficeZone`). */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A moment this recent reads as "Now". */
const nowMs = 2 * minuteMs;

/** Whole calendar days between two moments, so that late last night is yesterday. */
export function calendarDays(from: string | number, to: string | number, zone: string): number {
  return daysBetween(dayAt(from, zone), dayAt(to, zone));
}

/** "14:05", or "14:05 CST" when this computer's clock shows another time at that moment. */
export function formatClock(instant: string | number, zone: string): string {
  const clock = timeAt(instant, zone);
  return clock === timeAt(instant, ownZone) ? clock : `${clock} ${zoneShort(instant, zone)}`;
}

/** "Nov 12", with the year when it isn't this one. */
export function formatDay(iso: string, now: number, timeZone: string): string {
  const isThisYear = dayAt(iso, timeZone).slice(0, 4) === dayAt(now, timeZone).slice(0, 4);
  const year = isThisYear ? {} : { year: 'numeric' as const };
  return new Date(iso).toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...year, timeZone });
}

/** The exact moment with its zone, for the tooltip of a relative time: "Wed, Nov 12, 2025, 14:05 CST". */
export function formatMoment(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  });
}

/**
 * "Now", "4 min ago", "1 h ago", "Yesterday", "3 days ago", "Nov 12". A moment in the future reads as "Now", because this computer's clock
 * may be behind the server's.
 */
export function formatAgo(iso: string, now: number, zone: string): string {
  const ageMs = now - Date.parse(iso);
  if (ageMs < nowMs) return 'Now';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`;
  const days = calendarDays(iso, now, zone);
  if (days === 0 || ageMs < 6 * hourMs) return `${Math.floor(ageMs / hourMs)} h ago`;
  if (days === 1) return 'Yesterday';
  return days < 7 ? `${days} days ago` : formatDay(iso, now, zone);
}

/** The same in whole days, for the middle of a sentence: "today", "yesterday", "2 days ago". */
export function formatDaysAgo(iso: string, now: number, zone: string): string {
  const days = Math.max(calendarDays(iso, now, zone), 0);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Days until then, rounded up: a link that ends tonight still works for one day. One minute is subtracted, because clocks may differ. */
export function daysUntil(iso: string, now: number): number {
  return Math.max(Math.ceil((Date.parse(iso) - now - minuteMs) / dayMs), 0);
}
