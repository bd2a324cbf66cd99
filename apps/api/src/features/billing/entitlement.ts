import type { SubscriptionStatus } from '@headhaul/contracts/billing';
import type { SubscriptionType } from '@headhaul/domain/plans';

/** A subscription as Stripe reports it. */
export interface SubscriptionFacts {
  id: string;
  itemId: string | null;
  type: SubscriptionType;
  status: SubscriptionStatus;
  createdAt: Date;
  /** Stripe moves the period forward when it writes the invoice, paid or not. */
  periodStart: Date;
  periodEnd: Date;
  cancelAt: Date | null;
  endedAt: Date | null;
  /** Since when the last invoice has been unpaid. */
  unpaidSince: Date | null;
  quantity: number;
  priceCents: number;
}

export interface Entitlement {
  subscriptionType: SubscriptionType;
  paidUntil: Date;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Days of access after the period ends: Stripe may be unreachable for long between a renewal and the moment we hear of it. */
const slackDays = 3;
/** Days of access after a failed payment, to replace the card. */
const graceDays = 7;

const after = (moment: Date, days: number) => new Date(moment.getTime() + days * dayMs);
const later = (a: Date, b: Date) => (a > b ? a : b);
const sooner = (a: Date, b: Date | null) => (b !== null && b < a ? b : a);

/** Best first. If a customer has several subscriptions, the one with the best status counts, and among equals the newest. */
const ranks: Record<SubscriptionStatus, number> = {
  ACTIVE: 0,
  TRIALING: 1,
  PAST_DUE: 2,
  UNPAID: 3,
  PAUSED: 4,
  CANCELED: 5,
  INCOMPLETE: 6,
  INCOMPLETE_EXPIRED: 7,
};

/** The subscription renews by itself or can be repaired in the portal, so a second one would charge twice. */
export function isLive(status: SubscriptionStatus | null): boolean {
  return status !== null && ranks[status] <= ranks.PAUSED;
}

/** Stripe bills each seat of the subscription now. */
export function isPaying(status: SubscriptionStatus | null): boolean {
  return status !== null && ranks[status] <= ranks.PAST_DUE;
}

export function currentSubscription(all: readonly SubscriptionFacts[]): SubscriptionFacts | null {
  const [best] = [...all].sort((a, b) => ranks[a.status] - ranks[b.status] || b.createdAt.getTime() - a.createdAt.getTime());
  return best ?? null;
}

/**
 * What a company may use and until when, computed from what Stripe says now. Stripe's events and their order play no part. A failed
 * payment never shortens the free time.
 */
export function entitlementOf(subscription: SubscriptionFacts | null, freeUntil: Date): Entitlement {
  const trial: Entitlement = { subscriptionType: 'FREE_TRIAL', paidUntil: freeUntil };
  if (!subscription) return trial;
  const { type, status, periodStart, periodEnd, cancelAt, endedAt, unpaidSince } = subscription;
  switch (status) {
    case 'ACTIVE':
    case 'TRIALING':
      return { subscriptionType: type, paidUntil: later(sooner(after(periodEnd, slackDays), cancelAt), freeUntil) };
    case 'PAST_DUE':
      return { subscriptionType: type, paidUntil: later(sooner(after(unpaidSince ?? periodStart, graceDays), cancelAt), freeUntil) };
    case 'CANCELED': {
      const end = endedAt ?? periodEnd;
      return end >= freeUntil ? { subscriptionType: type, paidUntil: end } : trial;
    }
    case 'UNPAID':
    case 'PAUSED':
      return { subscriptionType: type, paidUntil: later(sooner(periodStart, unpaidSince), freeUntil) };
    case 'INCOMPLETE':
    case 'INCOMPLETE_EXPIRED':
      return trial;
  }
}
