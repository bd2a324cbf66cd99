import { useState } from 'react';
import { formatAgo } from '../../mail/format-ago.ts';
import { askWorker, useHost } from '../view/panel-host.ts';
import type { MatchesView } from './messages.ts';

/** Under what was read before the page has changed: what is done about it, and what the user can do. */
export function PausedFoot({ view: { lookedAtMs } }: { view: Pick<MatchesView, 'lookedAtMs'> }) {
  const host = useHost();
  const [doing, setDoing] = useState<'LOOK' | 'REPORT' | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);

  async function look(): Promise<void> {
    setDoing('LOOK');
    await askWorker(host, { type: 'panel:look' });
    setDoing(null);
  }
  async function report(): Promise<void> {
    setDoing('REPORT');
    setIsUnreadable(!(await host.reportLayout().catch(() => false)));
    setDoing(null);
  }

  const last = lookedAtMs === null ? 'not looked yet' : `last look ${formatAgo(lookedAtMs, Date.now())}`;
  return (
    <section className="actions" aria-label="Looking for a fix">
      <div className="section-head">
        <strong>Looking for a fix</strong>
        <span className="quiet" role="status">
          {doing === 'LOOK' ? 'looking now…' : last}
        </span>
      </div>
      <p className="quiet">It arrives by itself, without a reload.</p>
      {isUnreadable ? (
        <p className="bad" role="alert">
          This page’s layout can’t be read. Report it from the Headhaul button in the toolbar.
        </p>
      ) : null}
      <div className="buttons">
        <button type="button" className="button button-filled" disabled={doing !== null} onClick={() => void report()}>
          Report layout
        </button>
        <button type="button" className="button button-line" disabled={doing !== null} onClick={() => void look()}>
          Try again
        </button>
      </div>
    </section>
  );
}
