import { formatSessionEnd } from '@headhaul/contracts/session-end';
import type { PopupStatus } from '../lib/popup-status.ts';
import { formatMoment } from './account-panel.tsx';

/** A picture of one load board row with Headhaul. It is hidden from screen readers. */
function RowPicture() {
  return (
    <div className="row-picture" aria-hidden="true">
      <span className="rate">
        <svg width="8" height="6" viewBox="0 0 8 6" aria-hidden="true">
          <path d="M4 0 8 6H0z" fill="currentColor" />
        </svg>
        <strong>2.89</strong>
        <small>/mi</small>
      </span>
      <span className="rating">
        <span className="rating-letter">A</span>
        <span className="rating-days">24 d</span>
      </span>
      <span className="row-email">
        <svg
          width="15"
          height="15"
          aria-hidden="true"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        >
          <rect x="3" y="5" width="18" height="14" rx="2" />
          <path d="m3 7 9 6 9-6" />
        </svg>
        Email
      </span>
    </div>
  );
}

interface SignedOutPanelProps {
  /** Why the last session ended, if the API said so. */
  ended: PopupStatus['ended'];
  onSignIn: () => void;
}

export function SignedOutPanel({ ended, onSignIn }: SignedOutPanelProps) {
  return (
    <>
      <main className="panel panel-center">
        <RowPicture />
        <h1>Sign in to see rates per mile on your board</h1>
        {ended === null ? null : (
          <p className="hint" role="status">
            {formatSessionEnd(ended, `at ${formatMoment(Date.parse(ended.at), Date.now())}`)}
          </p>
        )}
        <p className="hint">Opens Headhaul in a new tab.</p>
        <button type="button" className="button button-filled button-tall" onClick={onSignIn}>
          Sign in
        </button>
      </main>
      <footer className="foot-note">No load board is read while you're signed out.</footer>
    </>
  );
}
