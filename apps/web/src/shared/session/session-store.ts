import type { Session, SessionUser } from '@headhaul/contracts/session';
import { useSyncExternalStore } from 'react';
import {
  clearStorageOfSession,
  forgetPerson,
  forgetPersonIn,
  parseStored,
  readRaw,
  removeStored,
  storageKeys,
  writeStored,
} from '../storage-keys.ts';
import { createListeners } from '../store.ts';

/**
 * The session is kept only in the browser's storage, so that all tabs agree. Every read goes there, and the `storage` event tells the other
 * tabs about a sign-in, a sign-out or a rotated token.
 */
const { announce, subscribe } = createListeners();
const forgetting = createListeners();
/** Written and removed at once. It tells the other tabs which person's data to remove. */
const forgetSignal = 'hh.forget';
let lastRaw: string | null = null;
let lastSession: Session | null = null;

globalThis.addEventListener('storage', (event) => {
  if (event.key === forgetSignal && event.newValue !== null) {
    forgetPersonIn(sessionStorage, event.newValue);
    forgetting.announce();
  }
  if (event.key === null || event.key === storageKeys.session.name) followOtherTabs();
});
// A page that the back button brings out of the browser's memory has missed the events.
globalThis.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) followOtherTabs();
});

function followOtherTabs(): void {
  if (getSession() === null) clearStorageOfSession(true);
  announce();
}

export function getSession(): Session | null {
  const raw = readRaw(storageKeys.session);
  if (raw === lastRaw) return lastSession;
  lastRaw = raw;
  lastSession = parseStored(storageKeys.session, raw);
  if (raw !== null && lastSession === null) {
    removeStored(storageKeys.session);
    lastRaw = null;
  }
  return lastSession;
}

export function setSession(session: Session): void {
  writeStored(storageKeys.session, session);
  announce();
}

/** Updates the user with the server's data. The tokens stay. */
export function updateSessionUser(user: SessionUser): void {
  const session = getSession();
  if (session?.id !== user.id) return;
  setSession({ ...session, ...user });
}

export function clearSession(): void {
  clearStorageOfSession();
  announce();
}

/** Removes the person's stored data from this browser, in all its tabs. */
export function forgetEverywhere(userId: string): void {
  forgetPerson(userId);
  forgetting.announce();
  localStorage.setItem(forgetSignal, userId);
  localStorage.removeItem(forgetSignal);
}

/** For data in the memory of a tab, which must be cleared when its person is forgotten. */
export const subscribeForgetting = forgetting.subscribe;

export const subscribeSession = subscribe;

export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, getSession);
}
