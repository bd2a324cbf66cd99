import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import type { Doubts } from '@headhaul/domain/boards/health/page-health';
import { createOpenedLoads } from './opened-loads.ts';
import { createHeadTexts, type RowRead, readRow } from './read-row.ts';

export interface PageReader {
  /** As it was last read. */
  of(row: Element): RowRead | undefined;
  /** Reads the row now. `isNew`: something else stands there than before. */
  look(row: Element): { read: RowRead | null; isNew: boolean };
  /** Why the load has no address. */
  noAddress(load: BoardLoad): string;
  /** What stands above a table is read once for all rows of a round. */
  beginRound(): void;
  forgetRow(row: Element): void;
  /** Another list. */
  forget(): void;
}

const minuteMs = 60_000;
let [named, namedInMinute] = ['', -1];

/** The day at the user's desk. It is asked for with each row, and days begin with a minute. */
export function localToday(): string {
  const minute = Math.floor(Date.now() / minuteMs);
  if (minute === namedInMinute) return named;
  const now = new Date();
  named = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  namedInMinute = minute;
  return named;
}

/** Reads the rows of one page, and remembers what they said. */
export function createPageReader(document: Document, config: BoardConfig, doubts: () => Doubts): PageReader {
  const reads = new WeakMap<Element, RowRead>();
  const { detail } = config;
  const openedLoads = detail === undefined ? undefined : createOpenedLoads(detail);
  const tellsInside = detail?.fields.email !== undefined || detail?.pairs.some(({ take }) => take.some(({ field }) => field === 'email'));
  let headTexts = createHeadTexts(document);

  return {
    of: (row) => reads.get(row),
    look(row) {
      const before = reads.get(row);
      const read = readRow(row, config, localToday(), { before, headTexts, doubts: doubts(), ...(openedLoads && { openedLoads }) });
      if (read === null) reads.delete(row);
      else reads.set(row, read);
      return { read, isNew: read === null || read.key !== before?.key || read.signature !== before.signature };
    },
    noAddress({ layout, rowKey, read }) {
      if (read.failed.includes('email')) return 'No email found';
      const isInRows = config.layouts.some(({ id, fields }) => id === layout && fields.email !== undefined);
      if (isInRows || openedLoads?.has(rowKey) === true) return 'No email address';
      return tellsInside === true ? 'Open the load for its email' : 'Address inside the load';
    },
    beginRound() {
      headTexts = createHeadTexts(document);
    },
    forgetRow: (row) => void reads.delete(row),
    forget: () => openedLoads?.forget(),
  };
}
