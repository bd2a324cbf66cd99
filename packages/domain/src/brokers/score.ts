import { daysBetween } from '../time/zoned-time.ts';
import type { OwnHistory } from './figures.ts';
import type { NumbersOf, Reason, ReasonKind } from './reasons.ts';
import {
  ceilings,
  enoughPaidLoads,
  freshDays,
  type Grade,
  goodPoints,
  grades,
  oldAuthorityDays,
  type ShareWeight,
  shareWeights,
  startPoints,
} from './score-weights.ts';

/** What the company's factor says about the broker. */
export interface FactorFacts {
  status: 'APPROVED' | 'DECLINED' | 'LIMITED' | 'NOT_ASKED';
  /** Null without a limit, or when it is not known. */
  limitCents: number | null;
  usedCents: number | null;
  asOf: string;
}

/** What the public record says. Null is not known. Days are ISO dates. */
export interface AuthorityFacts {
  status: 'ACTIVE' | 'INACTIVE' | 'REVOKED' | 'NOT_AUTHORIZED' | null;
  grantedOn: string | null;
  reinstatedOn: string | null;
  isBondOnFile: boolean | null;
  isInsuranceOnFile: boolean | null;
  isOutOfService: boolean | null;
  phoneChangedOn: string | null;
  addressChangedOn: string | null;
  /** The day on which the source said so. */
  checkedOn: string;
}

/** Something odd about who wrote or called, and the day it was seen. */
export interface ContactSignal {
  kind: 'LOOK_ALIKE_DOMAIN' | 'FREE_MAIL' | 'OTHER_DOMAIN' | 'PHONE_NOT_ON_RECORD';
  seenOn: string;
}

/** Null when nobody has looked. Without the other three the letter is made from one's own loads alone. */
export interface BrokerFacts {
  own: OwnHistory;
  factor: FactorFacts | null;
  authority: AuthorityFacts | null;
  contact: readonly ContactSignal[] | null;
}

export interface BrokerScore {
  /** Null when not enough is known. The reasons are listed anyway. */
  grade: Grade | null;
  /** From 0 to 100: the sum of the points of all reasons. */
  score: number | null;
  /** The start, then good ones, bad ones and what is not known. */
  reasons: Reason[];
}

/** Good or bad by the sign of its points, or bad as soon as one bad fact is there. */
function shareTone(points: number, bad: number, isBadAtOnce: boolean): 'GOOD' | 'BAD' {
  return bad > 0 && (isBadAtOnce || points <= 0) ? 'BAD' : 'GOOD';
}

/** Rounded to a whole number, half upwards. */
function weigh(good: number, bad: number, { best, worst, badWeighs, unsure }: ShareWeight): number {
  const all = good + bad * badWeighs + unsure;
  return Math.floor((2 * (best * good - worst * bad * badWeighs) + all) / (2 * all));
}

function makeReason<K extends ReasonKind>(
  kind: K,
  tone: Reason['tone'],
  points: number,
  dates: Pick<Reason, 'since' | 'asOf'>,
  numbers: NumbersOf<K>,
): Reason {
  // The compiler does not see that the kind and its numbers belong together.
  return { kind, tone, points, ...dates, numbers } as Reason;
}

