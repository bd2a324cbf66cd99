import type { BoardDay } from '@headhaul/contracts/boards/postings';
import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import type { PopupQuestion } from '../lib/popup-status.ts';

/** What was done today, asked when the popup opens. Null until Headhaul has answered, and where it doesn't. */
export function useDay(): BoardDay | null {
  const [day, setDay] = useState<BoardDay | null>(null);
  useEffect(() => {
    const question: PopupQuestion = 'popup:day';
    browser.runtime.sendMessage(question).then(
      (answer: BoardDay | null | undefined) => setDay(answer ?? null),
      () => undefined,
    );
  }, []);
  return day;
}
