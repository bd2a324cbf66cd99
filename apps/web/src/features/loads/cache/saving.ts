import { useSyncExternalStore } from 'react';

/** Loads whose change is on its way to the server: their pills are pale until it answers. */
let saving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  saving = next;
  for (const listener of listeners) listener();
}

/** Answers what to call when it is done. */
export function markSaving(ids: readonly string[]): () => void {
  set(new Set([...saving, ...ids]));
  return () => set(new Set([...saving].filter((id) => !ids.includes(id))));
}

export function useSavingLoads(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => saving,
  );
}
