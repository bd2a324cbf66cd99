import { useSyncExternalStore } from 'react';

/** Functions to call when something changes. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    announce(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hasAny: () => listeners.size > 0,
  };
}

/** One value outside of React. Components that use it are drawn again when it changes. */
export function createStore<T>(initial: T) {
  const { announce, subscribe, hasAny } = createListeners();
  let value = initial;
  const get = () => value;
  return {
    get,
    set(next: T): void {
      value = next;
      announce();
    },
    /** Whether a component uses the value now. */
    isFollowed: hasAny,
    use: (): T => useSyncExternalStore(subscribe, get),
  };
}
