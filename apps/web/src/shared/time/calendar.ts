import type { Company } from '@headhaul/contracts/company';
import type { WeekRule } from '@headhaul/domain/time/weeks';
import { dayAt } from '@headhaul/domain/time/zoned-time';

/** Today, and the weeks as the office counts them. */
export interface Calendar {
  today: string;
  startsOn: WeekRule['startsOn'];
}

/** Of the computer somebody sits at, wherever their office is. */
export const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Until the company has come, by this computer's clock. */
export function zoneOf(company: Company | undefined): string {
  return company?.timeZone ?? ownZone;
}

export function calendarOf(company: Company | undefined, now: number): Calendar {
  return { today: dayAt(now, zoneOf(company)), startsOn: company?.weekStartsOn ?? 'MONDAY' };
}
