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
 * The place where the one menu of a whole list opens, over the pressed element. A menu for each row would cost more than the row. The
 * anchor only gives the menu its position. Roles and states stay on the pressed button.
 */
export function MenuAnchor({ ref, box: { left, top, width, height } }: { ref?: Ref<HTMLSpanElement>; box: AnchorBox }) {
  return <span ref={ref} aria-hidden="true" style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />;
}
