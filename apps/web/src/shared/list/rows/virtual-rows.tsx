import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefCallback, useCallback, useEffect, useState } from 'react';

const headPx = 32;
/** More rows are requested when fewer than this many are left. */
const aheadRows = 20;

interface VirtualRowsOptions {
  /** Undefined while the rows are loading. */
  rows: readonly { id: string }[] | undefined;
  rowPx: number;
  hasMore: boolean;
  /** The row with this id is kept in view. */
  focusedId: string | null;
  onNearEnd: () => void;
}

interface VirtualRows {
  /** Goes on the table. The table's parent is the element that scrolls. */
  tableRef: RefCallback<HTMLTableElement>;
  items: readonly VirtualItem[];
  /** The height of the rows before and after that aren't drawn. */
  beforePx: number;
  afterPx: number;
}

/** Draws only the visible rows of a long table, and asks for more rows near its end. */
export function useVirtualRows({ rows, rowPx, hasMore, focusedId, onNearEnd }: VirtualRowsOptions): VirtualRows {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const tableRef = useCallback((element: HTMLTableElement | null) => setScroller(element?.parentElement ?? null), []);
  const count = rows?.length ?? 0;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollPaddingStart: headPx,
    scrollPaddingEnd: 8,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const isNearEnd = hasMore && last !== undefined && last.index >= count - aheadRows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Asks again when more rows have come and the end is still near.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, count]);

  const focusedIndex = rows?.findIndex(({ id }) => id === focusedId) ?? -1;
  useEffect(() => {
    if (focusedIndex >= 0) virtual.scrollToIndex(focusedIndex, { align: 'auto' });
  }, [focusedIndex, virtual]);

  return {
    tableRef,
    items,
    beforePx: first?.start ?? 0,
    afterPx: last === undefined ? 0 : virtual.getTotalSize() - last.end,
  };
}

/** Takes up the height of the rows that aren't drawn. */
export function Spacer({ px, columns }: { px: number; columns: number }) {
  return px <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: Nothing in it can have the focus.
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: px, padding: 0, border: 0 }} />
    </tr>
  );
}
