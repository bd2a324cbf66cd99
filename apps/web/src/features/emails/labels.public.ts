import type { EmailAnswer, EmailRow, EmailState } from '@headhaul/contracts/mail/emails';
import { formatStopClock } from '../../shared/format/stop-time.ts';
import { calendarDays, formatDay } from '../../shared/time/format-time.ts';

export type MailTone = 'ok' | 'info' | 'warn' | 'bad' | 'mute';

/** The state of a mail, with a color. A marked answer is shown in place of "Sent". */
export function mailState({ state, answer }: { state: EmailState; answer: EmailAnswer | null }): { words: string; tone: MailTone } {
  if (state === 'SENT' && answer === 'REPLIED') return { words: 'Answered', tone: 'ok' };
  if (state === 'SENT' && answer === 'DECLINED') return { words: 'Declined', tone: 'mute' };
  switch (state) {
    case 'QUEUED':
      return { words: 'Waiting', tone: 'info' };
    case 'SENDING':
      return { words: 'Sending', tone: 'info' };
    case 'SENT':
      return { words: 'Sent', tone: 'ok' };
    case 'FAILED':
      return { words: 'Not sent', tone: 'bad' };
    case 'UNKNOWN':
      return { words: 'Unknown', tone: 'warn' };
    case 'CANCELLED':
      return { words: 'Canceled', tone: 'mute' };
  }
}

export const stateFilterLabels: Record<EmailState, string> = {
  QUEUED: 'Waiting',
  SENDING: 'Sending',
  SENT: 'Sent',
  FAILED: 'Not sent',
  UNKNOWN: 'Unknown',
  CANCELLED: 'Canceled',
};

/** Explains an unknown outcome, and that the mail is not sent twice. */
export const unknownText =
  'The connection broke after the mail was handed over, so nobody knows whether it arrived. It is not sent again automatically. Look in the mailbox’s Sent folder.';

/** A mail can be taken back while it waits and its time to leave has not come. */
export function canTakeBack({ state, leavesAt }: Pick<EmailRow, 'state' | 'leavesAt'>, now: number): boolean {
  return state === 'QUEUED' && Date.parse(leavesAt) > now;
}

/** The recipient's name, such as "Carla Reyes", or the address. */
export function formatRecipient({ to, toName }: Pick<EmailRow, 'to' | 'toName'>): string {
  return toName ?? to;
}

/** "today 16:20 CST", "tomorrow 06:10 CST", "Nov 18, 06:10 CST". */
export function formatWhen(iso: string, now: number, zone: string): string {
  const days = calendarDays(now, iso, zone);
  const clock = formatStopClock(iso, zone);
  if (days === 0) return `today ${clock}`;
  return days === 1 ? `tomorrow ${clock}` : `${formatDay(iso, now, zone)}, ${clock}`;
}
