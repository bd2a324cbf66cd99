import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import type { TeachFromPopup, TeachView } from '../teach/messages.ts';

export interface Teach {
  view: TeachView | null;
  start: () => void;
  remove: (id: string) => void;
}

interface Tab {
  tabId: number | null;
  url: string | null;
}

/** What can be taught in the tab in front of the user, and what was taught before. */
export function useTeach(onStarted: () => void): Teach {
  const [tab, setTab] = useState<Tab>({ tabId: null, url: null });
  const [view, setView] = useState<TeachView | null>(null);

  const ask = useCallback(async (message: TeachFromPopup): Promise<TeachView | undefined> => {
    // A worker that doesn't answer is said by the rest of the popup.
    const answer: TeachView | undefined = await browser.runtime.sendMessage(message).catch(() => undefined);
    if (answer !== undefined) setView(answer);
    return answer;
  }, []);

  useEffect(() => {
    void (async () => {
      const [active] = await browser.tabs.query({ active: true, currentWindow: true });
      const found = { tabId: active?.id ?? null, url: active?.url ?? null };
      setTab(found);
      await ask({ type: 'teach:view', ...found });
    })();
  }, [ask]);

  async function start(): Promise<void> {
    const { tabId, url } = tab;
    if (tabId === null || url === null || view === null) return;
    const wanted = ask({ type: 'teach:want', tabId, url });
    // The browser asks only within the click, so nothing is waited for before this. Its question may close the popup.
    const isAllowed = view.pattern === null || (await browser.permissions.request({ origins: [view.pattern] }));
    if (!isAllowed) return;
    await wanted;
    const answer = await ask({ type: 'teach:start', tabId, url });
    if (answer?.fault === null) onStarted();
  }

  async function remove(id: string): Promise<void> {
    await ask({ type: 'teach:remove', id });
    await ask({ type: 'teach:view', ...tab });
  }

  return { view, start: () => void start(), remove: (id) => void remove(id) };
}
