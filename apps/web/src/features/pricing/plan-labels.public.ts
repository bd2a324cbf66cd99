import type { BillingInfo } from '@headhaul/contracts/billing';
import {
  type LimitName,
  labelOfLimit,
  limitNames,
  type Period,
  periodOf,
  planOf,
  plans,
  type SubscriptionType,
  shownPlans,
} from '@headhaul/domain/plans';
import { daysUntil, formatDay } from '../../shared/time/format-time.ts';
import type { HitLimit } from './pricing-dialog.public.ts';

/** Labels of plans, prices and payment states, the same on every screen. */

const prices = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "$14.99", "$1,007.60": always with cents. The minus sign is as wide as a digit. */
export function priceText(cents: number): string {
  return prices.format(cents / 100).replace('-', '−');
}

export const periodLabels: Record<Period, { adverb: string; each: string; noun: string }> = {
  MONTHLY: { adverb: 'monthly', each: 'a month', noun: 'month' },
  YEARLY: { adverb: 'yearly', each: 'a year', noun: 'year' },
};

/** "Unlimited Pro, yearly" */
export function formatType(type: SubscriptionType): string {
  const period = periodOf(type);
  return period === null ? planOf(type).name : `${planOf(type).name}, ${periodLabels[period].adverb}`;
}

export function formatUsers(users: number): string {
  return `${users} ${users === 1 ? 'user' : 'users'}`;
}

/** "You have used 5 of 5 drivers on Pro.", "You have used 300 of 300 broker lookups today on Pro." */
export function limitSentence({ name, current, max, isPlanActive }: HitLimit, type: SubscriptionType): string {
  const label = labelOfLimit(name);
  const thing = label.replace(/ per day$/, '');
  const isTrial = type === 'FREE_TRIAL';
  if (!isPlanActive) {
    return `Your ${isTrial ? 'trial' : 'plan'} has ended. ${thing} ${thing.endsWith('s') ? 'are' : 'is'} off until you choose a plan.`;
  }
  const today = thing === label ? '' : ' today';
  return `You have used ${current} of ${max} ${thing.toLowerCase()}${today} on ${isTrial ? 'the trial' : planOf(type).name}.`;
}

/** Which plan lifts a limit: "Unlimited Pro has no limit; Pro allows 5 for each user." Null for a limit only a newer server knows. */
export function liftSentence(name: string, type: SubscriptionType): string | null {
  if (!isLimitName(name)) return null;
  const sold = shownPlans.filter(({ state }) => state === 'sold');
  const amount = (max: number | null) => `${max}${name.endsWith('PerDay') ? ' a day' : ''} for each user`;
  const without = sold.filter(({ limits }) => limits[name] === null);
  if (without.length === sold.length) return 'No plan limits it.';
  // For example, FMCSA's service limits the number of lookups, so no plan lifts it.
  if (without.length === 0) return `Every plan allows ${amount(sold[0]?.limits[name] ?? null)}.`;
  const others = sold.filter((plan) => plan.limits[name] !== null && plan.key !== planOf(type).key);
  return `${[
    `${without.map((plan) => plan.name).join(' and ')} ${without.length === 1 ? 'has' : 'have'} no limit`,
    ...others.map((plan) => `${plan.name} allows ${amount(plan.limits[name])}`),
  ].join('; ')}.`;
}

function isLimitName(name: string): name is LimitName {
  return (limitNames as readonly string[]).includes(name);
}

type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'mute';
export type BillingState = 'trial' | 'trial-ended' | 'active' | 'ending' | 'past-due' | 'ended' | 'incomplete';

type PaymentFacts = Pick<BillingInfo, 'subscriptionType' | 'status' | 'cancelAtPeriodEnd' | 'isBillActive'>;

/** The state of the company's plan and payment. */
export function billingState({ subscriptionType, status, cancelAtPeriodEnd, isBillActive }: PaymentFacts): BillingState {
  if (subscriptionType === 'FREE_TRIAL') return isBillActive ? 'trial' : 'trial-ended';
  if (status === 'ACTIVE' || status === 'TRIALING') return cancelAtPeriodEnd ? 'ending' : 'active';
  if (status === 'PAST_DUE' || status === 'UNPAID') return 'past-due';
  if (status === 'INCOMPLETE') return 'incomplete';
  return isBillActive ? 'ending' : 'ended';
}

export function statePill(info: BillingInfo, now: number, zone: string): { words: string; tone: Tone } {
  const day = formatDay(info.currentPeriodEnd, now, zone);
  switch (billingState(info)) {
    case 'trial': {
      const days = daysUntil(info.currentPeriodEnd, now);
      return { words: `Trial, ${days} ${days === 1 ? 'day' : 'days'} left`, tone: 'info' };
    }
    case 'trial-ended':
      return { words: `Trial ended ${day}`, tone: 'bad' };
    case 'active':
      return { words: 'Active', tone: 'ok' };
    case 'ending':
      return { words: `Ends ${day}`, tone: 'warn' };
    case 'past-due':
      return { words: 'Payment failed', tone: 'bad' };
    case 'ended':
      return { words: `Ended ${day}`, tone: 'bad' };
    case 'incomplete':
      return { words: 'Payment not finished', tone: 'warn' };
  }
}

/** The price of one user: the price of the company's plan, or of Pro during the trial. */
export function shownPrice({ subscriptionType, priceCents }: Pick<BillingInfo, 'subscriptionType' | 'priceCents'>): {
  name: string;
  cents: number | null;
  period: Period;
} {
  const plan = subscriptionType === 'FREE_TRIAL' ? plans.PRO : planOf(subscriptionType);
  const period = periodOf(subscriptionType) ?? 'MONTHLY';
  return { name: plan.name, cents: priceCents ?? plan.prices?.[period] ?? null, period };
}
