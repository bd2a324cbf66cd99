import type { BoardsView } from '../board/messages.ts';
import { formatAgo } from '../mail/format-ago.ts';
import { formatMoment } from './account-panel.tsx';
import { boardNames } from './boards-panel.tsx';
import { Lamp, NoteList } from './strip.tsx';

interface PausedPanelProps {
  view: BoardsView;
  isLooking: boolean;
  onTryAgain: () => void;
  /** Null where the changed page isn't the one in front, so that nobody can look at its outline. */
  onReport: (() => void) | null;
}

const pausedOf = ({ boards }: BoardsView) => boards.filter(({ isOn, report }) => isOn && report?.state === 'DEGRADED');
export const hasPaused = (view: BoardsView | null): boolean => view !== null && pausedOf(view).length > 0;

/** For boards whose page has changed: what still works, what waits, and what is done about it. */
export function PausedPanel({ view, isLooking, onTryAgain, onReport }: PausedPanelProps) {
  const { lookedAtMs } = view;
  const paused = pausedOf(view);
  const [first] = paused;
  if (first === undefined) return null;
  const nowMs = Date.now();
  const since = first.sinceMs === null ? '' : ` since ${formatMoment(first.sinceMs, nowMs)}`;
  return (
    <section aria-label="Paused boards">
      <div className="strip strip-warn" role="status">
        <Lamp tone="warn" />
        <div>
          <h2 className="strip-title">{paused.map(({ board }) => boardNames[board]).join(', ')}</h2>
          <p className="strip-line">Layout changed; filters paused.</p>
        </div>
      </div>
      <div className="block">
        <div className="looking">
          <strong>Looking for a fix</strong>
          <span className="board-line" role="status">
            {isLooking ? 'Looking now…' : lookedAtMs === null ? 'Not looked yet' : `Last look ${formatAgo(lookedAtMs, nowMs)}`}
          </span>
        </div>
        <p className="board-line">It arrives by itself, without a reload. A report helps: it has the page’s structure, never its loads.</p>
        <div className="looking-acts">
          {onReport === null ? null : (
            <button type="button" className="button button-line" onClick={onReport}>
              Report layout
            </button>
          )}
          <button type="button" className="button button-line" disabled={isLooking} onClick={onTryAgain}>
            Try again
          </button>
        </div>
        <p className="looking-why">The page looks different{since}, so our marks are off rather than wrong.</p>
        <NoteList
          works={['The side panel keeps the loads it has read', 'Email a load from the side panel']}
          waits={['Rates, brokers and filters on rows']}
        />
      </div>
    </section>
  );
}
