import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type Attention, attentionOf } from '@headhaul/domain/loads/attention';
import { loadStatuses, loadStatusLabels } from '@headhaul/domain/loads/status';
import type { Grouping } from '../filters/query.ts';

/** The browser makes the groups from the loads it has. Above this many loads the list isn't grouped and is fetched while scrolling. */
export const groupLimit = 2_000;

export interface LoadGroup {
  key: string;
  name: string;
  rows: LoadRow[];
}

/** A line that is no load: the head of a group, or a placeholder for loads that are being fetched. */
type OtherLine = { kind: 'group'; key: string; name: string; count: number; isOpen: boolean } | { kind: 'waiting'; key: string };
/** A line of the list. A load is itself a line, so that no object is made for each of 100,000 loads. */
export type ListLine = LoadRow | OtherLine;
const waiting: readonly ListLine[] = [1, 2, 3].map((index) => ({ kind: 'waiting', key: `waiting ${index}` }));

export function isLoad(line: ListLine): line is LoadRow {
  return !('kind' in line);
}

export function isGroup(line: ListLine | undefined): boolean {
  return line !== undefined && 'kind' in line && line.kind === 'group';
}

const nextGroups: readonly { key: Attention['group']; name: string }[] = [
  { key: 'NEEDS_ATTENTION', name: 'Needs attention' },
  { key: 'ROLLING', name: 'Rolling' },
  { key: 'NEXT_UP', name: 'Next up' },
  { key: 'DOCUMENTS', name: 'Delivered, awaiting docs' },
  { key: 'OTHER', name: 'Settled' },
];

function gather(rows: readonly LoadRow[], keyOf: (row: LoadRow) => string): Map<string, LoadRow[]> {
  return Map.groupBy(rows, keyOf);
}

/** The groups that have loads, in display order. Rows keep the order they came in. */
export function groupRows(rows: readonly LoadRow[], grouping: Exclude<Grouping, 'none'>, nowMs: number): LoadGroup[] {
  if (grouping === 'driver') {
    const byDriver = gather(rows, (row) => row.driverId ?? '');
    return [...byDriver]
      .map(([key, some]) => ({ key, name: some[0]?.driverName ?? 'Without a driver', rows: some }))
      .sort((a, b) => (a.key === '' ? -1 : b.key === '' ? 1 : a.name.localeCompare(b.name)));
  }
  const names = grouping === 'next' ? nextGroups : loadStatuses.map((key) => ({ key, name: loadStatusLabels[key] }));
  const byKey = gather(rows, (row) => (grouping === 'next' ? attentionOf(row, nowMs).group : row.status));
  return names.flatMap(({ key, name }) => {
    const some = byKey.get(key);
    return some === undefined ? [] : [{ key, name, rows: some }];
  });
}

export function linesOf(groups: readonly LoadGroup[], closed: ReadonlySet<string>): ListLine[] {
  return groups.flatMap(({ key, name, rows }): ListLine[] => {
    const isOpen = !closed.has(key);
    const head: ListLine = { kind: 'group', key: `group ${key}`, name, count: rows.length, isOpen };
    return isOpen ? [head, ...rows] : [head];
  });
}

export function plainLines(rows: readonly LoadRow[], hasMore: boolean): readonly ListLine[] {
  return hasMore ? [...rows, ...waiting] : rows;
}
