import { useSyncExternalStore } from 'react';

/** Whether something under way covers the page. Several may; it clears when the last one ends. */
const listeners = new Set<() => void>();
let covering = 0;

function change(by: 1 | -1): void {
  covering += by;
  for (const listener of listeners) listener();
}

/** Covers the page until the returned function is called. */
export function showBackdrop(): () => void {
  let isShown = true;
  change(1);
  return () => {
    if (isShown) change(-1);
    isShown = false;
  };
}

export function isBackdropShown(): boolean {
  return covering > 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useBackdrop(): boolean {
  return useSyncExternalStore(subscribe, isBackdropShown);
}
