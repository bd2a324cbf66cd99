import { addDays, dayAt, daysBetween } from './zoned-time.ts';

export const weekStarts = ['MONDAY', 'SUNDAY', 'SATURDAY'] as const;
export const weekBases = ['PICKUP', 'DELIVERY', 'BOOKING'] as const;

/** How an office counts its weeks. */
export interface WeekRule {
  startsOn: (typeof weekStarts)[number];
  countsBy: (typeof weekBases)[number];
  timeZone: string;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const startIndex: Record<WeekRule['startsOn'], number> = { SUNDAY: 0, MONDAY: 1, SATURDAY: 6 };
const basisLabels: Record<WeekRule['countsBy'], string> = { PICKUP: 'pickup', DELIVERY: 'delivery', BOOKING: 'booking' };

/** The first day of the week this day is in. */
export function weekStart(day: string, startsOn: WeekRule['startsOn']): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday - startIndex[startsOn] + 7) % 7));
}

export function weekOf(day: string, startsOn: WeekRule['startsOn']): { from: string; to: string } {
  const from = weekStart(day, startsOn);
  return { from, to: addDays(from, 6) };
}

/** The first days of all weeks that these days touch, in order. */
export function weeksBetween(from: string, to: string, startsOn: WeekRule['startsOn']): string[] {
  const first = weekStart(from, startsOn);
  const count = Math.max(Math.floor(daysBetween(first, to) / 7) + 1, 0);
  return Array.from({ length: count }, (_, index) => addDays(first, index * 7));
}

/** "weeks run Mon to Sun by delivery date" */
export function formatWeekRule(rule: Pick<WeekRule, 'startsOn' | 'countsBy'>): string {
  const first = startIndex[rule.startsOn];
  return `weeks run ${weekdays[first]} to ${weekdays[(first + 6) % 7]} by ${basisLabels[rule.countsBy]} date`;
}

interface CountedStop {
  day: string;
  timeZone: string;
  arrivedAt: string | null;
  departedAt: string | null;
}

function stopDay(stop: CountedStop): string {
  const happenedAt = stop.departedAt ?? stop.arrivedAt;
  return happenedAt === null ? stop.day : dayAt(happenedAt, stop.timeZone);
}

/**
 * The days a load is counted on. The first pickup and the last delivery count in their own time zones, by actual times once they are
 * known. The booking counts in the company's time zone.
 */
export function countingDays(
  load: { pickup: CountedStop; delivery: CountedStop; bookedAt: string | null; createdAt: string },
  companyZone: string,
): { pickupDay: string; deliveryDay: string; bookedDay: string } {
  return {
    pickupDay: stopDay(load.pickup),
    deliveryDay: stopDay(load.delivery),
    bookedDay: dayAt(load.bookedAt ?? load.createdAt, companyZone),
  };
}
