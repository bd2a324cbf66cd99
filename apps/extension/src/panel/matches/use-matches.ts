import { useCallback, useEffect, useRef, useState } from 'react';
import type { MatchOrder } from '../../board/messages.ts';
import { askWorker, useHost } from '../view/panel-host.ts';
import type { MatchesView } from './messages.ts';

/** The page is asked this often while somebody looks at the list. Nothing leaves the browser for it. */
const lookEveryMs = 2_000;

export type MatchesPhase = { kind: 'loading' } | { kind: 'no-board' } | { kind: 'known'; view: MatchesView };

export interface Matches {
  phase: MatchesPhase;
  /** Counts from the rows that are on the page now. */
  startOver: () => void;
}

/** The matches of the tab that the user looks at. What was listed last stays while nobody looks at a list. */
export function useMatches(order: MatchOrder, isListed: boolean): Matches {
  const host = useHost();
  const [phase, setPhase] = useState<MatchesPhase>({ kind: 'loading' });
  /** An answer to an earlier question is dropped. */
  const asked = useRef(0);

  const look = useCallback(
    async (isAnew: boolean) => {
      asked.current += 1;
      const own = asked.current;
      const tabId = await host.findTab();
      const answer = tabId === null ? { view: null } : await askWorker(host, { type: 'panel:matches', tabId, order, isAnew });
      // One answer that is missing takes nothing off the screen: the worker is starting.
      if (answer === undefined || own !== asked.current) return;
      setPhase(answer.view === null ? { kind: 'no-board' } : { kind: 'known', view: answer.view });
    },
    [host, order],
  );

  useEffect(() => {
    if (!isListed) return undefined;
    void look(false);
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') void look(false);
    };
    const timer = setInterval(lookIfSeen, lookEveryMs);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [look, isListed]);

  return { phase, startOver: () => void look(true) };
}
