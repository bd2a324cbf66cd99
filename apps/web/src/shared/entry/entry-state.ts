import { getSession } from '../session/session-store.ts';
import { readStored, removeStored, setupCompletedKey, storageKeys, writeStored } from '../storage-keys.ts';
import { isMobile } from '../ui/viewport.ts';
import { type EntryState, rememberAtLogin } from './entry-routing.ts';

/** Everything that the routing rules need, as it is now. */
export function readEntryState(search: string): EntryState {
  const session = getSession();
  return {
    session,
    device: isMobile() ? 'mobile' : 'desktop',
    search,
    storage: {
      isSetupCompleted: session !== null && readStored(setupCompletedKey(session.id)) === true,
      referralToken: readStored(storageKeys.referralToken),
      pricingModal: readStored(storageKeys.pricingModal),
    },
  };
}

/** Stores parameters of the sign-in page's address, because the browser goes to the provider and comes back without them. */
export function saveFromLogin(search: string): void {
  const { referralToken, pricingModal } = rememberAtLogin(readEntryState(search));
  if (referralToken !== null) writeStored(storageKeys.referralToken, referralToken);
  if (pricingModal !== null) writeStored(storageKeys.pricingModal, pricingModal);
}

export function forgetReferral(): void {
  removeStored(storageKeys.referralToken);
}

/** From here on the address carries the value. */
export function forgetPricingModal(): void {
  removeStored(storageKeys.pricingModal);
}
