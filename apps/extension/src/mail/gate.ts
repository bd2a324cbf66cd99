import type { EarlierMail, EmailCheck } from '@headhaul/contracts/mail/emails';
import { formatMoney } from '@headhaul/domain/format-money';
import { brokerNeeds } from '@headhaul/domain/mail/variables';
import { formatAgo } from './format-ago.ts';
import type { MailQuestion } from './messages.ts';

type Need = EmailCheck['missing'][number];

/** What the question is about. */
export interface GateFacts {
  check: EmailCheck;
  to: string;
  isToChosen: boolean;
  from: string;
  driver: string | null;
  /** The user reads it whatever it says, because it was changed while they did. */
  isReadAnyway: boolean;
  /** The driver whom the user has chosen doesn't work here any more. */
  isDriverGone: boolean;
  /** What the board shows now. */
  postedCents: number | null;
  /** The rate that the mail is to ask for. */
  askCents: number | null;
  userId: string;
  /** What this mailbox's mails may lack, because the user has sent them so before. */
  accepted: readonly Need[];
  nowMs: number;
}

/** A board's list seldom shows MC numbers, so a missing one says nothing about this address. */
const isDoubt = ({ kind }: EmailCheck['signals'][number]) => kind !== 'MC_MISSING';
const firstName = (name: string) => name.split(' ')[0] || name;
const longestBeginning = 280;
/** A bid is read as a whole, in the panel, which has room for it. */
const longestBid = 5_000;

/** "You" for the user's own mails. */
export function formatSender({ userId, userName }: Pick<EarlierMail, 'userId' | 'userName'>, me: string): string {
  return userId === me ? 'You' : firstName(userName);
}

function formatEarlier(mail: EarlierMail, { userId, postedCents, nowMs }: GateFacts): string {
  const asked = mail.offerCents === null ? '' : ` and asked ${formatMoney(mail.offerCents)}`;
  const wrote = `${formatSender(mail, userId)} wrote to ${mail.to} ${formatAgo(Date.parse(mail.at), nowMs)}${asked}`;
  if (mail.postedCents === null || postedCents === null) return `${wrote}.`;
  if (mail.postedCents === postedCents) return `${wrote}. The rate is still ${formatMoney(postedCents)}.`;
  return `${wrote}, rate was ${formatMoney(mail.postedCents)}, now ${formatMoney(postedCents)}.`;
}

function formatMissing(missing: readonly Need[]): string {
  const names = missing.map((need) => brokerNeeds[need].label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
  return `Missing: ${names.join(', ')}. If you send, you won’t be asked about this again for this mailbox.`;
}

const driverGone =
  'The driver you chose isn’t on your list any more, so this email names no driver. You can choose another one in the side panel.';

/** The template has no place for it. */
const isAskLost = ({ check, askCents }: GateFacts) => askCents !== null && !check.namesOffer;

function formatLostAsk(askCents: number): string {
  return `Your template doesn’t mention a rate, so this email doesn’t ask ${formatMoney(askCents)}. Add “Ask rate” to the template.`;
}

function listWarnings(facts: GateFacts): MailQuestion['warnings'] {
  const { check, accepted, askCents, isDriverGone } = facts;
  const open = check.missing.filter((need) => !accepted.includes(need));
  return [
    ...(askCents !== null && isAskLost(facts) ? [{ tone: 'bad' as const, text: formatLostAsk(askCents) }] : []),
    ...check.signals.filter(isDoubt).map(({ text }) => ({ tone: 'bad' as const, text })),
    ...(isDriverGone ? [{ tone: 'need' as const, text: driverGone }] : []),
    ...check.earlier.slice(0, 3).map((mail) => ({ tone: 'need' as const, text: formatEarlier(mail, facts) })),
    ...(check.recentToBroker === null
      ? []
      : [{ tone: 'need' as const, text: `Your team emailed this broker about ${check.recentToBroker} other loads in 10 minutes.` }]),
    ...(open.length === 0 ? [] : [{ tone: 'need' as const, text: formatMissing(open) }]),
  ];
}

function titleOf({ check, userId, isToChosen, askCents, nowMs }: GateFacts): string {
  const [last] = check.earlier;
  if (check.blockedReason !== null) return 'This email can’t be sent yet';
  if (last !== undefined) return `${formatSender(last, userId)} emailed this ${formatAgo(Date.parse(last.at), nowMs)}`;
  if (!isToChosen) return 'Address found only in the comments';
  if (check.signals.some(isDoubt)) return 'Check the address first';
  return askCents !== null && check.namesOffer ? `This email asks ${formatMoney(askCents)}` : 'Check before you send';
}

function labelOf(facts: GateFacts): string {
  const { check } = facts;
  if (isAskLost(facts)) return 'Send without a rate';
  if (check.earlier.length > 0) return 'Send again';
  return check.signals.some(isDoubt) ? 'Send anyway' : 'Send';
}

/** What the user must read before this mail leaves. Null: it leaves with the click. One that asks for a rate is a bid, so it is read first. */
export function askBefore(facts: GateFacts): MailQuestion | null {
  const { check, to, isToChosen, from, driver, askCents } = facts;
  const warnings = listWarnings(facts);
  const isPlain = warnings.length === 0 && isToChosen && check.blockedReason === null && askCents === null;
  if (isPlain && !facts.isReadAnyway) return null;
  return {
    title: titleOf(facts),
    to,
    isToChosen,
    from,
    driver,
    subject: check.subject,
    beginning: check.text.trim().slice(0, askCents === null ? longestBeginning : longestBid),
    // Beside a reason, what is only unknown is worth a line too.
    warnings: [...warnings, ...check.signals.filter((signal) => !isDoubt(signal)).map(({ text }) => ({ tone: 'need' as const, text }))],
    blocked: check.blockedReason === null ? null : { text: check.blockedReason, place: 'MAILBOXES' },
    sendLabel: labelOf(facts),
  };
}
