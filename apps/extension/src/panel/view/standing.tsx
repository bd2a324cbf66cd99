import { formatSessionEnd } from '@headhaul/contracts/session-end';
import { formatMoment } from '../../popup/account-panel.tsx';
import type { PanelView } from '../messages.ts';
import { useHost } from './panel-host.ts';

export function Message({ title, text, button }: { title: string; text: string; button?: { label: string; press: () => void } }) {
  return (
    <div className="message">
      <h2>{title}</h2>
      <p>{text}</p>
      {button === undefined ? null : (
        <button type="button" className="button button-filled" onClick={button.press}>
          {button.label}
        </button>
      )}
    </div>
  );
}

/** Nothing is read until somebody signs in, and nothing that was read is left. */
export function SignedOut({ ended }: Pick<PanelView, 'ended'>) {
  const host = useHost();
  const why = ended === undefined ? '' : `${formatSessionEnd(ended, `at ${formatMoment(Date.parse(ended.at), Date.now())}`)} `;
  return (
    <>
      <Message
        title="You’re signed out"
        text={`${why}No load board is read until you sign in again.`}
        button={{ label: 'Sign in', press: () => host.openWeb('/login') }}
      />
      <p className="cleared">
        <strong>Cleared here:</strong> the matches and loads you looked at. Loads you saved and emails you sent are in Headhaul.
      </p>
    </>
  );
}

export function PlanEnded() {
  const host = useHost();
  return (
    <>
      <div className="strip strip-bad" role="status">
        <strong>Your plan has ended.</strong> Marks, filters and sending are off.
      </div>
      <Message
        title="Headhaul is paused"
        text="Your loads, drivers and templates are safe. You can still open Headhaul and export everything."
        button={{ label: 'See plans', press: () => host.openWeb('/dispatcher/subscriptions') }}
      />
    </>
  );
}
