import { zoneOf } from './calendar.ts';
import { officeApi } from './office.api.ts';

/** The office's time zone. Everybody sees the same hour for the same mail, wherever they are. */
export function useOfficeZone(): string {
  return zoneOf(officeApi.useGetMyCompanyQuery().data);
}
