import type { LoadSort } from '@headhaul/contracts/loads/list';
import { LoadRow } from '@headhaul/contracts/loads/record';
import { needsAttention } from '@headhaul/domain/loads/attention';
import { conditionsOf, testOf } from '@headhaul/domain/loads/membership';
import type { LoadList, LoadQuery } from '../load-query.ts';

/** Lists as the cache holds them, page by page; these say what one changed load does to them, without asking the server again. */

export function rowsOf(list: LoadList | undefined): LoadRow[] {
  // Copies page by page; `flatMap` would handle each row, which is felt at a hundred thousand.
  return ([] as LoadRow[]).concat(...(list?.pages.map(({ loads }) => loads) ?? []));
}

/** A whole load as a line of the list. */
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
 * The list with this row as it is now: in its place, or gone when it no longer belongs here. A row that belongs beyond the
 * pages that are there comes with its page. A row older than the list's changes nothing.
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
    // Only the page that it falls into is looked through.
    if (end === undefined || compare(row, end) >= 0) continue;
    const index = loads.findIndex((other) => compare(row, other) < 0);
    if (index >= 0) return withLoads(list, page, () => loads.toSpliced(index, 0, row));
  }
  const last = list.pages.length - 1;
  return list.pages[last]?.nextCursor === null ? withLoads(list, last, (loads) => [...loads, row]) : list;
}

type Test = (row: LoadRow) => boolean;

/** What a row itself can tell. */
function testsOf({ deleted, withoutDriver, needsAttention: isNeeding, ...query }: LoadQuery, nowMs: number): Test[] {
  const flags = { deleted: deleted === 'true', ...(withoutDriver === undefined ? {} : { withoutDriver: withoutDriver === 'true' }) };
  const tests: Test[] = conditionsOf({ ...query, ...flags }).map(testOf);
  return isNeeding === 'true' ? [...tests, (row) => needsAttention(row, nowMs)] : tests;
}

/** Whether a load belongs to a list. Null when only the server knows: words are looked for in fields that a row doesn't have. */
export function matches(row: LoadRow, query: LoadQuery, nowMs: number): boolean | null {
  if (!testsOf(query, nowMs).every((test) => test(row))) return false;
  return query.search !== undefined && query.search !== '' ? null : true;
}

/** As many as anybody looks through before the server has answered. */
const previewRows = 200;
/** It is made between a key and the next frame. */
const previewMs = 5;

/**
 * What of the loads on screen the new question will answer too: shown at once, until the server has found the rest. Null when
 * none was found: that there is none only the server knows.
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

/** Something of the load begins with it. */
function hasWord(word: string): Test {
  const pattern = new RegExp(`(?<!\\S)${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`, 'i');
  return (row) => wordFields.some((field) => row[field] !== null && pattern.test(row[field]));
}
