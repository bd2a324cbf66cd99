import type { TeachView } from '../teach/messages.ts';

export interface TeachPanelProps {
  view: TeachView;
  onStart: () => void;
  onRemove: (id: string) => void;
}

const offers: Record<'NEW' | 'CHANGED', { title: string; text: string }> = {
  NEW: { title: 'Teach Headhaul this page', text: 'Is this a load board? Show us where things are. It takes about a minute.' },
  CHANGED: { title: 'No loads read here', text: 'If you see loads, teach us this page again. It takes about a minute.' },
};

const dayOf = (at: string) => new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** Offers a lesson where a page can't be read, and lists what was taught on this computer. */
export function TeachPanel({ view: { page, host, fault, taught }, onStart, onRemove }: TeachPanelProps) {
  const offer = page === 'NEW' || page === 'CHANGED' ? offers[page] : null;
  if (offer === null && taught.length === 0) return null;
  return (
    <section className="block boards" aria-label="Teach a board">
      {offer === null ? null : (
        <div className="board">
          <div>
            <p className="board-name">{offer.title}</p>
            <p className="board-line">{offer.text}</p>
            <p className="board-line board-warn" role="status">
              {fault === null ? '' : `${host} can't be read. Other tabs still work.`}
            </p>
          </div>
          <button type="button" className="button button-filled" onClick={onStart}>
            Teach
          </button>
        </div>
      )}
      {taught.map(({ id, host: taughtHost, path, taughtAt }) => (
        <div className="board" key={id}>
          <div>
            <p className="board-name">
              {taughtHost}
              {path === '/' ? '' : path}
            </p>
            <p className="board-line">Taught {dayOf(taughtAt)}, on this computer only</p>
          </div>
          <button type="button" className="button" aria-label={`Remove ${taughtHost}${path}`} onClick={() => onRemove(id)}>
            Remove
          </button>
        </div>
      ))}
    </section>
  );
}
