import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type LoadList, type LoadQuery, loadsApi } from '../loads.api.ts';
import { dropRow, findRow, putRow, toRow } from './cached-lists.ts';

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

/** A load as any of the lists or the open load has it. */
export function cachedRow(id: string): CacheThunk<LoadRow | null> {
  return (_dispatch, getState) => {
    const state = getState();
    const open = loadsApi.endpoints.getLoad.select({ params: { id } })(state).data;
    if (open !== undefined) return toRow(open);
    for (const { list } of cachedLists(state)) {
      const row = findRow(list, id);
      if (row !== null) return row;
    }
    return null;
  };
}

/** Shows a load as this row says, before or without the server's whole answer. */
export function putInCache(row: LoadRow): CacheThunk<void> {
  return (dispatch, getState) => {
    dispatch(changeLists((list, query) => putRow(list, row, query, Date.now())));
    const input = { params: { id: row.id } };
    const open = loadsApi.endpoints.getLoad.select(input)(getState()).data;
    if (open !== undefined) dispatch(loadsApi.util.updateQueryData('getLoad', input, () => ({ ...open, ...row })));
  };
}

/** Shows a load as the server answered it. */
export function takeOver(load: Load): CacheThunk<void> {
  return (dispatch, getState) => {
    const row = toRow(load);
    dispatch(changeLists((list, query) => putRow(list, row, query, Date.now())));
    const input = { params: { id: load.id } };
    const isOpen = loadsApi.endpoints.getLoad.select(input)(getState()).data !== undefined;
    if (isOpen) dispatch(loadsApi.util.updateQueryData('getLoad', input, () => load));
  };
}

export function dropFromCache(id: string): CacheThunk<void> {
  return changeLists((list) => dropRow(list, id));
}

export function hasCachedLoads(): CacheThunk<boolean> {
  return (_dispatch, getState) => {
    const state = getState();
    return ['listLoads' as const, 'getLoad' as const].some((name) => loadsApi.util.selectCachedArgsForQuery(state, name).length > 0);
  };
}
