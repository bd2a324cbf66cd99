import { createStore } from './store.ts';

/** Whether something under way covers the page. Several may; it clears when the last one ends. */
const covering = createStore(0);

/** Covers the page until the returned function is called. */
export function showBackdrop(): () => void {
  let isShown = true;
  covering.set(covering.get() + 1);
  return () => {
    if (isShown) covering.set(covering.get() - 1);
    isShown = false;
  };
}

export function isBackdropShown(): boolean {
  return covering.get() > 0;
}

export function useBackdrop(): boolean {
  return covering.use() > 0;
}
