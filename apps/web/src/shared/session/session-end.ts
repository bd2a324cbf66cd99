import type { Session } from '@headhaul/contracts/session';
import type { SessionEnd } from '@headhaul/contracts/session-end';
import { useSyncExternalStore } from 'react';
import { parseStored, readRaw, removeStored, storageKeys, writeStored } from '../storage-keys.ts';
import { createListeners } from '../store.ts';
import { endSession } from './end-session.ts';
import { getSession } from './session-store.ts';
import { keepUnsavedForm, readUnsavedForm } from './unsaved-forms.ts';

/**
 * Why the last session in this browser ended, for the sign-in page. It stays until the person goes on from there, in all tabs, until the next
 * sign-in, or for a week.
 */
type KeptEnd = NonNullable<ReturnType<typeof parse>>;

const keptMs = 7 * 24 * 60 * 60_000;

const { announce, subscribe } = createListeners();
let lastRaw: string | null = null;
let last: KeptEnd | null = null;

globalThis.addEventListener('storage', (event) => {
  if (event.key === storageKeys.sessionEnd.name) announce();
});
// A page that the back button brings out of the browser's memory has missed the events.
globalThis.addEventListener('pageshow', announce);

function parse(raw: string | null) {
  return parseStored(storageKeys.sessionEnd, raw);
}

/** A clock that was set back also ends it. */
function isOver({ keptAt }: KeptEnd): boolean {
  const age = Date.now() - keptAt;
  return age < 0 || age > keptMs;
}

function read(): KeptEnd | null {
  const raw = readRaw(storageKeys.sessionEnd);
  if (raw !== lastRaw) {
    lastRaw = raw;
    last = parse(raw);
  }
  if (raw !== null && (last === null || isOver(last))) {
    removeStored(storageKeys.sessionEnd);
    lastRaw = null;
    last = null;
  }
  return last;
}

/** Called after the session has ended, because that clears the storage. */
function keepSessionEnd(end: KeptEnd): void {
  try {
    writeStored(storageKeys.sessionEnd, end);
  } catch {
    // The browser's storage is full. The person then sees the sign-in page without the reason.
  }
  announce();
}

export function forgetSessionEnd(): void {
  removeStored(storageKeys.sessionEnd);
  announce();
}

export function useSessionEnd(): KeptEnd | null {
  return useSyncExternalStore(subscribe, read);
}

/** A person who is still on the team comes back to what they typed. */
const lastingReasons: readonly SessionEnd['reason'][] = ['ended_by_owner', 'ended_by_you'];

/** Ends the session for a known reason, which the sign-in page then tells. */
export function endSessionFor(ended: SessionEnd, session: Session): void {
  const owner = { userId: session.id, companyId: session.companyId };
  const isRemoved = ended.reason === 'removed';
  const form = isRemoved ? readUnsavedForm(owner) : null;
  endSession(lastingReasons.includes(ended.reason) ? 'refresh_failed' : 'logout', session);
  // Another person has signed in meanwhile.
  if (getSession() !== null) return;
  keepUnsavedForm(owner, form);
  keepSessionEnd({ ...ended, person: isRemoved ? { ...owner, email: session.email } : null, keptAt: Date.now() });
}
