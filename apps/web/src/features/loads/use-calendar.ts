import { useMemo } from 'react';
import { type Calendar, calendarOf, zoneOf } from '../../shared/time/calendar.ts';
import { companyApi } from '../company/company.api.ts';

/** The same object for the whole day, because the query of the list depends on it. */
export function useCalendar(now: number): { calendar: Calendar; zone: string; isKnown: boolean } {
  const { data: company, isError } = companyApi.useGetMyCompanyQuery();
  const { today, startsOn } = calendarOf(company, now);
  const calendar = useMemo(() => ({ today, startsOn }), [today, startsOn]);
  return { calendar, zone: zoneOf(company), isKnown: company !== undefined || isError };
}
