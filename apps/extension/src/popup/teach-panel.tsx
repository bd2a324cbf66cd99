import type { ReactNode } from 'react';
import type { CompanyView, Purpose, Sharing, TaughtView, TeachView } from '../teach/messages.ts';

export interface TeachPanelProps {
  view: TeachView;
  /** What is said of paused boards offers the report already. */
  isReportShown: boolean;
  onStart: (purpose: Purpose) => void;
  /** Ends the offer on this site, or begins it again. */
  onQuiet: (isQuiet: boolean) => void;
  onRemove: (id: string) => void;
  onShare: (id: string) => void;
  onStop: (id: string) => void;
}

const offers: Record<'NEW' | 'CHANGED', { title: string; text: string }> = {
  NEW: { title: 'Teach Headhaul this page', text: 'Is this a load board? Show us where things are. It takes about a minute.' },
  CHANGED: { title: 'No loads read here', text: 'If you see loads, teach us this page again. It takes about a minute.' },
};
const sharingLabels: Record<Sharing, string> = {
  NONE: 'on this computer only',
  OFFERED: 'waits for your team owner’s yes',
  AGREED: 'your company reads this page too',
};

const dayOf = (at: string) => new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const nameOf = ({ host, path }: { host: string; path: string }) => `${host}${path === '/' ? '' : path}`;

/** Offers a lesson where a page can't be read, and lists what was taught on this computer and by the company. */
export function TeachPanel({ view, isReportShown, onStart, onQuiet, onRemove, onShare, onStop }: TeachPanelProps) {
  const { page, host, taught, company, shareFault } = view;
  const isQuiet = page === 'NEW' && view.isQuiet;
  const isOffered = page === 'NEW' || page === 'CHANGED';
  if (!isOffered && taught.length === 0 && company.length === 0) return null;
  return (
    <section className="block boards" aria-label="Teach a board">
      {isOffered && isQuiet ? <QuietSite host={host} onQuiet={onQuiet} /> : null}
      {isOffered && !isQuiet ? <Offer view={view} page={page} isReportShown={isReportShown} onStart={onStart} /> : null}
      {page === 'NEW' && !isQuiet ? (
        <button type="button" className="button button-line button-wide" onClick={() => onQuiet(true)}>
          Don't offer on this site
        </button>
      ) : null}
      {taught.map((one) => (
        <Taught key={one.id} page={one} onRemove={onRemove} onShare={onShare} />
      ))}
      <p className="board-line board-warn" role="status">
        {shareFault ?? ''}
      </p>
      {company.map((one) => (
        <OfCompany key={one.id} page={one} onStop={onStop} />
      ))}
    </section>
  );
}

function Line({ name, text, children }: { name: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="board">
      <div className="board-text">
        <p className="board-name">{name}</p>
        {text}
      </div>
      <span className="board-acts">{children}</span>
    </div>
  );
}

type OfferProps = Pick<TeachPanelProps, 'view' | 'isReportShown' | 'onStart'> & { page: 'NEW' | 'CHANGED' };

function Offer({ view: { host, fault, offer }, page, isReportShown, onStart }: OfferProps) {
  const by = offer?.taughtBy ?? null;
  const title = offer === null ? offers[page].title : 'Your company reads this page';
  const text = offer === null ? offers[page].text : `${by === null ? 'Somebody of your team' : by} taught it. Allow this site?`;
  const lines = (
    <>
      <p className="board-line">{text}</p>
      <p className="board-line board-warn" role="status">
        {fault === null ? '' : `${host} can't be read. Other tabs still work.`}
      </p>
    </>
  );
  return (
    <Line name={title} text={lines}>
      {offer === null && !isReportShown ? (
        <button type="button" className="button button-line" onClick={() => onStart('REPORT')}>
          Report layout
        </button>
      ) : null}
      <button type="button" className="button button-filled" onClick={() => onStart(offer === null ? 'TEACH' : 'USE')}>
        {offer === null ? 'Teach' : 'Allow'}
      </button>
    </Line>
  );
}

function QuietSite({ host, onQuiet }: Pick<TeachPanelProps, 'onQuiet'> & { host: string | null }) {
  return (
    <Line name="Teach a board" text={<p className="board-line">{`Not offered on ${host}`}</p>}>
      <button type="button" className="button button-line" onClick={() => onQuiet(false)}>
        Offer again
      </button>
    </Line>
  );
}

function Taught({ page, onRemove, onShare }: Pick<TeachPanelProps, 'onRemove' | 'onShare'> & { page: TaughtView }) {
  const { id, host, path, taughtAt, sharing } = page;
  return (
    <Line name={nameOf(page)} text={<p className="board-line">{`Taught ${dayOf(taughtAt)}, ${sharingLabels[sharing]}`}</p>}>
      {sharing === 'NONE' ? (
        <button
          type="button"
          className="button button-line"
          aria-label={`Share ${host}${path} with the company`}
          onClick={() => onShare(id)}
        >
          Share
        </button>
      ) : null}
      <button type="button" className="button button-line" aria-label={`Remove ${host}${path}`} onClick={() => onRemove(id)}>
        Remove
      </button>
    </Line>
  );
}

function OfCompany({ page, onStop }: Pick<TeachPanelProps, 'onStop'> & { page: CompanyView }) {
  const { id, host, path, taughtBy, canStop } = page;
  return (
    <Line
      name={nameOf(page)}
      text={<p className="board-line">{`Shared by your company${taughtBy === null ? '' : `, taught by ${taughtBy}`}`}</p>}
    >
      {canStop ? (
        <button type="button" className="button button-line" aria-label={`Stop reading ${host}${path}`} onClick={() => onStop(id)}>
          Stop
        </button>
      ) : null}
    </Line>
  );
}
