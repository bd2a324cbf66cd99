import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { Asked, FromPanel, PanelQuestions, PanelView } from '../messages.ts';
import { askWorker, useHost } from './panel-host.ts';

/** The row is read again this often while somebody looks at the panel. Nothing leaves the browser for it. */
const lookEveryMs = 2_000;

export type PanelPhase = { kind: 'loading' } | { kind: 'failed' } | { kind: 'known'; view: PanelView };

/** The row that was opened last, as it is on the board's page now. */
export function usePanelView(): { phase: PanelPhase; look: () => void } {
  const host = useHost();
  const [phase, setPhase] = useState<PanelPhase>({ kind: 'loading' });

  const look = useCallback(() => {
    void askWorker(host, { type: 'panel:view' }).then((view) => {
      setPhase((before) => {
        if (view !== undefined) return { kind: 'known', view };
        // One answer that is missing takes nothing off the screen: the worker is starting.
        return before.kind === 'known' ? before : { kind: 'failed' };
      });
    });
  }, [host]);

  useEffect(() => {
    look();
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(lookIfSeen, lookEveryMs);
    const end = host.onChanged(look);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      end();
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [host, look]);

  return { phase, look };
}

type Kept = 'panel:facts' | 'panel:lookup' | 'panel:drivers' | 'panel:profit' | 'panel:route';
type ValueOf<Q extends Kept> = Extract<PanelQuestions[Q]['answer'], { ok: true }>['value'];

export interface Question<T> {
  /** Null while it is asked for the first time. */
  answer: Asked<T> | null;
  again: () => void;
}

const unreachable = { ok: false, failure: 'UNREACHABLE' } as const;

/** Whether Headhaul is known not to answer. What it didn't answer is asked again when it does. */
export const SilenceContext = createContext(false);

/** Asks when the question is another one, and on `again`. Null asks nothing. An answer to an earlier question is dropped. */
export function useQuestion<Q extends Kept>(message: Omit<FromPanel<Q>, 'isFresh'> | null): Question<ValueOf<Q>> {
  const host = useHost();
  const wanted = message === null ? null : JSON.stringify(message);
  /** Which question is asked anew, and how often. */
  const [renewed, setRenewed] = useState<{ of: string | null; times: number }>({ of: null, times: 0 });
  const times = renewed.of === wanted ? renewed.times : 0;
  const [known, setKnown] = useState<{ of: string | null; answer: Asked<ValueOf<Q>> } | null>(null);

  useEffect(() => {
    if (wanted === null) return undefined;
    let isLate = false;
    const asked = { ...JSON.parse(wanted), isFresh: times > 0 } as FromPanel<Q>;
    void askWorker<Q>(host, asked).then((answer) => {
      if (!isLate) setKnown({ of: wanted, answer: (answer ?? unreachable) as Asked<ValueOf<Q>> });
    });
    return () => {
      isLate = true;
    };
  }, [host, wanted, times]);

  const answer = known !== null && known.of === wanted ? known.answer : null;
  const again = () => setRenewed({ of: wanted, times: times + 1 });
  const isSilent = useContext(SilenceContext);
  const [wasSilent, setWasSilent] = useState(isSilent);
  if (wasSilent !== isSilent) {
    setWasSilent(isSilent);
    if (!isSilent && (answer?.ok === true ? answer.isOld : answer?.failure === 'UNREACHABLE')) again();
  }
  return { answer, again };
}
