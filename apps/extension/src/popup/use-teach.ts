import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import type { Purpose, TeachFromPopup, TeachView } from '../teach/messages.ts';

export interface Teach {
  view: TeachView | null;
  start: (purpose: Purpose) => void;
  remove: (id: string) => void;
  share: (id: string) => void;
  /** Ends the use of a company's page in this browser. */
  stop: (id: string) => void;
  /** Whether lessons are offered on the site of the tab in front. */
  setQuiet: (isQuiet: boolean) => void;
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

  const look = useCallback(
    async (type: 'teach:view' | 'teach:news'): Promise<void> => {
      const [active] = await browser.tabs.query({ active: true, currentWindow: true });
      const found = { tabId: active?.id ?? null, url: active?.url ?? null };
      setTab(found);
      await ask({ type, ...found });
    },
    [ask],
  );

  useEffect(() => {
    // What the company agreed to since. Nobody waits for it.
    void look('teach:view').then(() => look('teach:news'));
    // The side panel stays open while the user goes to other tabs and pages.
    const lookAgain = () => void look('teach:view');
    browser.tabs.onActivated.addListener(lookAgain);
    browser.tabs.onUpdated.addListener(lookAgain);
    return () => {
      browser.tabs.onActivated.removeListener(lookAgain);
      browser.tabs.onUpdated.removeListener(lookAgain);
    };
  }, [look]);

  async function start(purpose: Purpose): Promise<void> {
    const { tabId, url } = tab;
    if (tabId === null || url === null || view === null) return;
    const wanted = ask({ type: 'teach:want', tabId, url, purpose });
    // The browser asks only within the click, so nothing is waited for before this. Its question may close the popup.
    // A report needs the tab in front once, and the click on our icon gives that.
    const isAllowed = purpose === 'REPORT' || view.pattern === null || (await browser.permissions.request({ origins: [view.pattern] }));
    if (!isAllowed) return;
    await wanted;
    const answer = await ask({ type: 'teach:start', tabId, url, purpose });
    if (answer?.fault === null) onStarted();
  }

  async function change(type: 'teach:remove' | 'teach:share' | 'teach:stop', id: string): Promise<void> {
    const answer = await ask({ type, id });
    const here = await ask({ type: 'teach:view', ...tab });
    if (answer !== undefined && here !== undefined) setView({ ...here, shareFault: answer.shareFault });
  }

  async function setQuiet(isQuiet: boolean): Promise<void> {
    const { tabId, url } = tab;
    if (tabId !== null && url !== null) await ask({ type: 'teach:quiet', tabId, url, isQuiet });
  }

  return {
    view,
    setQuiet: (isQuiet) => void setQuiet(isQuiet),
    start: (purpose) => void start(purpose),
    remove: (id) => void change('teach:remove', id),
    share: (id) => void change('teach:share', id),
    stop: (id) => void change('teach:stop', id),
  };
}
