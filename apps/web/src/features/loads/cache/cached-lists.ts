import type { LoadSort } from '@headhaul/contracts/loads/list';
import { LoadRow } from '@headhaul/contracts/loads/record';
import { needsAttention } from '@headhaul/domain/loads/attention';
import { conditionsOf, testOf } from '@headhaul/domain/loads/membership';
import type { LoadList, LoadQuery } from '../load-query.ts';

/** The cache holds lists page by page. These functions apply one changed load to a list without asking the server again. */

export function rowsOf(list: LoadList | undefined): LoadRow[] {
  // This copies page by page. `flatMap` would handle each row, which is noticeably slow at 100,000 rows.
  return ([] as LoadRow[]).concat(...(list?.pages.map(({ loads }) => loads) ?? []));
}

/** Reduces a whole load to a row of the list. */
export function toRow(load: LoadRow): LoadRow {
  return LoadRow.parse(load);
}

function place(list: LoadList, id: string): { page: number; index: number } | null {
  for (const [page, { loads }] of list.pages.entries()) {
    const index = loads.findIndex((row) => row.id === id);
    if (index >= 0) return { page, index };
  }
  return null;
}

export function findRow(list: LoadList | undefined, id: string): LoadRow | null {
  const at = list === undefined ? null : place(list, id);
  return at === null ? null : (list?.pages[at.page]?.loads[at.index] ?? null);
}

function withLoads(list: LoadList, page: number, change: (loads: LoadRow[]) => LoadRow[]): LoadList {
  return { ...list, pages: list.pages.map((one, index) => (index === page ? { ...one, loads: change(one.loads) } : one)) };
}

export function dropRow(list: LoadList, id: string): LoadList {
  const at = place(list, id);
  return at === null ? list : withLoads(list, at.page, (loads) => loads.filter((row) => row.id !== id));
}

const sortKey: Record<LoadSort, (row: LoadRow) => number> = {
  PICKUP: (row) => Date.parse(row.pickupAt),
  DELIVERY: (row) => Date.parse(row.deliveryAt),
  CREATED: (row) => Date.parse(row.createdAt),
  GROSS: (row) => row.grossCents,
};

/** The server's order: by the sorted field, then by id. */
export function compareRows(query: LoadQuery): (a: LoadRow, b: LoadRow) => number {
  const keyOf = sortKey[query.sort ?? 'PICKUP'];
  const direction = query.order === 'desc' ? -1 : 1;
  return (a, b) => direction * (keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/**
 * Puts the current row into its place in the list, or removes it when it no longer belongs there. A row that sorts after the loaded
 * pages is left out, because it comes with its page. A row older than the one in the list changes nothing.
 */
export function putRow(list: LoadList, row: LoadRow, query: LoadQuery, nowMs: number): LoadList {
  const at = place(list, row.id);
  const old = at === null ? undefined : list.pages[at.page]?.loads[at.index];
  if (old !== undefined && old.version > row.version) return list;
  const belongs = matches(row, query, nowMs) ?? at !== null;
  if (!belongs) return dropRow(list, row.id);
  const compare = compareRows(query);
  if (at !== null && old !== undefined && compare(old, row) === 0) {
    return withLoads(list, at.page, (loads) => loads.with(at.index, row));
  }
  return insertRow(dropRow(list, row.id), row, compare);
}

function insertRow(list: LoadList, row: LoadRow, compare: (a: LoadRow, b: LoadRow) => number): LoadList {
  for (const [page, { loads }] of list.pages.entries()) {
    const end = loads.at(-1);
    // Only the page that the row falls into is searched.
    if (end === undefined || compare(row, end) >= 0) continue;
    const index = loads.findIndex((other) => compare(row, other) < 0);
    if (index >= 0) return withLoads(list, page, () => loads.toSpliced(index, 0, row));
  }
  const last = list.pages.length - 1;
  return list.pages[last]?.nextCursor === null ? withLoads(list, last, (loads) => [...loads, row]) : list;
}

type Test = (row: LoadRow) => boolean;

/** The conditions that can be checked on the row alone. */
function testsOf({ deleted, withoutDriver, needsAttention: isNeeding, ...query }: LoadQuery, nowMs: number): Test[] {
  const flags = { deleted: deleted === 'true', ...(withoutDriver === undefined ? {} : { withoutDriver: withoutDriver === 'true' }) };
  const tests: Test[] = conditionsOf({ ...query, ...flags }).map(testOf);
  return isNeeding === 'true' ? [...tests, (row) => needsAttention(row, nowMs)] : tests;
}

/** Whether a load belongs to a list. Null when only the server knows, because a text search also covers fields that a row doesn't have. */
export function matches(row: LoadRow, query: LoadQuery, nowMs: number): boolean | null {
  if (!testsOf(query, nowMs).every((test) => test(row))) return false;
  return query.search !== undefined && query.search !== '' ? null : true;
}

/** Nobody looks through more rows than this before the server answers. */
const previewRows = 200;
/** The preview must be ready between a key press and the next frame. */
const previewMs = 5;

/**
 * The loads on screen that also match the new query, shown until the server answers. Null when none of them matches, because only the
 * server knows whether there really is none.
 */
export function preview(rows: readonly LoadRow[], query: LoadQuery, nowMs: number): LoadRow[] | null {
  const words = query.search?.split(/\s+/).filter((word) => word !== '') ?? [];
  const tests = [...testsOf(query, nowMs), ...words.map(hasWord)];
  const endMs = performance.now() + previewMs;
  const found: LoadRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (found.length === previewRows || (index % 256 === 255 && performance.now() > endMs)) break;
    if (tests.every((test) => test(row))) found.push(row);
  }
  return found.length === 0 ? null : found.sort(compareRows(query));
}

const wordFields = ['loadNumber', 'brokerLoadNumber', 'rc', 'pickupCity', 'deliveryCity', 'brokerName', 'brokerMc', 'driverName'] as const;

/** Whether a word in one of these fields starts with the typed word. */
function hasWord(word: string): Test {
  const pattern = new RegExp(`(?<!\\S)${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`, 'i');
  return (row) => wordFields.some((field) => row[field] !== null && pattern.test(row[field]));
}
