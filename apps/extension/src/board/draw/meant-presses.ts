/** Nobody has read it sooner. What is pressed before was meant for what was there a moment ago. */
export const readAfterMs = 500;

/** A key that is held down presses once. */
export function isHeldPress({ key, repeat }: KeyboardEvent): boolean {
  return repeat && (key === 'Enter' || key === ' ');
}

/**
 * Of the presses inside, lets through those that were meant: not in the first moment of what is shown, not the second of a double click, not
 * by a key that is held down. Returns how to say that something else is shown now.
 */
export function dropUnmeantPresses(inside: EventTarget): () => void {
  let shownMs = performance.now();
  const dropClick = (event: Event) => {
    if ((event as MouseEvent).detail < 2 && performance.now() - shownMs >= readAfterMs) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  inside.addEventListener('click', dropClick, { capture: true });
  inside.addEventListener('keydown', (event) => {
    if (isHeldPress(event as KeyboardEvent)) event.preventDefault();
  });
  return () => {
    shownMs = performance.now();
  };
}
