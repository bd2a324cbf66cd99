import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import type { BoardsView, FromPopup } from '../board/messages.ts';

/** Rows come and go while somebody scrolls, so an open popup asks again. */
const askEveryMs = 1_000;

export interface Boards {
  /** What the worker knows about the boards. Null until it has answered. */
  boards: BoardsView | null;
  /** A look for a fix takes a moment. */
  isLooking: boolean;
  tell: (message: FromPopup) => void;
  look: () => void;
}

export function useBoards(): Boards {
  const [boards, setBoards] = useState<BoardsView | null>(null);
  const [isLooking, setIsLooking] = useState(false);

  const ask = useCallback(async (message: FromPopup): Promise<void> => {
    // A worker that doesn't answer is said by the rest of the popup.
    const view: BoardsView | undefined = await browser.runtime.sendMessage(message).catch(() => undefined);
    // What was seen is counted once, when the popup opens.
    if (view) setBoards((before) => ({ ...view, tallies: view.tallies ?? before?.tallies ?? null }));
  }, []);
  const tell = useCallback((message: FromPopup) => void ask(message), [ask]);

  useEffect(() => {
    tell({ type: 'boards:view' });
    tell({ type: 'boards:tally' });
    const timer = setInterval(() => tell({ type: 'boards:view' }), askEveryMs);
    return () => clearInterval(timer);
  }, [tell]);

  function look(): void {
    setIsLooking(true);
    void ask({ type: 'boards:look' }).finally(() => setIsLooking(false));
  }

  return { boards, isLooking, tell, look };
}
