import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type CacheDispatch, cachedRow, putInCache } from './cached-loads.ts';

/** Loads as the server last sent them, while the screen shows changes that the server hasn't answered yet. */
const told = new Map<string, { row: LoadRow; changes: number }>();

/**
 * Shows a change before the server has answered. The caller passes the outcome to the returned function. When the last open change of a
 * load was refused, the load is shown as it was before.
 */
export function showAtOnce(dispatch: CacheDispatch, id: string, change: (row: LoadRow) => LoadRow): (isRefused: boolean) => void {
  const shown = dispatch(cachedRow(id));
  if (shown === null) return () => {};
  const entry = told.get(id) ?? { row: shown, changes: 0 };
  told.set(id, entry);
  entry.changes += 1;
  dispatch(putInCache(change(shown)));
  return (isRefused) => {
    entry.changes -= 1;
    if (entry.changes > 0) return;
    told.delete(id);
    if (isRefused) dispatch(putInCache(entry.row));
  };
}
