import type { ReactNode } from 'react';
import type { PopupStatus } from '../lib/popup-status.ts';

interface AccountPanelProps {
  status: PopupStatus;
  user: NonNullable<PopupStatus['user']>;
  boards: ReactNode;
  onOpen: () => void;
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

type Tone = 'wait' | 'ok' | 'warn';

function describeStanding({ standing, isBlocked }: PopupStatus): { tone: Tone; title: string; line: string } {
  if (standing === 'unasked') return { tone: 'wait', title: 'Checking', line: 'Asking Headhaul…' };
  if (standing === 'unreachable') return { tone: 'warn', title: 'Headhaul does not answer', line: 'Check your connection.' };
  if (isBlocked) return { tone: 'warn', title: 'Your plan has ended', line: 'Load boards aren’t read until you choose a plan.' };
  return { tone: 'ok', title: 'Connected', line: 'You are signed in and Headhaul answers.' };
}

function Lamp({ tone }: { tone: Tone }) {
  return (
    <svg className={`lamp lamp-${tone}`} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      {tone === 'warn' ? (
        <>
          <path className="halo" d="M9 0 18 9 9 18 0 9z" />
          <path d="M9 3.5 14.5 9 9 14.5 3.5 9z" />
        </>
      ) : (
        <>
          <circle className="halo" cx="9" cy="9" r="9" />
          <circle cx="9" cy="9" r="5" />
        </>
      )}
    </svg>
  );
}

function Check() {
  return (
    <svg
      className="check"
      width="14"
      height="14"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
    >
      <path d="m4 13 5 5L20 6" />
    </svg>
  );
}

/** For a plan that doesn't renew by itself. */
function formatLeftDays(days: number): string {
  if (days === 0) return 'Ends today';
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** What still works while the API does not answer, so that nobody signs in again for nothing. */
function SilentList() {
  return (
    <ul className="block facts">
      <li>
        <Check />
        You stay signed in
      </li>
      <li>
        <Check />
        We keep trying in the background
      </li>
      <li className="fact-off">
        <span className="dash" aria-hidden="true" />
        Changes in Headhaul show here when it answers
      </li>
    </ul>
  );
}

export function AccountPanel({ status, user, boards, onOpen, onPlans, onRetry }: AccountPanelProps) {
  const { tone, title, line } = describeStanding(status);
  const isSilent = status.standing === 'unreachable';
  return (
    <>
      <main className="panel">
        <div className={`strip strip-${tone}`} role="status">
          <Lamp tone={tone} />
          <div>
            <h1 className="strip-title">{title}</h1>
            <p className="strip-line">{line}</p>
          </div>
        </div>
        {status.isBlocked ? null : boards}
        <dl className="block account">
          <div>
            <dt>Signed in as</dt>
            <dd className="account-name">{user.fullName || user.email}</dd>
            {user.fullName ? <dd className="account-email">{user.email}</dd> : null}
          </div>
          {status.isSingleDispatcher ? null : (
            <div>
              <dt>Company</dt>
              <dd>{user.companyName}</dd>
            </div>
          )}
          {status.leftDays === null || status.isBlocked ? null : (
            <div>
              <dt>Plan</dt>
              <dd>{formatLeftDays(status.leftDays)}</dd>
            </div>
          )}
          {status.confirmedAtMs === null ? null : (
            <div>
              <dt>Last answer from Headhaul</dt>
              <dd>{formatMoment(status.confirmedAtMs, Date.now())}</dd>
            </div>
          )}
        </dl>
        {isSilent ? <SilentList /> : null}
      </main>
      <footer className="foot">
        <button type="button" className="button button-filled" onClick={status.isBlocked ? onPlans : onOpen}>
          {status.isBlocked ? 'See plans' : 'Open Headhaul'}
        </button>
        {isSilent ? (
          <button type="button" className="button button-line" onClick={onRetry}>
            Try again
          </button>
        ) : null}
      </footer>
    </>
  );
}
