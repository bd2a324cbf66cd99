import type { LiveEvent } from '@headhaul/contracts/live-events';

/** Answers true when it has taken care of everything the event changes. */
type LiveListener = (event: LiveEvent) => boolean;

const listeners = new Set<LiveListener>();

/** For features that can do better than fetching anew what an event makes stale. */
export function listenToLive(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isTakenCareOf(event: LiveEvent): boolean {
  return [...listeners].map((listener) => listener(event)).includes(true);
}
