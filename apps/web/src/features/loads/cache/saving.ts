import { createStore } from '../../../shared/store.ts';

/** Loads whose change is on its way to the server. Their pills are pale until the server answers. */
const saving = createStore<ReadonlySet<string>>(new Set());

/** Returns the function to call when the change is done. */
export function markSaving(ids: readonly string[]): () => void {
  saving.set(new Set([...saving.get(), ...ids]));
  return () => saving.set(new Set([...saving.get()].filter((id) => !ids.includes(id))));
}

export const useSavingLoads = saving.use;
