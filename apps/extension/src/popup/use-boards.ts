import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import type { BoardsView, FromPopup } from '../board/messages.ts';

/** Rows come and go while somebody scrolls, so an open popup asks again. */
const askEveryMs = 1_000;

/** What the worker knows about the boards. Null until it has answered. */
export function useBoards(): { boards: BoardsView | null; tell: (message: FromPopup) => void } {
  const [boards, setBoards] = useState<BoardsView | null>(null);

  const tell = useCallback((message: FromPopup) => {
    // A worker that doesn't answer is said by the rest of the popup.
    browser.runtime.sendMessage(message).then(
      (view: BoardsView | undefined) => setBoards((before) => view ?? before),
      () => undefined,
    );
  }, []);

  useEffect(() => {
    tell({ type: 'boards:view' });
    const timer = setInterval(() => tell({ type: 'boards:view' }), askEveryMs);
    return () => clearInterval(timer);
  }, [tell]);

  return { boards, tell };
}
