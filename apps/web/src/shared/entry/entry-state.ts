import { getSession } from '../session/session-store.ts';
import { readStored, removeStored, setupCompletedKey, storageKeys, writeStored } from '../storage-keys.ts';
import { isMobile } from '../ui/viewport.ts';
import { type EntryState, rememberAtLogin } from './entry-routing.ts';

/** All that the routing rules want to know, as it is now. */
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

/** Keeps what the sign-in page's address brings: the browser leaves for the provider and comes back without it. */
export function saveFromLogin(search: string): void {
  const { referralToken, pricingModal } = rememberAtLogin(readEntryState(search));
  if (referralToken !== null) writeStored(storageKeys.referralToken, referralToken);
  if (pricingModal !== null) writeStored(storageKeys.pricingModal, pricingModal);
}

export function forgetReferral(): void {
  removeStored(storageKeys.referralToken);
}

/** The value travels in the address from here on. */
export function forgetPricingModal(): void {
  removeStored(storageKeys.pricingModal);
}
