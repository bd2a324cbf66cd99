import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { postedCents } from '@headhaul/domain/boards/figures';
import { formatMoney } from '@headhaul/domain/format-money';
import { formatAgo } from './format-ago.ts';
import type { Place, RowMail } from './messages.ts';

/** What the page knows about the mail of one load. */
export type PageState = RowMail | { kind: 'BUSY' } | { kind: 'REFUSED'; text: string; place: Place | null };

/** What stands on the row, beside the rate. */
export interface MailView {
  /** The button's words. Null: there is nothing to press. */
  button: string | null;
  /** The few words beside it. */
  note: string;
  look: 'ready' | 'sent' | 'plain';
  tone: 'quiet' | 'bad' | 'need';
  /** What a screen reader says. It names the lane, because the button stands in one of many rows. */
  label: string;
  isBusy: boolean;
  does: 'WRITE' | 'UNDO' | 'OPEN' | null;
}

const placeLabels: Record<Place, string> = { SIGN_IN: 'Sign in', PLANS: 'See plans', MAILBOXES: 'Open mailboxes' };

const laneOf = ({ origin, destination }: BoardLoad) =>
  [origin, destination].map(({ city, state }) => [city, state].filter((part) => part !== null).join(', ')).join(' to ');

function viewOfEmailed(mail: Extract<RowMail, { kind: 'EMAILED' }>, load: BoardLoad, nowMs: number) {
  const { who, atMs, isSure, postedCents: before, askedCents } = mail;
  const now = postedCents(load);
  const ago = formatAgo(atMs, nowMs);
  const change = before === null || now === null ? 0 : now - before;
  const moved = change === 0 ? '' : `rate ${change > 0 ? 'up' : 'down'} ${formatMoney(Math.abs(change))}`;
  const asked = askedCents === null ? '' : `asked ${formatMoney(askedCents)}`;
  const words = isSure ? `Emailed ${ago} · ${who}` : `Maybe emailed ${ago} · ${who}`;
  return {
    button: moved === '' && asked === '' ? `✓ ${words}` : `✓ ${who}, ${ago}`,
    // That the rate has moved matters more. Both are in the label.
    note: moved === '' ? asked : moved,
    look: 'sent' as const,
    tone: moved === '' ? ('quiet' as const) : ('need' as const),
    label: `${[words, asked, moved].filter((part) => part !== '').join(', ')}. Email again, ${laneOf(load)}`,
    does: 'WRITE' as const,
  };
}

interface ViewFacts {
  /** Why a row without an address has no button. */
  noAddress: string;
  nowMs: number;
}

type Words = Pick<MailView, 'button' | 'note' | 'label' | 'does'> & Partial<MailView>;

function wordsOf(state: PageState | null, load: BoardLoad, { noAddress, nowMs }: ViewFacts): Words {
  const lane = laneOf(load);
  if (state === null) {
    if (load.contact.emails.length > 0) return { button: 'Email', note: '', label: `Email broker, ${lane}`, look: 'ready', does: 'WRITE' };
    return { button: null, note: noAddress, label: noAddress, does: null };
  }
  switch (state.kind) {
    case 'BUSY':
      return { button: 'Email', note: 'Working…', label: `Working on the email, ${lane}`, look: 'ready', isBusy: true, does: null };
    case 'SENDING': {
      const seconds = Math.max(0, Math.ceil((state.undoUntilMs - nowMs) / 1_000));
      // The label has no clock: a screen reader would read each second.
      return { button: `Undo ${seconds} s`, note: 'Sending…', label: `Sending. Undo the email, ${lane}`, does: 'UNDO' };
    }
    case 'WAITING':
      return { button: 'Cancel', note: 'Waiting for connection', label: `Waiting for connection. Cancel the email, ${lane}`, does: 'UNDO' };
    case 'CANCELLING':
      return { button: 'Try again', note: 'Canceling…', label: `Canceling. Try again to cancel the email, ${lane}`, does: 'UNDO' };
    case 'NOT_SENT':
      return { button: 'Send now', note: 'Not sent', tone: 'bad', label: `Not sent: ${state.why}. Send now, ${lane}`, does: 'WRITE' };
    case 'REFUSED': {
      const button = state.place === null ? 'Try again' : placeLabels[state.place];
      return { button, note: state.text, tone: 'bad', label: `${state.text}. ${button}`, does: state.place === null ? 'WRITE' : 'OPEN' };
    }
    case 'EMAILED':
      return viewOfEmailed(state, load, nowMs);
  }
}

export function describeMail(state: PageState | null, load: BoardLoad, facts: ViewFacts): MailView {
  return { look: 'plain', tone: 'quiet', isBusy: false, ...wordsOf(state, load, facts) };
}
