import type { BoardField, BoardLoad } from '../board-load.ts';

/** Counting stops here. More rows say no more, and so a report about a page with every field stays small. */
export const highestCount = 9_999;
/** The rounds of reading that the page is judged by: the last ones. */
const judgedRounds = 200;

export interface FieldCounts {
  ok: number;
  missing: number;
  failed: number;
}

export interface LayoutCounts {
  /** Its name in the configuration. Null for rows that fit none. */
  layout: string | null;
  rowsSeen: number;
  /** Rows of which enough was read to decide about them. */
  rowsRead: number;
  fields: Partial<Record<BoardField, FieldCounts>>;
}

/** How a page was read: counts and names of our own, nothing of what the page says. */
export interface PageCounts {
  layouts: LayoutCounts[];
  /** How long the list was looked for. Null if it was not found in this time. */
  attachMs: number | null;
  /** Null if nothing was read. */
  flushP95Ms: number | null;
  mutationStorms: number;
  missingContainers: number;
}

export interface CountedRow {
  /** Null for a row that fits no layout. */
  layout: { id: string; fields: Partial<Record<BoardField, unknown>> } | null;
  /** Null for a row that was not read. */
  read: BoardLoad['read'] | null;
  /** Enough was read to decide about it. */
  isRead: boolean;
}

export interface PageCounter {
  /** A row was read for the first time, or its texts have changed. */
  noteRow(row: CountedRow): void;
  noteAttached(tookMs: number): void;
  noteRound(tookMs: number): void;
  noteStorms(storms: number): void;
  noteMissingContainer(): void;
  /** What was counted since the last time, and counts from 0 again. Null for nothing. */
  take(): PageCounts | null;
}

export function addCounts(one: number, other: number): number {
  return Math.min(one + other, highestCount);
}

function percentile95(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.ceil(sorted.length * 0.95) - 1];
  return value === undefined ? null : Math.ceil(value);
}

const outcomes = ['ok', 'missing', 'failed'] as const;

function countFields(counts: LayoutCounts, { layout, read }: CountedRow): void {
  if (layout === null || read === null) return;
  for (const outcome of outcomes) {
    for (const field of read[outcome]) {
      // The reader calls a field missing that the layout doesn't have.
      if (layout.fields[field] === undefined) continue;
      const known = counts.fields[field] ?? { ok: 0, missing: 0, failed: 0 };
      known[outcome] += 1;
      counts.fields[field] = known;
    }
  }
}

export function createPageCounter(): PageCounter {
  let layouts = new Map<string | null, LayoutCounts>();
  let rounds: number[] = [];
  let attachMs: number | null = null;
  let [mutationStorms, missingContainers] = [0, 0];

  return {
    noteRow(row) {
      const layout = row.layout?.id ?? null;
      const counts = layouts.get(layout) ?? { layout, rowsSeen: 0, rowsRead: 0, fields: {} };
      layouts.set(layout, counts);
      if (counts.rowsSeen >= highestCount) return;
      counts.rowsSeen += 1;
      if (row.isRead) counts.rowsRead += 1;
      countFields(counts, row);
    },
    noteAttached(tookMs) {
      attachMs = Math.ceil(tookMs);
    },
    noteRound(tookMs) {
      rounds.push(tookMs);
      if (rounds.length > judgedRounds) rounds.shift();
    },
    noteStorms(storms) {
      mutationStorms = addCounts(mutationStorms, storms);
    },
    noteMissingContainer() {
      missingContainers = addCounts(missingContainers, 1);
    },
    take() {
      const isNothing = layouts.size === 0 && attachMs === null && mutationStorms === 0 && missingContainers === 0;
      const counts = { layouts: [...layouts.values()], attachMs, flushP95Ms: percentile95(rounds), mutationStorms, missingContainers };
      layouts = new Map();
      rounds = [];
      attachMs = null;
      [mutationStorms, missingContainers] = [0, 0];
      return isNothing ? null : counts;
    },
  };
}
