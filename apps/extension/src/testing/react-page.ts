import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/** The page of a test: what is drawn on it is there when `draw` returns, and gone after the test. */
export function createReactPage() {
  let root: Root | null = null;

  async function clear(): Promise<void> {
    await act(async () => root?.unmount());
    root = null;
    document.body.innerHTML = '';
  }

  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });
  afterEach(clear);

  return {
    clear,
    async draw(element: ReactNode): Promise<void> {
      const drawn = createRoot(document.body.appendChild(document.createElement('div')));
      root = drawn;
      await act(async () => drawn.render(element));
    },
  };
}
