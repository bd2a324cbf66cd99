import { MailAddress } from '@headhaul/contracts/mail/accounts';
import type { EarlierMail, EmailCheck } from '@headhaul/contracts/mail/emails';
import { agreedRate } from '@headhaul/domain/loads/shown';
import { brokerNeeds } from '@headhaul/domain/mail/variables';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatWhen } from '../labels.public.ts';

/** "2,450", "$2,450.50", "2450" as cents. Null for an empty text, undefined for text that is not a sum. */
export function readMoney(text: string): number | null | undefined {
  const clean = text.replaceAll(/[$,\s]/g, '');
  if (clean === '') return null;
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(clean)) return undefined;
  return Math.round(Number(clean) * 100);
}

/** The rate that a mail about a load starts with: "$2,750". Empty while the load has none. */
export function offerOf(load: Parameters<typeof agreedRate>[0]): string {
  const rate = agreedRate(load);
  return rate === null ? '' : formatMoney(rate);
}

/** Reads "Carla Diaz <carla@lakeshore.com>", as copied out of a mail program. */
export function readRecipient(text: string): { address: string; name: string | null } {
  const [, before = '', address] = /^([^<>]*)<([^<>\s]+)>$/.exec(text.trim()) ?? [];
  const name = before.trim().replace(/^"/, '').replace(/"$/, '');
  return address === undefined || name.includes('"') ? { address: text, name: null } : { address, name: name || null };
}

/** The error of the recipient. Undefined when it is valid. */
export function recipientError(to: string): string | undefined {
  if (to === '') return 'Enter a recipient.';
  if (/[,;\s]/.test(to)) return 'One address. Others can be in the template’s Cc.';
  return MailAddress.safeParse(to).success ? undefined : 'An address, like name@broker.com';
}

/** "2 min ago", "3 h ago", in finer steps than the lists use. */
function formatAgo(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** "Already mailed 2 min ago by Ann, asked $2,450. You ask $100 more now." */
export function formatEarlier(earlier: EarlierMail, me: string, offerCents: number | null, now: number): string {
  const who = earlier.userId === me ? 'you' : earlier.userName;
  const asked = earlier.offerCents === null ? '' : `, asked ${formatMoney(earlier.offerCents)}`;
  const first = `Already mailed ${formatAgo(earlier.at, now)} by ${who}${asked}.`;
  if (earlier.offerCents === null || offerCents === null) return first;
  const change = offerCents - earlier.offerCents;
  if (change === 0) return `${first} You ask the same now.`;
  return `${first} You ask ${formatMoney(Math.abs(change))} ${change > 0 ? 'more' : 'less'} now.`;
}

function isDoubt(kind: EmailCheck['signals'][number]['kind']): boolean {
  return kind !== 'MC_MISSING';
}

/** Whether a check raises doubt about the address. The user can still send, but the button names the risk. */
export function hasDoubt({ signals }: EmailCheck): boolean {
  return signals.some(({ kind }) => isDoubt(kind));
}

export interface ComposeNote {
  tone: 'need' | 'bad';
  words: string;
}

/** The hints to read before sending, as reasons and without a score. Only a blocked reason stops the mail. */
export function composeNotes(check: EmailCheck, me: string, offerCents: number | null, now: number): ComposeNote[] {
  const notes: ComposeNote[] = [];
  if (check.blockedReason !== null) notes.push({ tone: 'bad', words: check.blockedReason });
  const signals = check.signals.map(({ kind, text }) => ({ tone: isDoubt(kind) ? ('bad' as const) : ('need' as const), words: text }));
  notes.push(...signals.filter(({ tone }) => tone === 'bad'));
  for (const earlier of check.earlier) notes.push({ tone: 'need', words: formatEarlier(earlier, me, offerCents, now) });
  notes.push(...signals.filter(({ tone }) => tone === 'need'));
  if (check.missing.length > 0) {
    const names = check.missing.map((need) => brokerNeeds[need].label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
    notes.push({ tone: 'need', words: `Missing: ${names.join(', ')}.` });
  }
  if (check.recentToBroker !== null) {
    notes.push({
      tone: 'need',
      words: `This broker got ${check.recentToBroker} of your mails in the last ten minutes. A call may do more.`,
    });
  }
  return notes;
}

export function formatLeaves(check: EmailCheck, now: number, zone: string): string {
  if (check.leavesAt === null) return 'Reconnect the mailbox to send.';
  const waitMs = Date.parse(check.leavesAt) - now;
  return waitMs < 60_000 ? 'You can undo for 10 seconds.' : `Others wait before it: it leaves ${formatWhen(check.leavesAt, now, zone)}.`;
}
