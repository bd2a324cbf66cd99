import { zoneOf } from './calendar.ts';
import { officeApi } from './office.api.ts';

/** The zone the office's days and clocks go by, wherever its people sit: all of them read the same hour of the same mail. */
export function useOfficeZone(): string {
  return zoneOf(officeApi.useGetMyCompanyQuery().data);
}
