import type { SubscriptionStatus } from '@headhaul/contracts/billing';
import type { SubscriptionType } from '@headhaul/domain/plans';

/** A subscription as Stripe tells of it. */
export interface SubscriptionFacts {
  id: string;
  itemId: string | null;
  type: SubscriptionType;
  status: SubscriptionStatus;
  createdAt: Date;
  /** Stripe moves the period on when it writes the invoice, paid or not. */
  periodStart: Date;
  periodEnd: Date;
  cancelAt: Date | null;
  endedAt: Date | null;
  /** Since when the last invoice waits for its money. */
  unpaidSince: Date | null;
  quantity: number;
  priceCents: number;
}

export interface Entitlement {
  subscriptionType: SubscriptionType;
  paidUntil: Date;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Between a renewal and the moment we hear of it Stripe may be away for long. */
const slackDays = 3;
/** Time to mend a card. */
const graceDays = 7;

const after = (moment: Date, days: number) => new Date(moment.getTime() + days * dayMs);
const later = (a: Date, b: Date) => (a > b ? a : b);
const sooner = (a: Date, b: Date | null) => (b !== null && b < a ? b : a);

/** Best first: of several subscriptions the one that gives most counts, and of those the newest. */
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

/** It renews by itself, or can be mended in the portal: a second one would charge twice. */
export function isLive(status: SubscriptionStatus | null): boolean {
  return status !== null && ranks[status] <= ranks.PAUSED;
}

/** Somebody pays for each seat of it now. */
export function isPaying(status: SubscriptionStatus | null): boolean {
  return status !== null && ranks[status] <= ranks.PAST_DUE;
}

export function currentSubscription(all: readonly SubscriptionFacts[]): SubscriptionFacts | null {
  const [best] = [...all].sort((a, b) => ranks[a.status] - ranks[b.status] || b.createdAt.getTime() - a.createdAt.getTime());
  return best ?? null;
}

/**
 * What a company may use and until when, from what Stripe says now. It knows no events and no order of them. Free time is never
 * shortened by a payment that failed.
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
