import { v7 as uuidv7 } from 'uuid';
import type { SendOutcome } from '../../email-accounts/senders/mail-sender.service.ts';
import type { LeasedMail } from './lease.ts';

/** The outcome of a mail that this worker, or a worker that died, had leased. */
export type MailOutcome =
  | Exclude<SendOutcome, { kind: 'disconnected' }>
  /** `version` names the connection that was lost. The mailbox may have been connected again since. */
  | { kind: 'disconnected'; reason: string; version: string }
  | { kind: 'waits' }
  | { kind: 'orphaned' };

/** Replaces an answer that the database can't store. */
export const unreadableAnswer: MailOutcome = {
  kind: 'unknown',
  reason: 'The provider gave an answer that can’t be read. It may have arrived or not: look into the mailbox’s sent mail.',
};

export interface Settled {
  mail: Pick<LeasedMail, 'emailId' | 'createdAt' | 'companyId' | 'accountId' | 'attempt' | 'holder'>;
  outcome: MailOutcome;
  /** When the outcome was known, by this process's clock. It may be long ago if the database was away. */
  at: number;
}

/** Only a takeover writes this text, so a worker that comes back knows which mails it may still correct. */
export const orphanReason =
  'The program that was sending it stopped in the middle. It may have arrived or not: look into the mailbox’s sent mail.';
const firstWaitMs = 2_000;
const longestWaitMs = 5 * 60_000;
/** If a provider asks for a longer wait, we try again after this time. */
const longestAskedMs = 86_400_000;

/** One outcome, as the SQL statements read it. */
export interface OutcomeRow {
  id: string;
  created_at: string;
  account_id: string;
  holder: string;
  attempt: number;
  age_ms: number;
  /** Null if the mail waits again. */
  state: 'SENT' | 'FAILED' | 'UNKNOWN' | null;
  reason: string | null;
  is_bounce: boolean;
  provider_message_id: string | null;
  wait_ms: number;
  /** Why the mailbox pauses for `wait_ms`. */
  pause: 'DAILY_CAP' | 'PROVIDER_ASKED' | null;
  /** The whole mailbox waits, not only this mail. */
  holds_lane: boolean;
  stops_lane: boolean;
  is_lost: boolean;
  error: string | null;
  history_id: string;
  began_id: string;
}

const laterLabels = {
  RATE: 'The provider asked to wait.',
  DAILY_CAP: 'The mailbox has sent all it may in 24 hours.',
  NOT_REACHED: 'The mail server could not be reached.',
  RECIPIENT: 'The mail server asked to try this recipient again later.',
} as const;

/** Doubles with each attempt. A random part keeps mails from retrying at the same moment. */
function backoffMs(attempt: number): number {
  return Math.min(firstWaitMs * 2 ** Math.min(attempt - 1, 20), longestWaitMs) * (0.75 + Math.random() / 2);
}

function describe({ mail, outcome, at }: Settled): OutcomeRow {
  const row: OutcomeRow = {
    id: mail.emailId,
    created_at: mail.createdAt.toISOString(),
    account_id: mail.accountId,
    holder: mail.holder,
    attempt: mail.attempt,
    age_ms: Math.max(0, performance.now() - at),
    state: null,
    reason: null,
    is_bounce: false,
    provider_message_id: null,
    wait_ms: 0,
    pause: null,
    holds_lane: false,
    stops_lane: false,
    is_lost: false,
    error: null,
    history_id: uuidv7(),
    began_id: uuidv7(),
  };
  switch (outcome.kind) {
    case 'sent':
      return { ...row, state: 'SENT', provider_message_id: outcome.providerMessageId };
    case 'refused':
      return {
        ...row,
        state: 'FAILED',
        reason: outcome.reason.slice(0, 500),
        is_bounce: outcome.isBounce,
        error: outcome.isBounce ? null : outcome.reason,
      };
    case 'unknown':
      return { ...row, state: 'UNKNOWN', reason: outcome.reason.slice(0, 500), error: outcome.reason };
    case 'orphaned':
      return { ...row, state: 'UNKNOWN', reason: orphanReason };
    case 'disconnected':
      return { ...row, reason: outcome.reason.slice(0, 500), stops_lane: true, is_lost: true, error: outcome.reason };
    case 'waits':
      return row;
    case 'later': {
      const reason = laterLabels[outcome.reason];
      const asked = outcome.retryAfterMs === null ? null : Math.min(outcome.retryAfterMs, longestAskedMs) * (1 + Math.random() / 5);
      const waitMs = asked ?? backoffMs(mail.attempt);
      const pause = outcome.reason === 'DAILY_CAP' ? 'DAILY_CAP' : outcome.reason === 'RATE' ? 'PROVIDER_ASKED' : null;
      const holdsLane = outcome.reason !== 'RECIPIENT';
      return { ...row, reason, wait_ms: waitMs, pause, holds_lane: holdsLane, error: outcome.reason === 'NOT_REACHED' ? reason : null };
    }
  }
}

/** Replaces NUL, which the database can't store. Input from people with a NUL is refused, but a provider's answer must be kept. */
export function toRow(settled: Settled): OutcomeRow {
  const row = describe(settled);
  const clean = (text: string | null) => text?.replaceAll('\0', '\uFFFD') ?? null;
  return { ...row, reason: clean(row.reason), provider_message_id: clean(row.provider_message_id), error: clean(row.error) };
}
