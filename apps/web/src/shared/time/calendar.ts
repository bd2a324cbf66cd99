import type { Company } from '@headhaul/contracts/company';
import type { WeekRule } from '@headhaul/domain/time/weeks';
import { dayAt } from '@headhaul/domain/time/zoned-time';

/** Today's date, and the day on which the office's weeks start. */
export interface Calendar {
  today: string;
  startsOn: WeekRule['startsOn'];
}

/** The time zone of this computer, wherever the office is. */
export const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The office's time zone, or this computer's until the company has loaded. */
export function zoneOf(company: Company | undefined): string {
  return company?.timeZone ?? ownZone;
}

export function calendarOf(company: Company | undefined, now: number): Calendar {
  return { today: dayAt(now, zoneOf(company)), startsOn: company?.weekStartsOn ?? 'MONDAY' };
}
