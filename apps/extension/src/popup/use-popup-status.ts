import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import type { PopupQuestion, PopupStatus } from '../lib/popup-status.ts';
import { accessKey } from '../lib/publish-state.ts';
import type { PopupPhase } from './popup-view.tsx';

async function ask(question: Exclude<PopupQuestion, 'popup:day'>): Promise<PopupStatus> {
  const status: PopupStatus | undefined = await browser.runtime.sendMessage(question);
  if (status === undefined) throw new Error('The background worker gave no answer');
  return status;
}

/** Shows the stored state at once, then the state confirmed by the API. */
export function usePopupStatus(): { phase: PopupPhase; confirm: () => Promise<void> } {
  const [phase, setPhase] = useState<PopupPhase>({ kind: 'loading' });

  const confirm = useCallback(async () => {
    try {
      const stored = await ask('popup:status');
      setPhase({ kind: 'known', status: stored });
      if (stored.user !== null) setPhase({ kind: 'known', status: await ask('popup:confirm') });
    } catch {
      setPhase({ kind: 'failed' });
    }
  }, []);

  useEffect(() => {
    void confirm();
    // The copy of the access token exists as long as the session, so a sign-in or an ended plan in another tab shows here at once.
    const standingOf = (access: unknown) => (access as { isBlocked?: boolean } | undefined)?.isBlocked;
    const follow = (changes: Partial<Record<string, { oldValue?: unknown; newValue?: unknown }>>) => {
      const change = changes[accessKey];
      if (change !== undefined && standingOf(change.oldValue) !== standingOf(change.newValue)) void confirm();
    };
    browser.storage.session.onChanged.addListener(follow);
    return () => browser.storage.session.onChanged.removeListener(follow);
  }, [confirm]);

  return { phase, confirm };
}
