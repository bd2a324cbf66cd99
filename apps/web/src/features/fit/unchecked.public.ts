import type { FitRow } from '@headhaul/contracts/fit';

/** The words when the API doesn't answer. */
export const uncheckedText = 'We can’t check who can make it right now';

/** A driver of whom the API didn't say whether the load fits: not known, so the person is asked. */
export function uncheckedFit(driver: Pick<FitRow, 'driverId' | 'name' | 'truckNumber' | 'teamPartnerId' | 'ownStatus'>): FitRow {
  return {
    driverId: driver.driverId,
    name: driver.name,
    truckNumber: driver.truckNumber,
    teamPartnerId: driver.teamPartnerId,
    ownStatus: driver.ownStatus,
    verdict: 'NOT_KNOWN',
    fact: uncheckedText,
    detail: '',
    brief: { fact: 'Not checked', detail: '' },
    reasons: [],
    conflict: null,
    action: null,
    slackMinutes: null,
    deadhead: null,
    driveMinutesLeft: null,
    isAfterRest: false,
    from: '',
    pickupAt: null,
    deliveryAt: null,
    empty: null,
  };
}
