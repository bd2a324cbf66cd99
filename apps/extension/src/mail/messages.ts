import type { MailedBoardLoad } from '@headhaul/domain/boards/freight';

// What a board's page, the popup and the worker say to each other about mails. A load is among it only when the user has clicked on its
// row; of the other rows the worker hears their fingerprints. No token is among it.

/** Pages of the web app that help when nothing can be sent. */
export const places = ['SIGN_IN', 'PLANS', 'MAILBOXES'] as const;
export type Place = (typeof places)[number];

/** What became of the mail about a row's load. */
export type RowMail =
  /** The mail waits at the API. Until `undoUntilMs` it can be taken back. */
  | { kind: 'SENDING'; opId: string; undoUntilMs: number }
  /** Headhaul didn't answer yet. It is tried again for ten minutes. */
  | { kind: 'WAITING'; opId: string }
  /** It was given up, and Headhaul hasn't said yet whether it was in time. */
  | { kind: 'CANCELLING'; opId: string }
  | { kind: 'NOT_SENT'; why: string }
  /** By somebody of the company. `isSure` is false when nobody knows whether it left. `askedCents` is the rate that the mail asks for. */
  | { kind: 'EMAILED'; who: string; atMs: number; isSure: boolean; postedCents: number | null; askedCents: number | null };

/** Something to read before the mail leaves. */
export interface MailQuestion {
  title: string;
  to: string;
  /** False: the address stands only in the comments, so the user must choose it. */
  isToChosen: boolean;
  from: string;
  /** "Nate Ferris, empty Dallas": whose truck the mail offers. Null without one. */
  driver: string | null;
  subject: string;
  /** The first lines of the mail. */
  beginning: string;
  warnings: { tone: 'bad' | 'need'; text: string }[];
  /** Why it can't be sent, and where that is changed. */
  blocked: { text: string; place: Place } | null;
  sendLabel: string;
}

export type MailAnswer =
  | { kind: 'ROW'; mail: RowMail }
  /** `key` is this question's own: the next one about the same mail has another. */
  | { kind: 'ASKS'; opId: string; key: string; question: MailQuestion }
  /** Nothing can be sent until something is done elsewhere. */
  | { kind: 'REFUSED'; text: string; place: Place | null }
  /** Taken back, or given up: the row is as before. */
  | { kind: 'NOTHING' };

/** From a board's page. `opId` is new at each click, so a question that is repeated after the worker was stopped has one effect. */
export type FromBoardMail =
  /** The user clicked on the button of this load. */
  | { type: 'mail:write'; opId: string; load: MailedBoardLoad }
  /** The user has read the question of this key and sends. */
  | { type: 'mail:confirm'; opId: string; key: string }
  /** The mail is to name no driver. It is read again before it leaves. */
  | { type: 'mail:without-driver'; opId: string }
  /** Takes a mail back, or closes a question. */
  | { type: 'mail:undo'; opId: string }
  /** Who wrote about these rows? The answer is a `RowsAnswer`. */
  | { type: 'mail:rows'; fingerprints: string[] }
  | { type: 'mail:open'; place: Place };

/** A mail of this browser that hasn't left. WAITING: it is tried again. NOT_SENT: only the user's click sends it. */
export interface UnsentMail {
  opId: string;
  /** "Milwaukee to Conley" */
  lane: string;
  state: 'WAITING' | 'NOT_SENT';
  /** When it was clicked. */
  sinceMs: number;
  why: string;
}

export interface UnsentView {
  /** The oldest first. */
  unsent: UnsentMail[];
}

/** From the side panel and the popup. A mail that asks for a rate is always read before it leaves. */
export type FromPanelMail =
  /** What hasn't left, on whatever page it was clicked? The answer is an `UnsentView`. */
  | { type: 'mail:unsent' }
  /** Sends a mail that was not sent, after the same check as a new one. */
  | { type: 'mail:send-now'; opId: string }
  | { type: 'mail:ask'; opId: string; load: MailedBoardLoad; askCents: number }
  | Exclude<FromBoardMail, { type: 'mail:write' }>;

export interface RowsAnswer {
  /** By fingerprint. */
  mails: Record<string, RowMail>;
  /** False when Headhaul didn't answer: then what the page knew of the other rows stays. */
  isWhole: boolean;
}

/** From the popup. The answer is a `MailboxesView`. */
export type FromPopupMail = { type: 'mail:mailboxes' } | { type: 'mail:choose'; accountId: string };

export interface MailboxView {
  id: string;
  address: string;
  /** Why nothing can be sent from it. */
  problem: 'RECONNECT' | 'NO_TEMPLATE' | null;
}

export interface MailboxesView {
  mailboxes: MailboxView[];
  /** Null while there is none, and when the chosen one is gone. */
  chosenId: string | null;
}

/** More than any list shows at once. */
export const mostRows = 1_000;

export function isMailMessage(raw: unknown): raw is { type: `mail:${string}` } {
  return typeof raw === 'object' && raw !== null && 'type' in raw && typeof raw.type === 'string' && raw.type.startsWith('mail:');
}
