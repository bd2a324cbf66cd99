import type { LiveEvent } from '@headhaul/contracts/live-events';

/** Returns true when it has handled everything that the event changes. */
type LiveListener = (event: LiveEvent) => boolean;

const listeners = new Set<LiveListener>();

/** For features that can update their data without fetching it again after an event. */
export function listenToLive(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isTakenCareOf(event: LiveEvent): boolean {
  return [...listeners].map((listener) => listener(event)).includes(true);
}
