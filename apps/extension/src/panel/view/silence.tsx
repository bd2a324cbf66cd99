import { useEffect, useState } from 'react';
import { askWorker, useHost } from './panel-host.ts';
import { formatClock } from './parts.tsx';

/** Since when the browser has no network. Null while it has one. */
function useOffline(): { sinceMs: number | null } | null {
  const [offline, setOffline] = useState<{ sinceMs: number | null } | null>(() => (navigator.onLine ? null : { sinceMs: null }));
  useEffect(() => {
    const go = () => setOffline({ sinceMs: Date.now() });
    const come = () => setOffline(null);
    window.addEventListener('offline', go);
    window.addEventListener('online', come);
    return () => {
      window.removeEventListener('offline', go);
      window.removeEventListener('online', come);
    };
  }, []);
  return offline;
}

export interface Silence {
  isOffline: boolean;
  /** Null where nobody knows. */
  sinceMs: number | null;
}

/** Whether Headhaul can be reached. Null: as far as is known, it can. */
export function useSilence(silentSinceMs: number | undefined): Silence | null {
  const offline = useOffline();
  if (offline !== null) return { isOffline: true, sinceMs: silentSinceMs ?? offline.sinceMs };
  return silentSinceMs === undefined ? null : { isOffline: false, sinceMs: silentSinceMs };
}

/** What goes on without Headhaul, and what is from before. */
export function SilenceStrip({ silence: { isOffline, sinceMs }, onTried }: { silence: Silence; onTried: () => void }) {
  const host = useHost();
  const [isTrying, setIsTrying] = useState(false);
  const since = sinceMs === null ? '' : ` since ${formatClock(sinceMs)}`;

  async function tryAgain(): Promise<void> {
    setIsTrying(true);
    await askWorker(host, { type: 'panel:try' });
    setIsTrying(false);
    onTried();
  }

  return (
    <section className="strip silence" aria-label="No connection">
      <div role="status">
        <strong>
          {isOffline ? 'Offline' : 'Headhaul doesn’t answer'}
          {since}.
        </strong>{' '}
        Filters keep working. Brokers, profit and the factor’s answers are the last ones we have.
      </div>
      <button type="button" className="button button-line" disabled={isTrying} onClick={() => void tryAgain()}>
        {isTrying ? 'Trying…' : 'Try now'}
      </button>
    </section>
  );
}
