import { createStore } from '../../../shared/store.ts';

/** Loads whose change is on its way to the server: their pills are pale until it answers. */
const saving = createStore<ReadonlySet<string>>(new Set());

/** Answers what to call when it is done. */
export function markSaving(ids: readonly string[]): () => void {
  saving.set(new Set([...saving.get(), ...ids]));
  return () => saving.set(new Set([...saving.get()].filter((id) => !ids.includes(id))));
}

export const useSavingLoads = saving.use;
