import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import { emptyLoadFields } from '@headhaul/domain/loads/fields';
import { sampleLoad } from './office-samples.ts';

/**
 * A load without problems: booked, with its rate con and a driver, from Dallas on Friday to Denver on Saturday. On Thursday it needs no
 * attention.
 */
export function loadRow({ n = 1, ...differs }: Partial<LoadRow> & { n?: number } = {}): LoadRow {
  return sampleLoad(1_000 + n, {
    rc: 'LFP-88213',
    pickupCity: 'Dallas',
    pickupState: 'TX',
    pickupAt: '2026-11-13T14:00:00Z',
    pickupEndsAt: '2026-11-13T14:00:00Z',
    pickupZone: 'America/Chicago',
    deliveryCity: 'Denver',
    deliveryState: 'CO',
    deliveryAt: '2026-11-14T16:00:00Z',
    deliveryEndsAt: '2026-11-14T16:00:00Z',
    deliveryZone: 'America/Denver',
    driverId: '0190c000-0000-7000-8000-000000000001',
    driverName: 'Marcus Bell',
    hasRc: true,
    ...differs,
  });
}

/** The complete load as the server returns it. */
export function wholeLoad(row: LoadRow, status: LoadRow['status']): Load {
  return {
    ...emptyLoadFields(),
    ...row,
    status,
    brokerContactName: null,
    brokerContactEmail: null,
    brokerContactPhone: null,
    brokerContactExt: null,
    references: [],
    board: 'DIRECT',
    boardFingerprint: null,
    stops: [],
    loadType: 'FTL',
    requirements: [],
    driverPayCents: 0,
    payTerms: null,
    countedPayCents: null,
    cutCents: null,
    fees: [],
    factoringStatus: 'NOT_FACTORED',
    factoringFeeBps: null,
    countedFeeBps: null,
    paymentTermsDays: 30,
    paidAmountCents: null,
    original: null,
    milesSource: 'ENTERED',
    coDriverId: null,
    coDriverName: null,
    truckId: null,
    trailerId: null,
    trailerNumber: null,
    dispatcherName: null,
    createdByName: null,
    documents: [],
    notes: [],
    updatedAt: row.createdAt,
    undoUntil: null,
  };
}