function ownReasons(own: OwnHistory, today: string): Reason[] {
  const { cleanLoads: clean, paidLoads, settledLoads, loads, daysToPayMean } = own;
  const dates = { since: own.from, asOf: today };
  const reasons: Reason[] = [];
  const paying =
    weigh(clean, own.late, shareWeights.LATE) +
    weigh(clean, own.late15, shareWeights.LATE_15) +
    weigh(clean, own.late30, shareWeights.LATE_30);
  if (daysToPayMean === null) {
    reasons.push(makeReason('PAYMENTS_UNKNOWN', 'UNKNOWN', 0, dates, {}));
  } else {
    const numbers = { days: daysToPayMean, termsDays: own.termsDays / paidLoads, late: own.late, paid: paidLoads };
    reasons.push(makeReason('PAYMENTS', shareTone(paying, own.late, false), paying, dates, numbers));
  }
  if (settledLoads > 0) {
    const points = weigh(clean, own.shortPays, shareWeights.SHORT_PAYS);
    const numbers = { short: own.shortPays, paid: settledLoads, cents: own.shortPaidCents };
    reasons.push(makeReason('SHORT_PAYS', shareTone(points, own.shortPays, true), points, dates, numbers));
  }
  if (own.detentionAsked > 0) {
    const denied = own.detentionAsked - own.detentionPaid;
    const points = weigh(own.detentionPaid, denied, shareWeights.DETENTION);
    const numbers = { paid: own.detentionPaid, asked: own.detentionAsked };
    reasons.push(makeReason('DETENTION', shareTone(points, denied, false), points, dates, numbers));
  }
  if (clean + own.canceled > 0) {
    const points = weigh(clean, own.canceled, shareWeights.CANCELED);
    const numbers = { canceled: own.canceled, loads: loads + own.canceled };
    reasons.push(makeReason('CANCELED', shareTone(points, own.canceled, true), points, dates, numbers));
  }
  if (own.tonuPaid + own.tonuUnpaid > 0) {
    const points = weigh(clean, own.tonuUnpaid, shareWeights.UNPAID_TONU);
    const numbers = { paid: own.tonuPaid, settled: own.tonuPaid + own.tonuUnpaid };
    reasons.push(makeReason('TONU', shareTone(points, own.tonuUnpaid, true), points, dates, numbers));
  }
  if (clean + own.overdueLoads > 0) {
    const points = weigh(clean, own.overdueLoads, shareWeights.OVERDUE);
    const numbers = { loads: own.overdueLoads, cents: own.overdueCents, days: own.overdueDays };
    reasons.push(makeReason('OVERDUE', shareTone(points, own.overdueLoads, true), points, dates, numbers));
  }
  return reasons;
}

/** What others say in favor of the broker, and what they have not said. */
function outsideReasons({ factor, authority }: BrokerFacts, today: string): Reason[] {
  const reasons: Reason[] = [];
  if (authority === null || authority.status === null) {
    reasons.push(makeReason('AUTHORITY_UNKNOWN', 'UNKNOWN', 0, { since: null, asOf: authority?.checkedOn ?? null }, {}));
  } else if (authority.status === 'ACTIVE') {
    const { grantedOn } = authority;
    const isOld = grantedOn !== null && daysBetween(grantedOn, today) >= oldAuthorityDays;
    const points = goodPoints.AUTHORITY_ACTIVE + (isOld ? goodPoints.AUTHORITY_OLD : 0);
    reasons.push(makeReason('AUTHORITY_ACTIVE', 'GOOD', points, { since: grantedOn, asOf: authority.checkedOn }, {}));
  }
  if (authority?.isBondOnFile === true) {
    reasons.push(makeReason('BOND_ON_FILE', 'GOOD', goodPoints.BOND_ON_FILE, { since: null, asOf: authority.checkedOn }, {}));
  }
  if (factor === null || factor.status === 'NOT_ASKED') {
    reasons.push(makeReason('FACTOR_UNKNOWN', 'UNKNOWN', 0, { since: null, asOf: factor?.asOf ?? null }, {}));
  } else if (factor.status === 'APPROVED') {
    const numbers = { limitCents: factor.limitCents, usedCents: factor.usedCents };
    reasons.push(makeReason('FACTOR_APPROVED', 'GOOD', goodPoints.FACTOR_APPROVED, { since: null, asOf: factor.asOf }, numbers));
  }
  return reasons;
}

type CeilingKind = keyof typeof ceilings;
interface Ceiling {
  kind: CeilingKind;
  dates: Pick<Reason, 'since' | 'asOf'>;
  numbers: NumbersOf<CeilingKind>;
}

