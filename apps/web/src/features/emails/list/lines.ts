import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { formatClock } from '../../../shared/time/format-time.ts';
import { formatWhen } from '../labels.public.ts';

/** The grey line under the state of a mail: the reason, or when the mail leaves or left. */
export function stateLine(
  { state, reason, leavesAt, sentAt, createdAt }: EmailRow,
  now: number,
  zone: string,
): { words: string; tone?: 'need' | 'bad' } {
  if (state === 'QUEUED') {
    const leftS = Math.ceil((Date.parse(leavesAt) - now) / 1_000);
    return { words: leftS > 60 ? `Leaves ${formatWhen(leavesAt, now, zone)}` : 'Leaves in a moment' };
  }
  if (state === 'UNKNOWN') return { words: 'Did it arrive?', tone: 'need' };
  if (state === 'FAILED') return { words: reason ?? 'It was refused', tone: 'bad' };
  return { words: formatClock(sentAt ?? createdAt, zone) };
}

/** "Load 24832 · Milwaukee, WI to Conley, GA", or what else the mail is about. The rate is in another place of the row. */
export function aboutLine({ kind, loadNumber, lane, brokerName }: EmailRow): string {
  if (kind === 'TEST') return 'A test to yourself';
  const words = [loadNumber === null ? null : `Load ${loadNumber}`, lane].filter((part) => part !== null).join(' · ');
  return words === '' ? (brokerName ?? 'About no load') : words;
}
