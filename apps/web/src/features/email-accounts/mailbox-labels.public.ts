import type { EmailAccount, MailboxHealth } from '@headhaul/contracts/mail/accounts';
import { calendarDays, formatClock } from '../../shared/time/format-time.ts';
import { formatWhen, type MailTone } from '../emails/labels.public.ts';
import { shortProviderNames } from './provider-mark.public.tsx';

const count = new Intl.NumberFormat('en-US');
/** Providers become suspicious when more than this share of mails bounces. */
const highBounceShare = 0.03;

export function formatCount(number: number): string {
  return count.format(number);
}

export function isPaused({ pausedUntil }: Pick<MailboxHealth, 'pausedUntil'>, now: number): boolean {
  return pausedUntil !== null && Date.parse(pausedUntil) > now;
}

/** The short state at the top of a mailbox. */
export function mailboxState({ status, health }: EmailAccount, now: number): { words: string; tone: MailTone } {
  if (status === 'RECONNECT_NEEDED') return { words: 'Reconnect', tone: 'bad' };
  if (isPaused(health, now)) return { words: health.pauseReason === 'DAILY_CAP' ? 'At its limit' : 'Paused', tone: 'warn' };
  if (health.unknown > 0) return { words: 'Needs attention', tone: 'warn' };
  if (isBouncing(health)) return { words: 'Many bounces', tone: 'warn' };
  return { words: 'Good', tone: 'ok' };
}

export function isBouncing({ bounced, sentLast7d }: Pick<MailboxHealth, 'bounced' | 'sentLast7d'>): boolean {
  return sentLast7d >= 30 && bounced / sentLast7d > highBounceShare;
}

/** "0.9%" of the mails of seven days. Null when none was sent. */
export function formatBounce({ bounced, sentLast7d }: Pick<MailboxHealth, 'bounced' | 'sentLast7d'>): string | null {
  return sentLast7d === 0 ? null : `${((bounced / sentLast7d) * 100).toFixed(1)}%`;
}

/** Why nothing is sent until the mailbox is connected again. Uses the provider's reason when it is known. */
export function formatLost({ provider, health }: Pick<EmailAccount, 'provider' | 'health'>): string {
  // The button beside the text already says this.
  const said = health.lastError?.text.replace(/ Connect (it|this mailbox|the mailbox) again\.$/, '');
  const reason = said ?? `${shortProviderNames[provider]} no longer lets us send from here.`;
  return `${reason} What waits goes out once it is connected again.`;
}

/** "At Gmail’s limit for 24 hours. Sends again today 16:20 CST." */
export function formatPause({ provider, health }: EmailAccount, now: number, zone: string): string {
  const name = shortProviderNames[provider];
  const when = health.pausedUntil === null ? 'soon' : formatWhen(health.pausedUntil, now, zone);
  const reason = health.pauseReason === 'PROVIDER_ASKED' ? `${name} asked us to wait.` : `At ${name}’s limit for 24 hours.`;
  const waiting =
    health.waiting === 0 ? '' : ` ${formatCount(health.waiting)} ${health.waiting === 1 ? 'email waits' : 'emails wait'} until then.`;
  return `${reason} Sends again ${when}.${waiting}`;
}

/** "1,158 left today" and "The next 64 free up at 11:05 CST." */
export function formatRoom(
  { sentLast24h, dailyCap, nextRoom }: MailboxHealth,
  now: number,
  zone: string,
): { room: string; next: string | null } {
  const room = Math.max(dailyCap - sentLast24h, 0);
  const words = { room: room === 0 ? 'None left today' : `${formatCount(room)} left today`, next: null };
  if (nextRoom === null) return words;
  const isToday = calendarDays(now, nextRoom.at, zone) === 0;
  const at = `${formatClock(nextRoom.at, zone)}${isToday ? '' : ' tomorrow'}`;
  return {
    ...words,
    next: nextRoom.mails === 1 ? `The next one frees up at ${at}.` : `The next ${formatCount(nextRoom.mails)} free up at ${at}.`,
  };
}

export function formatOwner({ userId, userName }: Pick<EmailAccount, 'userId' | 'userName'>, me: string): string {
  return userId === me ? 'Yours' : userName;
}

/** How many mailboxes need attention: the permission was lost, or mails have an unknown outcome. */
export function needsAttention(accounts: readonly EmailAccount[]): number {
  return accounts.filter(({ status, health }) => status === 'RECONNECT_NEEDED' || health.unknown > 0).length;
}
