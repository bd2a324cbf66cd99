import type { LoadRow } from '@headhaul/contracts/loads/record';
import { useEffect, useMemo, useState } from 'react';
import type { Calendar } from '../../../shared/time/calendar.ts';
import { preview, rowsOf } from '../cache/cached-lists.ts';
import type { LoadQuery } from '../load-query.ts';
import { loadsApi } from '../loads.api.ts';
import { type ListState, listQueryOf } from './filters/query.ts';
import { keepSnapshot, type LoadsCopy, readSnapshot } from './list-snapshot.ts';
import { groupLimit, groupRows, isLoad, type ListLine, linesOf, plainLines } from './table/groups.ts';

export interface LoadListData {
  query: LoadQuery;
  /** Null until the first rows have arrived. */
  rows: readonly LoadRow[] | null;
  lines: readonly ListLine[] | null;
  /** The loads in the order of the lines, without those in closed groups. */
  walked: readonly LoadRow[];
  isGrouped: boolean;
  /** There are more loads than can be grouped. */
  isTooManyToGroup: boolean;
  hasMore: boolean;
  loadMore: () => void;
  isFetching: boolean;
  error: unknown;
  retry: () => void;
  /** When the data on screen was fetched. */
  asOf: string | null;
  /** An older copy that can be shown instead of an error. */
  copy: LoadsCopy | null;
  showCopy: () => void;
}

interface LoadListOptions {
  state: ListState;
  /** Null until it is known. Lists of today or this week need it. */
  calendar: Calendar | null;
  closed: ReadonlySet<string>;
  /** The total number of loads, as soon as it is known. */
  total: number | undefined;
  now: number;
  /** The text being typed into Find. Null when the state already has it. */
  typed: string | null;
}

/** The list for a state of the screen. Shows a preview until the server has answered. */
export function useLoadList({ state, calendar, closed, total, now, typed }: LoadListOptions): LoadListData {
  const query = useMemo(() => listQueryOf(state, calendar ?? { today: '1970-01-01', startsOn: 'MONDAY' }), [state, calendar]);
  const list = loadsApi.useListLoadsInfiniteQuery(query, { skip: calendar === null });
  const { currentData, data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch, fulfilledTimeStamp } = list;
  const [shownCopy, setShownCopy] = useState<{ query: LoadQuery; copy: LoadsCopy } | null>(null);
  const hasFailed = isError && currentData === undefined;
  const copy = useMemo(() => (hasFailed ? readSnapshot(query) : null), [hasFailed, query]);
  const copyOnScreen = hasFailed && shownCopy?.query === query ? shownCopy.copy : null;

  const rows = useMemo(() => {
    if (typed !== null && data !== undefined) return preview(rowsOf(data), { ...query, search: typed.trim() }, Date.now());
    if (currentData !== undefined) return rowsOf(currentData);
    if (copyOnScreen !== null) return copyOnScreen.page.loads;
    return data === undefined || hasFailed ? null : preview(rowsOf(data), query, Date.now());
  }, [typed, currentData, copyOnScreen, data, hasFailed, query]);

  const hasMore = hasNextPage && typed === null;
  const isTooManyToGroup = state.group !== 'none' && hasNextPage && Math.max(rows?.length ?? 0, total ?? 0) >= groupLimit;
  const isGrouped = state.group !== 'none' && !isTooManyToGroup;
  const isIncomplete = isGrouped && hasNextPage && !isFetching && currentData !== undefined;
  // Groups need all their loads, so the remaining pages are fetched too.
  useEffect(() => {
    if (isIncomplete) void fetchNextPage();
  }, [isIncomplete, fetchNextPage]);

  const minute = Math.floor(now / 60_000);
  // Which loads need attention changes with the clock. Within a minute no row moves by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: The minute stands for the time.
  const lines = useMemo(() => {
    if (rows === null) return null;
    if (isGrouped && state.group !== 'none') return linesOf(groupRows(rows, state.group, Date.now()), closed);
    return plainLines(rows, hasMore);
  }, [rows, isGrouped, state.group, closed, hasMore, isGrouped ? minute : null]);
  const walked = useMemo(() => (isGrouped ? lines?.filter(isLoad) : rows) ?? [], [isGrouped, lines, rows]);

  const firstPage = currentData?.pages[0];
  const asOf = copyOnScreen?.savedAt ?? (fulfilledTimeStamp === undefined ? null : new Date(fulfilledTimeStamp).toISOString());
  useEffect(() => {
    if (firstPage === undefined) return;
    const timer = setTimeout(() => keepSnapshot(query, firstPage, new Date().toISOString()), 2_000);
    return () => clearTimeout(timer);
  }, [firstPage, query]);

  return {
    query,
    rows,
    lines,
    walked,
    isGrouped,
    isTooManyToGroup,
    hasMore,
    loadMore: () => {
      if (hasMore && !isFetching) void fetchNextPage();
    },
    isFetching,
    error: isError ? error : undefined,
    retry: () => void refetch(),
    asOf,
    copy: copyOnScreen === null ? copy : null,
    showCopy: () => {
      if (copy !== null) setShownCopy({ query, copy });
    },
  };
}
