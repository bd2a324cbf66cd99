import type { Ref } from 'react';

export interface AnchorBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function boxOf(element: HTMLElement): AnchorBox {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/**
 * Where one menu for a whole list opens: over what was pressed. A menu of its own for each row would cost more than the row.
 * It takes nothing but its place from the menu; roles and states are the pressed button's.
 */
export function MenuAnchor({ ref, box: { left, top, width, height } }: { ref?: Ref<HTMLSpanElement>; box: AnchorBox }) {
  return <span ref={ref} aria-hidden="true" style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />;
}
