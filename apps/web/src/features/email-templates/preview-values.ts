import { valuesOfLoad } from '@headhaul/domain/mail/values';
import type { MailValues } from '@headhaul/domain/mail/variables';
import { useMemo } from 'react';
import { suppressToast } from '../../shared/api/api-failure.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { companyApi } from '../company/company.api.ts';
import { driversApi } from '../drivers/drivers.api.ts';
import { loadsApi } from '../loads/loads.api.ts';
import { profileApi } from '../profile/profile.api.ts';
import { ownValues, sampleValues, withSampleLoad, withSampleTruck } from './editor/sample-values.public.ts';

export interface PreviewValues {
  values: MailValues;
  /** The values of the office and the user, which do not depend on the load. */
  own: MailValues;
  /** "Filled from load 24832 and truck 114" */
  note: string;
  /** The load that fills a test mail. Null for samples. */
  loadId: string | null;
}

/** Fills the preview from the newest load, preferably one with a driver. An office without loads sees samples. */
export function usePreviewValues(): PreviewValues {
  const session = useSession();
  const recent = loadsApi.useListLoadsInfiniteQuery({ sort: 'PICKUP', order: 'desc', limit: 20 }).data?.pages[0]?.loads;
  const newest = recent?.find(({ driverId }) => driverId !== null) ?? recent?.[0];
  const { data: load } = loadsApi.useGetLoadQuery({ ...suppressToast, params: { id: newest?.id ?? '' } }, { skip: newest === undefined });
  const driverId = load?.driverId ?? null;
  const { data: driver } = driversApi.useGetDriverQuery({ ...suppressToast, params: { id: driverId ?? '' } }, { skip: driverId === null });
  const { data: company } = companyApi.useGetMyCompanyQuery();
  const { data: profile } = profileApi.useGetProfileQuery();
  return useMemo(() => {
    if (session === null) return { values: sampleValues, own: {}, note: 'Filled with samples', loadId: null };
    const own = ownValues(session, profile, company);
    if (load === undefined || company === undefined) {
      return { values: withSampleLoad(own), own, note: 'Filled with a sample load', loadId: null };
    }
    const user = { name: `${session.name} ${session.familyName}`.trim(), phone: profile?.phone ?? null };
    const offerCents = load.grossCents > 0 ? load.grossCents : null;
    const known = valuesOfLoad({ load, milesToPickup: null, driver: driver ?? null, company, user, offerCents, now: new Date() });
    const values = withSampleTruck({ ...known, ...(load.brokerMc === null ? {} : { 'broker.mc': load.brokerMc }) });
    // The place of the truck before this load is not stored, so the preview uses a sample.
    const truck = driver?.truckNumber == null ? 'a sample truck' : `truck ${driver.truckNumber}, its place is a sample`;
    return { values, own, note: `Filled from load ${load.loadNumber} and ${truck}`, loadId: load.id };
  }, [load, driver, company, profile, session]);
}
