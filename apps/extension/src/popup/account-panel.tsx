import type { BoardDay } from '@headhaul/contracts/boards/postings';
import type { ReactNode } from 'react';
import type { PopupStatus } from '../lib/popup-status.ts';
import { Lamp, NoteList, type Tone } from './strip.tsx';

interface AccountPanelProps {
  status: PopupStatus;
  user: NonNullable<PopupStatus['user']>;
  /** Null while it isn't known. */
  day: BoardDay | null;
  boards: ReactNode;
  onOpen: () => void;
  onOpenPanel: () => void;
  onPlans: () => void;
  onRetry: () => void;
}

const clockFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** The time for today, date and time for earlier days. */
export function formatMoment(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return (isToday ? clockFormat : dayFormat).format(atMs);
}

/** Null when all is well: then the strip's place is better used. */
function describeTrouble({ standing, isBlocked }: PopupStatus): { tone: Tone; title: string; line: string } | null {
  if (standing === 'unreachable') return { tone: 'warn', title: 'Headhaul does not answer', line: 'Check your connection.' };
  if (isBlocked) return { tone: 'bad', title: 'Your plan has ended', line: 'Marks, filters and sending are off.' };
  return null;
}

/** For a plan that doesn't renew by itself. */
function formatLeftDays(days: number): string {
  if (days === 0) return 'Ends today';
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** They have their place from the start, so that nothing moves under the pointer when they are known. */
function DayNumbers({ day }: { day: BoardDay | null }) {
  const numbers = {
    emailed: 'emailed today',
    saved: day?.saved === 1 ? 'load saved today' : 'loads saved today',
  };
  return (
    <dl className="day" aria-label="Today">
      {(['emailed', 'saved'] as const).map((kind) => (
        <div key={kind}>
          <dt>{numbers[kind]}</dt>
          <dd>{day?.[kind].toLocaleString('en-US') ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

const silentNotes = {
  works: ['You stay signed in', 'We keep trying in the background'],
  waits: ['Changes in Headhaul show here when it answers'],
};

function Account({ status, user }: Pick<AccountPanelProps, 'status' | 'user'>) {
  const { standing, isBlocked, isSingleDispatcher, leftDays, confirmedAtMs } = status;
  return (
    <dl className="block account">
      <div>
        <dt>Signed in as</dt>
        <dd className="account-name">{user.fullName || user.email}</dd>
        {user.fullName ? <dd className="account-email">{user.email}</dd> : null}
      </div>
      {isSingleDispatcher ? null : (
        <div>
          <dt>Company</dt>
          <dd>{user.companyName}</dd>
        </div>
      )}
      {leftDays === null || isBlocked ? null : (
        <div>
          <dt>Plan</dt>
          <dd>{formatLeftDays(leftDays)}</dd>
        </div>
      )}
      {standing === 'unreachable' || isBlocked ? null : (
        <div>
          <dt>Headhaul</dt>
          <dd>{standing === 'unasked' ? 'Checking' : 'Connected'}</dd>
        </div>
      )}
      {confirmedAtMs === null ? null : (
        <div>
          <dt>Last answer from Headhaul</dt>
          <dd>{formatMoment(confirmedAtMs, Date.now())}</dd>
        </div>
      )}
    </dl>
  );
}

export function AccountPanel({ status, user, day, boards, onOpen, onOpenPanel, onPlans, onRetry }: AccountPanelProps) {
  const trouble = describeTrouble(status);
  const isSilent = status.standing === 'unreachable';
  return (
    <>
      <main className="panel">
        {trouble === null ? null : (
          <div className={`strip strip-${trouble.tone}`} role="status">
            <Lamp tone={trouble.tone} />
            <div>
              <h2 className="strip-title">{trouble.title}</h2>
              <p className="strip-line">{trouble.line}</p>
            </div>
          </div>
        )}
        {status.isBlocked ? (
          <p className="block">Your loads, drivers and templates are safe. You can still open Headhaul and export everything.</p>
        ) : null}
        {isSilent ? (
          <div className="block">
            <NoteList {...silentNotes} />
            <button type="button" className="button button-line button-wide" onClick={onRetry}>
              Try again
            </button>
          </div>
        ) : null}
        {status.isBlocked ? null : <DayNumbers day={day} />}
        {status.isBlocked ? null : boards}
        <Account status={status} user={user} />
      </main>
      <footer className="foot">
        {status.isBlocked ? (
          <button type="button" className="button button-filled" onClick={onPlans}>
            See plans
          </button>
        ) : (
          <button type="button" className="button button-filled" onClick={onOpenPanel}>
            Open side panel
          </button>
        )}
        <button type="button" className="button button-line" onClick={onOpen}>
          Open Headhaul
        </button>
      </footer>
    </>
  );
}
