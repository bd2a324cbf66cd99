import type { BoardDay } from '@headhaul/contracts/boards/postings';
import type { ReactNode } from 'react';
import type { PopupStatus } from '../lib/popup-status.ts';
import { AccountPanel } from './account-panel.tsx';
import { SignedOutPanel } from './signed-out-panel.tsx';

export type PopupPhase = { kind: 'loading' } | { kind: 'failed' } | { kind: 'known'; status: PopupStatus };

export interface PopupViewProps {
  phase: PopupPhase;
  /** What was done today. Null while it isn't known. */
  day: BoardDay | null;
  /** For somebody who is signed in. */
  boards: ReactNode;
  onSignIn: () => void;
  onOpen: () => void;
  onOpenPanel: () => void;
  /** To the plans in the web app. */
  onPlans: () => void;
  onRetry: () => void;
}

function LoadingPanel() {
  return (
    <main className="panel" aria-busy="true" aria-label="Loading">
      <div className="strip strip-wait" />
      <div className="block">
        <span className="bone bone-short" />
        <span className="bone" />
        <span className="bone" />
      </div>
    </main>
  );
}

function FailedPanel({ onRetry }: Pick<PopupViewProps, 'onRetry'>) {
  return (
    <main className="panel panel-center">
      <h1>Headhaul did not start</h1>
      <p className="hint">Try again. If it stays like this, restart your browser.</p>
      <button type="button" className="button button-filled" onClick={onRetry}>
        Try again
      </button>
    </main>
  );
}

export function PopupView({ phase, onSignIn, ...rest }: PopupViewProps) {
  const status = phase.kind === 'known' ? phase.status : null;
  return (
    <>
      <header className="head">
        <img src="/icon/on-128.png" width={28} height={28} alt="" />
        {status?.user ? <h1 className="word">Headhaul</h1> : <span className="word">Headhaul</span>}
        {status?.user && !status.isSingleDispatcher ? <span className="company">{status.user.companyName}</span> : null}
      </header>
      {phase.kind === 'loading' ? <LoadingPanel /> : null}
      {phase.kind === 'failed' ? <FailedPanel onRetry={rest.onRetry} /> : null}
      {status?.user ? <AccountPanel status={status} user={status.user} {...rest} /> : null}
      {status && status.user === null ? <SignedOutPanel ended={status.ended} onSignIn={onSignIn} /> : null}
    </>
  );
}
