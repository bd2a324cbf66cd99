import { useMemo } from 'react';
import { type Calendar, calendarOf, zoneOf } from '../../shared/time/calendar.ts';
import { companyApi } from '../company/company.api.ts';

/** One and the same as long as the day is: the list is asked for by it. */
export function useCalendar(now: number): { calendar: Calendar; zone: string; isKnown: boolean } {
  const { data: company, isError } = companyApi.useGetMyCompanyQuery();
  const { today, startsOn } = calendarOf(company, now);
  const calendar = useMemo(() => ({ today, startsOn }), [today, startsOn]);
  return { calendar, zone: zoneOf(company), isKnown: company !== undefined || isError };
}
