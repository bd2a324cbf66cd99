import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import type { RowRead } from '../read/read-row.ts';

export interface KeyNews {
  /** Other rows under this row's key that are about another load. Nobody can tell whose the key is. */
  rivals: readonly Element[];
  /** Rows whose key isn't shared any more. */
  freed: readonly Element[];
}

export interface SharedKeys {
  /** What the row says now. */
  note(row: Element, read: RowRead | null): KeyNews;
  /** The row is gone. Returns the rows whose key isn't shared any more. */
  forget(row: Element): readonly Element[];
  /** Whether rows about different loads have the row's key. */
  isShared(row: Element): boolean;
  forgetAll(): void;
}

const nobody: readonly Element[] = [];
const nothingNew: KeyNews = { rivals: nobody, freed: nobody };

/** A load that a board draws twice is one load. Its age may be drawn a moment later in one of the rows. */
function isSameLoad(one: BoardLoad | null, other: BoardLoad | null): boolean {
  const factsOf = (load: BoardLoad | null) =>
    load && [load.origin.raw, load.destination.raw, load.pickup.raw, load.rate, load.tripMiles, load.broker, load.contact, load.reference];
  return JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other));
}

/** Which rows have the same key now. `keyNow`: what the page says at this moment, because a row may have been used again meanwhile. */
export function createSharedKeys(keyNow: (row: Element) => string | null): SharedKeys {
  const reads = new Map<Element, RowRead>();
  const rowsOf = new Map<string, Set<Element>>();
  const shared = new Set<Element>();

  function leave(row: Element): readonly Element[] {
    const key = reads.get(row)?.key;
    reads.delete(row);
    shared.delete(row);
    const rows = key === undefined ? undefined : rowsOf.get(key);
    if (key === undefined || rows === undefined) return nobody;
    rows.delete(row);
    if (rows.size === 0) rowsOf.delete(key);
    if (shared.size === 0) return nobody;
    const freed = [...rows].filter((other) => shared.has(other));
    for (const other of freed) shared.delete(other);
    return freed;
  }

  return {
    note(row, read) {
      const freed = reads.get(row)?.key === read?.key && !shared.has(row) ? nobody : leave(row);
      if (read === null) return freed.length === 0 ? nothingNew : { rivals: nobody, freed };
      reads.set(row, read);
      const rows = rowsOf.get(read.key) ?? new Set();
      rowsOf.set(read.key, rows.add(row));
      if (rows.size === 1) return freed.length === 0 ? nothingNew : { rivals: nobody, freed };
      const rivals = [...rows].filter(
        (other) =>
          other !== row && other.isConnected && keyNow(other) === read.key && !isSameLoad(reads.get(other)?.load ?? null, read.load),
      );
      if (rivals.length > 0) for (const one of [row, ...rivals]) shared.add(one);
      return { rivals, freed: freed.filter((one) => !rivals.includes(one)) };
    },
    forget: leave,
    isShared: (row) => shared.has(row),
    forgetAll() {
      reads.clear();
      rowsOf.clear();
      shared.clear();
    },
  };
}
