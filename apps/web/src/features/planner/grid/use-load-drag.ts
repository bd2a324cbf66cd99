import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Where a load can be dropped: on a truck's row, or on the shelf. */
export type DropTarget = { kind: 'row'; driverId: string } | { kind: 'shelf' };

export interface LoadDrag {
  load: LoadRow;
  over: DropTarget | null;
  /** The position of the pointer at the last render. */
  x: number;
  y: number;
}

/** A shorter move counts as a click, because a hand is never quite still. */
const startsAfterPx = 5;
const edgePx = 48;
const scrollPx = 10;

function targetAt(x: number, y: number): DropTarget | null {
  const element = document.elementFromPoint(x, y);
  const driverId = element?.closest<HTMLElement>('[data-plan-row]')?.dataset.planRow;
  if (driverId !== undefined) return { kind: 'row', driverId };
  return element?.closest('[data-plan-shelf]') ? { kind: 'shelf' } : null;
}

/** Slightly off the pointer, so that the row under it stays visible. */
export function ghostPlace(x: number, y: number): string {
  return `translate(${x + 10}px, ${y + 8}px)`;
}

function isSame(a: DropTarget | null, b: DropTarget | null): boolean {
  return a?.kind === b?.kind && (a?.kind !== 'row' || b?.kind !== 'row' || a.driverId === b.driverId);
}

/**
 * Dragging a load by mouse, pen or finger. The card at the pointer moves without a React render. A render happens only when the load gets
 * over another row. Escape cancels the drag.
 */
export function useLoadDrag(
  scroller: RefObject<HTMLElement | null>,
  onDrop: (load: LoadRow, target: DropTarget, at: { x: number; y: number }) => void,
) {
  const [drag, setDrag] = useState<LoadDrag | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });

  const start = (event: ReactPointerEvent<HTMLElement>, load: LoadRow) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const from = { x: event.clientX, y: event.clientY };
    const listening = new AbortController();
    const { signal } = listening;
    let over: DropTarget | null = null;
    let isMoving = false;
    let frame = 0;
    let last = from;

    const creep = () => {
      const box = scroller.current?.getBoundingClientRect();
      if (box && scroller.current) {
        if (last.y < box.top + edgePx) scroller.current.scrollTop -= scrollPx;
        else if (last.y > box.bottom - edgePx && last.y < box.bottom) scroller.current.scrollTop += scrollPx;
      }
      frame = requestAnimationFrame(creep);
    };

    const move = ({ clientX, clientY }: PointerEvent) => {
      if (!isMoving && Math.hypot(clientX - from.x, clientY - from.y) < startsAfterPx) return;
      last = { x: clientX, y: clientY };
      const target = targetAt(clientX, clientY);
      if (!isMoving || !isSame(target, over)) setDrag({ load, over: target, x: clientX, y: clientY });
      if (!isMoving) frame = requestAnimationFrame(creep);
      isMoving = true;
      over = target;
      ghost.current?.style.setProperty('transform', ghostPlace(clientX, clientY));
    };

    const end = (isDropped: boolean) => {
      listening.abort();
      cancelAnimationFrame(frame);
      setDrag(null);
      if (!isMoving) return;
      // Ignore the click that follows the end of a drag.
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
      if (isDropped && over !== null) drop.current(load, over, last);
    };

    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return;
        key.preventDefault();
        end(false);
      },
      { signal, capture: true },
    );
  };

  return { drag, ghost, start };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
