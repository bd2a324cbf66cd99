import { type RefObject, useLayoutEffect, useRef } from 'react';

const edgePx = 8;

/** Places a small layer at a point of the window, and moves it so that all of it is visible. */
export function useStayOnScreen({ left, top }: { left: number; top: number }): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(Math.min(left, window.innerWidth - width - edgePx), edgePx)}px`;
    element.style.top = `${Math.max(Math.min(top, window.innerHeight - height - edgePx), edgePx)}px`;
  }, [left, top]);
  return box;
}
