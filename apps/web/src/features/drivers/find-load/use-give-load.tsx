import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadFitRow } from '@headhaul/contracts/fit';
import type { ReactNode } from 'react';
import { useAssign } from '../../loads/assign/use-assign.public.tsx';
import { driverName } from '../labels.ts';

/** Assigns an open load to a driver, with undo and with the questions that every screen asks. */
export function useGiveLoad(): { give: (driver: Driver, row: LoadFitRow) => void; question: ReactNode } {
  const { assign, question } = useAssign();
  const give = (driver: Driver, { load, ...fit }: LoadFitRow) => {
    const { id: driverId, truckNumber, teamPartnerId, ownStatus } = driver;
    const open = { ...load, driverId: null, coDriverId: null };
    void assign([open], { ...fit, driverId, name: driverName(driver), truckNumber, teamPartnerId, ownStatus });
  };
  return { give, question };
}
