import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { LoadList, LoadQuery } from '../load-query.ts';
import { loadsApi } from '../loads.api.ts';
import { dropRow, findRow, putRow, rowsOf, toRow } from './cached-lists.ts';

/** Writes changed loads into everything the cache shows of them: every list, and the load that is open. */
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
 * The newest of each load that came by itself: the answer to a change, or news of a teammate's. A list or a load that was asked for
 * before it may come after it, and a refused change may be taken back after it; neither may show the older load again.
 */
const newest = new Map<string, LoadRow>();
/** More don't change while one answer is on its way. */
const remembered = 1_000;

function remember(row: LoadRow): void {
  newest.delete(row.id);
  newest.set(row.id, row);
  for (const id of newest.keys()) {
    if (newest.size <= remembered) break;
    newest.delete(id);
  }
}

function isOutdated({ id, version }: LoadRow): boolean {
  return version < (newest.get(id)?.version ?? 0);
}

/** A load as any of the lists or the open load has it, the newest of them. */
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

/** Shows a load as this row says, before or without the server's whole answer. */
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

/** Shows a load as the server answered it. */
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

export function dropFromCache(id: string): CacheThunk<void> {
  return changeLists((list) => dropRow(list, id));
}

/** The server has put it into the bin; a list that was asked for before still has it. */
export function noteDeleted(row: LoadRow): void {
  remember({ ...row, version: row.version + 1, deletedAt: new Date().toISOString() });
}

// Here and not where the list is declared: as long as this file isn't loaded, no load has changed.
loadsApi.enhanceEndpoints({
  endpoints: {
    listLoads: {
      onQueryStarted: async (_query, { dispatch, queryFulfilled }) => {
        const came = await queryFulfilled.catch(() => null);
        const outdated = newest.size === 0 ? [] : rowsOf(came?.data).filter(isOutdated);
        for (const { id } of outdated) dispatch(putInLists(newest.get(id) as LoadRow));
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