function factorCeilings({ status, limitCents, usedCents, asOf }: FactorFacts): Ceiling[] {
  const dates = { since: null, asOf };
  if (status === 'DECLINED') return [{ kind: 'FACTOR_DECLINED', dates, numbers: {} }];
  if (status === 'NOT_ASKED') return [];
  const isUsed = limitCents !== null && usedCents !== null && usedCents >= limitCents;
  return [
    ...(status === 'LIMITED' ? [{ kind: 'FACTOR_LIMITED' as const, dates, numbers: {} }] : []),
    ...(isUsed ? [{ kind: 'FACTOR_LIMIT_USED' as const, dates, numbers: { limitCents, usedCents } }] : []),
  ];
}

const statusCeilings = { INACTIVE: 'AUTHORITY_INACTIVE', REVOKED: 'AUTHORITY_REVOKED', NOT_AUTHORIZED: 'NOT_AUTHORIZED' } as const;

function authorityCeilings(authority: AuthorityFacts, today: string): Ceiling[] {
  const { status, checkedOn } = authority;
  const found: Ceiling[] = [];
  const add = (kind: CeilingKind) => found.push({ kind, dates: { since: null, asOf: checkedOn }, numbers: {} });
  if (status !== null && status !== 'ACTIVE') add(statusCeilings[status]);
  if (authority.isOutOfService === true) add('OUT_OF_SERVICE');
  if (authority.isBondOnFile === false) add('BOND_MISSING');
  if (authority.isInsuranceOnFile === false) add('INSURANCE_MISSING');
  const changes = [
    ['AUTHORITY_NEW', authority.grantedOn],
    ['AUTHORITY_REINSTATED', authority.reinstatedOn],
    ['PHONE_CHANGED', authority.phoneChangedOn],
    ['ADDRESS_CHANGED', authority.addressChangedOn],
  ] as const;
  for (const [kind, on] of changes) {
    if (on === null) continue;
    const daysAgo = daysBetween(on, today);
    if (daysAgo < freshDays[kind]) found.push({ kind, dates: { since: on, asOf: checkedOn }, numbers: { daysAgo } });
  }
  return found;
}

/** The lowest ceiling takes away what is above it. The others are listed and take nothing. */
function ceilingReasons({ factor, authority, contact }: BrokerFacts, sum: number, today: string): Reason[] {
  const found = [
    ...(authority === null ? [] : authorityCeilings(authority, today)),
    ...(factor === null ? [] : factorCeilings(factor)),
    ...(contact ?? []).map(({ kind, seenOn }): Ceiling => ({ kind, dates: { since: seenOn, asOf: seenOn }, numbers: {} })),
  ].sort((a, b) => ceilings[a.kind] - ceilings[b.kind]);
  return found.map(({ kind, dates, numbers }, index) =>
    makeReason(kind, 'BAD', index === 0 ? Math.min(ceilings[kind] - sum, 0) : 0, dates, numbers),
  );
}

const toneOrder = ['GOOD', 'BAD', 'UNKNOWN'] as const;

/** The letter of a broker with everything that made it. `today` is an ISO date. The weights are in `score-weights.ts`. */
export function scoreBroker(facts: BrokerFacts, today: string): BrokerScore {
  const start = makeReason('START', 'GOOD', startPoints, { since: null, asOf: today }, {});
  const counted = [...ownReasons(facts.own, today), ...outsideReasons(facts, today)];
  const sum = counted.reduce((total, { points }) => total + points, startPoints);
  const limits = ceilingReasons(facts, sum, today);
  const score = limits.reduce((total, { points }) => total + points, sum);
  const reasons = [...counted, ...limits].sort((a, b) => toneOrder.indexOf(a.tone) - toneOrder.indexOf(b.tone));
  const isEnough = facts.own.paidLoads >= enoughPaidLoads;
  return {
    grade: isEnough ? (grades.find(([, atLeast]) => score >= atLeast)?.[0] ?? 'F') : null,
    score: isEnough ? score : null,
    reasons: [start, ...reasons],
  };
}
