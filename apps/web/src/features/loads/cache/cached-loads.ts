import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { LoadList, LoadQuery } from '../load-query.ts';
import { loadsApi } from '../loads.api.ts';
import { movedRow } from '../status/moves.ts';
import { getQueuedMoves } from '../status/offline-queue.ts';
import { dropRow, findRow, putRow, toRow } from './cached-lists.ts';

/** These functions write changed loads into everything the cache shows: every list, and the load that is open. */
type CacheState = Parameters<typeof loadsApi.util.selectCachedArgsForQuery>[0];
export type CacheDispatch = ThunkDispatch<CacheState, unknown, UnknownAction>;
type CacheThunk<T> = (dispatch: CacheDispatch, getState: () => CacheState) => T;

function cachedLists(state: CacheState): { query: LoadQuery; list: LoadList }[] {
  return loadsApi.util.selectCachedArgsForQuery(state, 'listLoads').flatMap((query) => {
    const list = loadsApi.endpoints.listLoads.select(query)(state).data;
    return list === undefined ? [] : [{ query, list }];
  });
}

function changeLists(change: (list: LoadList, query: LoadQuery) => LoadList): CacheThunk<void> {
  return (dispatch, getState) => {
    for (const { query, list } of cachedLists(getState())) {
      const changed = change(list, query);
      if (changed !== list) dispatch(loadsApi.util.updateQueryData('listLoads', query, () => changed));
    }
  };
}

/**
 * The newest row of each load that came with the answer to a change or with news of a teammate's change. A list or a load that was
 * requested earlier may arrive later, and a refused change may be taken back later. Neither may show an older row again.
 */
const newest = new Map<string, { row: LoadRow; order: number }>();
/** No more loads than this change while one answer is on its way. */
const remembered = 1_000;
let lastOrder = 0;

function remember(row: LoadRow): void {
  lastOrder += 1;
  newest.delete(row.id);
  newest.set(row.id, { row, order: lastOrder });
  for (const id of newest.keys()) {
    if (newest.size <= remembered) break;
    newest.delete(id);
  }
}

/** Clears the rows, so that the next person in this tab doesn't get the loads of the person before. */
export function forgetLoads(): void {
  newest.clear();
}

/** A load in the bin has at least the version after the last one seen here. A load taken out of the bin has a higher version than that. */
function isOutdated({ id, version, deletedAt }: LoadRow): boolean {
  const known = newest.get(id)?.row;
  if (known === undefined) return false;
  return version < known.version || (version === known.version && known.deletedAt !== null && deletedAt === null);
}

/** The newest copy of a load among the cached lists and the open load. */
export function cachedRow(id: string): CacheThunk<LoadRow | null> {
  return (_dispatch, getState) => {
    const state = getState();
    const open = loadsApi.endpoints.getLoad.select({ params: { id } })(state).data;
    const rows = cachedLists(state).flatMap(({ list }) => findRow(list, id) ?? []);
    if (open !== undefined) rows.unshift(toRow(open));
    return rows.reduce<LoadRow | null>((found, row) => (found === null || row.version > found.version ? row : found), null);
  };
}

function putInLists(row: LoadRow): CacheThunk<void> {
  return changeLists((list, query) => putRow(list, row, query, Date.now()));
}

/** Shows this row, before or without the server's whole answer. */
export function putInCache(row: LoadRow): CacheThunk<void> {
  return (dispatch, getState) => {
    if (isOutdated(row)) return;
    dispatch(putInLists(row));
    const input = { params: { id: row.id } };
    const open = loadsApi.endpoints.getLoad.select(input)(getState()).data;
    if (open === undefined || open.version > row.version) return;
    dispatch(loadsApi.util.updateQueryData('getLoad', input, () => ({ ...open, ...row })));
  };
}

/** Shows a load as the server sent it. */
export function takeOver(load: Load): CacheThunk<void> {
  return (dispatch, getState) => {
    const row = toRow(load);
    if (isOutdated(row)) return;
    remember(row);
    dispatch(putInLists(row));
    const input = { params: { id: load.id } };
    const open = loadsApi.endpoints.getLoad.select(input)(getState()).data;
    if (open === undefined || open.version > load.version) return;
    dispatch(loadsApi.util.updateQueryData('getLoad', input, () => load));
  };
}

/** Shows a load of which the server sent only the row. */
export function takeOverRow(row: LoadRow): CacheThunk<void> {
  return (dispatch) => {
    if (isOutdated(row)) return;
    remember(row);
    dispatch(putInCache(row));
  };
}

export function dropFromCache(id: string): CacheThunk<void> {
  return changeLists((list) => dropRow(list, id));
}

/** The server has put the load into the bin. A list that was requested earlier may still contain it. */
export function dropDeleted(row: LoadRow): CacheThunk<void> {
  return (dispatch) => {
    const known = [row, dispatch(cachedRow(row.id)), newest.get(row.id)?.row].map((one) => one?.version ?? 0);
    remember({ ...row, version: Math.max(...known) + 1, deletedAt: new Date().toISOString() });
    dispatch(dropFromCache(row.id));
  };
}

/** Shows the status changes that still wait in the browser on top of the server's answers, because the server doesn't know them yet. */
function showQueued(): CacheThunk<void> {
  return (dispatch) => {
    for (const { loadId, from, to, reason } of getQueuedMoves()) {
      const row = dispatch(cachedRow(loadId));
      if (row?.status === from) dispatch(putInCache(movedRow(row, { newStatus: to, reason }, row.statusChangedAt)));
    }
  };
}

// This is here and not in `loads.api.ts`, because no load has changed before this file is loaded.
loadsApi.enhanceEndpoints({
  endpoints: {
    listLoads: {
      onQueryStarted: async (_query, { dispatch, queryFulfilled }) => {
        const askedAt = lastOrder;
        await queryFulfilled.catch(() => null);
        // A load that changed after the request may be older in this answer, missing from it, or still in it though it left the list.
        for (const { row, order } of newest.values()) if (order > askedAt) dispatch(putInLists(row));
        dispatch(showQueued());
      },
    },
    getLoad: {
      onQueryStarted: async (_input, { dispatch, queryFulfilled }) => {
        await queryFulfilled.catch(() => null);
        dispatch(showQueued());
      },
    },
  },
});

export function hasCachedLoads(): CacheThunk<boolean> {
  return (_dispatch, getState) => {
    const state = getState();
    return ['listLoads' as const, 'getLoad' as const].some((name) => loadsApi.util.selectCachedArgsForQuery(state, name).length > 0);
  };
}
