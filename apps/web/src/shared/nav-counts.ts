import { useEffect } from 'react';
import { createStore } from './store.ts';

/** The count after a screen's name in the sidebar. Features supply it, so that the sidebar needs to know none of them. */
export interface NavCount {
  count: number;
  /** The counted items need attention, so the count is amber. */
  needsAttention?: boolean;
}

const counts = createStore<ReadonlyMap<string, NavCount>>(new Map());

export function setNavCount(path: string, count: NavCount | null): void {
  const known = counts.get().get(path);
  if (known?.count === count?.count && known?.needsAttention === count?.needsAttention) return;
  const next = new Map(counts.get());
  if (count === null) next.delete(path);
  else next.set(path, count);
  counts.set(next);
}

export function useNavCount(path: string): NavCount | undefined {
  return counts.use().get(path);
}

/** Sets the count while the caller is mounted. Pass `undefined` while it isn't known. */
export function useSupplyNavCount(path: string, count: NavCount | undefined): void {
  const number = count?.count;
  const needsAttention = count?.needsAttention ?? false;
  useEffect(() => setNavCount(path, number === undefined ? null : { count: number, needsAttention }), [path, number, needsAttention]);
  useEffect(() => () => setNavCount(path, null), [path]);
}
