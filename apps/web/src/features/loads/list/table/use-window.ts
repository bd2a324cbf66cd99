import { useEffect, useMemo, useState } from 'react';
import { type Range, rangeOf, rowOffsets } from './window-range.ts';

interface WindowOptions {
  count: number;
  /** Must be another function when heights have changed. */
  heightOf: (index: number) => number;
  scroller: HTMLElement | null;
  /** Where the first line begins in what scrolls. */
  marginPx?: number;
  /** Lines drawn beyond the edge that is scrolled to; behind there is one, for the keys. */
  ahead: number;
  /** What the first line shows: when it is something else, it is another list. */
  first?: string | undefined;
}

interface Window extends Range {
  /** The room of the lines that aren't drawn. */
  beforePx: number;
  afterPx: number;
  totalPx: number;
  placeOf: (index: number) => { topPx: number; bottomPx: number };
}

/** Scrolling within this changes nothing that is drawn. */
const stepPx = 40;

/** Which lines are in sight. Heights are known, so nothing is measured and nothing jumps. */
export function useWindow({ count, heightOf, scroller, marginPx = 0, ahead, first }: WindowOptions): Window {
  const offsets = useMemo(() => rowOffsets(count, heightOf), [count, heightOf]);
  const [viewport, setSight] = useState({ topPx: 0, heightPx: 900, isGoingUp: false, isJump: false });

  useEffect(() => {
    if (scroller === null) return;
    const look = () => {
      const topPx = Math.floor(scroller.scrollTop / stepPx) * stepPx;
      setSight((last) => {
        if (last.topPx === topPx) return last;
        return { ...last, topPx, isGoingUp: topPx < last.topPx, isJump: Math.abs(topPx - last.topPx) >= last.heightPx };
      });
    };
    const resizing = new ResizeObserver(([entry]) => {
      const heightPx = (entry?.contentRect.height ?? 0) + stepPx;
      setSight((last) => ({ ...last, heightPx }));
    });
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    resizing.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      resizing.disconnect();
    };
  }, [scroller]);

  // After a jump, or in another list, every line is new: those in sight are drawn first, the others in the next frame.
  const [lastFirst, setLastFirst] = useState(first);
  const isAllNew = viewport.isJump || lastFirst !== first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: A jump after a jump begins anew.
  useEffect(() => {
    if (!isAllNew) return;
    const frame = requestAnimationFrame(() => {
      setSight((last) => ({ ...last, isJump: false }));
      setLastFirst(first);
    });
    return () => cancelAnimationFrame(frame);
  }, [isAllNew, viewport, first]);

  const topPx = viewport.topPx - marginPx;
  const [above, below] = isAllNew ? [0, 0] : viewport.isGoingUp ? [ahead, 1] : [1, ahead];
  const { from, to } = rangeOf(offsets, topPx, topPx + viewport.heightPx, above, below);
  const place = (index: number) => offsets[index] ?? 0;
  const totalPx = place(count);
  return {
    from,
    to,
    beforePx: place(from),
    afterPx: totalPx - place(to),
    totalPx,
    placeOf: (index) => ({ topPx: marginPx + place(index), bottomPx: marginPx + place(index + 1) }),
  };
}
