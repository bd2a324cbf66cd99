import { createStore } from './store.ts';

/** The number of running actions that cover the page. The page is uncovered when the last one ends. */
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
