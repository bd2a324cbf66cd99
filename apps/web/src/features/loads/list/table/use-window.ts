import { useEffect, useMemo, useState } from 'react';
import { type Range, rangeOf, rowOffsets } from './window-range.ts';

interface WindowOptions {
  count: number;
  /** Must be another function when heights have changed. */
  heightOf: (index: number) => number;
  scroller: HTMLElement | null;
  /** Where the first line begins inside the scroller. */
  marginPx?: number;
  /** Lines drawn beyond the edge in the scroll direction. Beyond the other edge one line is drawn, for the keyboard. */
  ahead: number;
  /** The id of the first line. Another id means another list. */
  first?: string | undefined;
}

interface Window extends Range {
  /** The height of the lines above and below that aren't drawn. */
  beforePx: number;
  afterPx: number;
  totalPx: number;
  placeOf: (index: number) => { topPx: number; bottomPx: number };
}

/** The scroll position is rounded down to this step. Scrolling within a step redraws nothing. */
const stepPx = 40;

/** Finds the visible lines. Heights are known, so nothing is measured and nothing jumps. */
export function useWindow({ count, heightOf, scroller, marginPx = 0, ahead, first }: WindowOptions): Window {
  const offsets = useMemo(() => rowOffsets(count, heightOf), [count, heightOf]);
  const [viewport, setViewport] = useState({ topPx: 0, heightPx: 900, isGoingUp: false, isJump: false });

  useEffect(() => {
    if (scroller === null) return;
    const look = () => {
      const topPx = Math.floor(scroller.scrollTop / stepPx) * stepPx;
      setViewport((last) => {
        if (last.topPx === topPx) return last;
        return { ...last, topPx, isGoingUp: topPx < last.topPx, isJump: Math.abs(topPx - last.topPx) >= last.heightPx };
      });
    };
    const resizing = new ResizeObserver(([entry]) => {
      const heightPx = (entry?.contentRect.height ?? 0) + stepPx;
      setViewport((last) => ({ ...last, heightPx }));
    });
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    resizing.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      resizing.disconnect();
    };
  }, [scroller]);

  // After a jump, or in another list, every line is new. The visible lines are drawn first, the others in the next frame.
  const [lastFirst, setLastFirst] = useState(first);
  const isAllNew = viewport.isJump || lastFirst !== first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: A second jump starts the wait again.
  useEffect(() => {
    if (!isAllNew) return;
    const frame = requestAnimationFrame(() => {
      setViewport((last) => ({ ...last, isJump: false }));
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
