import type { FactorFacts } from '../brokers/score.ts';
import { formatMoney } from '../format-money.ts';
import { brokerNameKey } from './match.ts';

/** OTR answers questions by its API. Other factors send lists and answer mails. */
export const factoringTypes = ['OTR', 'OTHER'] as const;
export type FactoringType = (typeof factoringTypes)[number];

/** Who the company's factor is, and which account the company has there. */
export interface FactorIdentity {
  /** Null: the company has no factor. */
  factoringType: FactoringType | null;
  name: string | null;
  factoringId: string | null;
}

const factorKey = (name: string | null) => brokerNameKey(name ?? '') || (name ?? '').trim().toLowerCase();

/**
 * Whether this change makes it another factor, or another account there: then nothing that the former one said counts any longer. A name
 * with another case, punctuation or legal form is the same name, and a first account number is not another account.
 */
export function isOtherFactor(before: FactorIdentity, after: FactorIdentity): boolean {
  if (before.factoringType !== after.factoringType || factorKey(before.name) !== factorKey(after.name)) return true;
  return before.factoringId !== null && before.factoringId !== after.factoringId;
}

/** LIMITED: the factor wants a call before it buys an invoice of this broker. */
export const approvalStatuses = ['APPROVED', 'LIMITED', 'DECLINED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const approvalLabels: Record<ApprovalStatus, string> = {
  APPROVED: 'Approved',
  LIMITED: 'Call first',
  DECLINED: 'Declined',
};

/** Whether the factor buys invoices of this broker. Null: it hasn't said, or wants a call first. */
export function isFactorable(status: ApprovalStatus | null): boolean | null {
  return status === null || status === 'LIMITED' ? null : status === 'APPROVED';
}

/** What the factor says about a broker, from one source. */
export interface FactorAnswer {
  status: ApprovalStatus;
  /** Null if the factor names none. */
  limitCents: number | null;
  usedCents: number | null;
  source: 'LIST' | 'CHECK';
  /** The day on which the factor said so, as an ISO date. */
  asOf: string;
}

/** What is known of all sources together. */
export interface FactorStanding extends FactorAnswer {
  /** The day of limit and used. Null without a limit. A check has no limit, so it may be older than the status. */
  limitAsOf: string | null;
}

const caution: Record<ApprovalStatus, number> = { APPROVED: 0, LIMITED: 1, DECLINED: 2 };

/** Later days first. Of one day a check comes first, then the answer that asks for more care. */
function compareAnswers(one: FactorAnswer, other: FactorAnswer): number {
  if (one.asOf !== other.asOf) return one.asOf > other.asOf ? -1 : 1;
  if (one.source !== other.source) return one.source === 'CHECK' ? -1 : 1;
  return caution[other.status] - caution[one.status];
}

/** The newest answer decides. A limit that it doesn't name is taken from the newest answer that does. Null without answers. */
export function combineAnswers(answers: readonly FactorAnswer[]): FactorStanding | null {
  const sorted = [...answers].sort(compareAnswers);
  const [newest] = sorted;
  if (newest === undefined) return null;
  const limited = newest.status === 'DECLINED' ? undefined : sorted.find(({ limitCents }) => limitCents !== null);
  return {
    ...newest,
    limitCents: limited?.limitCents ?? null,
    usedCents: limited?.usedCents ?? null,
    limitAsOf: limited?.asOf ?? null,
  };
}

/** What is left of the limit. Null if no limit is known. If nobody says how much is used, the whole limit may be free. */
export function freeCents({ limitCents, usedCents }: Pick<FactorStanding, 'limitCents' | 'usedCents'>): number | null {
  return limitCents === null ? null : Math.max(limitCents - (usedCents ?? 0), 0);
}

export type FactorDoubt = 'DECLINED' | 'OVER_LIMIT';

/** Why somebody has to confirm before a load of this gross is booked. Null if nothing speaks against it. */
export function factorDoubt(standing: FactorStanding | null, grossCents: number): FactorDoubt | null {
  if (standing === null) return null;
  if (standing.status === 'DECLINED') return 'DECLINED';
  const free = freeCents(standing);
  return free !== null && grossCents > free ? 'OVER_LIMIT' : null;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** "Nov 12, 2026" */
export function formatApprovalDay(day: string): string {
  return dayFormat.format(Date.parse(day));
}

/** "Ridgeway declined Quickturn Freight on Nov 12, 2026." */
export function describeDoubt(
  doubt: FactorDoubt,
  standing: FactorStanding,
  { factorName, brokerName, grossCents }: { factorName: string | null; brokerName: string; grossCents: number },
): string {
  if (doubt === 'DECLINED') return `${factorName ?? 'Your factor'} declined ${brokerName} on ${formatApprovalDay(standing.asOf)}.`;
  const free = formatMoney(freeCents(standing) ?? 0);
  const limit = formatMoney(standing.limitCents ?? 0);
  const day = formatApprovalDay(standing.limitAsOf ?? standing.asOf);
  return `This load pays ${formatMoney(grossCents)}. ${factorName ?? 'Your factor'} has ${free} of ${limit} left for ${brokerName} (${day}).`;
}

/** The facts as the letter of a broker counts them, for a broker about whom the factor has said something. */
export interface KnownFactorFacts extends FactorFacts {
  status: ApprovalStatus;
}

export function toFactorFacts(standing: FactorStanding | null): KnownFactorFacts | null {
  if (standing === null) return null;
  const { status, limitCents, usedCents, asOf } = standing;
  return { status, limitCents, usedCents, asOf };
}

const statusKeys: Record<ApprovalStatus, readonly string[]> = {
  APPROVED: ['approved', 'approve', 'yes', 'y', 'buy', 'ok', 'creditapproved', 'approvedbroker'],
  LIMITED: [
    'call',
    'callcredit',
    'callfirst',
    'callforapproval',
    'callforcredit',
    'conditional',
    'conditionallyapproved',
    'limited',
    'limitedapproval',
    'pending',
    'review',
    'inreview',
    'requestapproval',
  ],
  DECLINED: [
    'declined',
    'decline',
    'denied',
    'rejected',
    'notapproved',
    'unapproved',
    'nobuy',
    'donotbuy',
    'donotfactor',
    'donothaul',
    'no',
    'n',
    'hold',
    'credithold',
    'onhold',
    'blocked',
  ],
};
const statusByKey = new Map(approvalStatuses.flatMap((status) => statusKeys[status].map((key) => [key, status] as const)));

/** A cell of a factor's list. Undefined for words that we don't know: an answer is never guessed. */
export function readApprovalStatus(text: string): ApprovalStatus | undefined {
  return statusByKey.get(text.toLowerCase().replace(/[^a-z]/g, ''));
}
