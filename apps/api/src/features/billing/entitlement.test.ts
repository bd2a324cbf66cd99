import type { SubscriptionStatus } from '@headhaul/contracts/billing';
import { describe, expect, it } from 'vitest';
import { currentSubscription, entitlementOf, isLive, isPaying, type SubscriptionFacts } from './entitlement.ts';

const day = (date: string) => new Date(`${date}T00:00:00Z`);
const trialEnd = day('2026-11-15');
const bought: SubscriptionFacts = {
  id: 'sub_1',
  itemId: 'si_1',
  type: 'UNLIMITED_PRO_MONTHLY',
  status: 'ACTIVE',
  createdAt: day('2026-11-10'),
  periodStart: day('2026-12-10'),
  periodEnd: day('2027-01-10'),
  cancelAt: null,
  endedAt: null,
  unpaidSince: null,
  quantity: 4,
  priceCents: 29_99,
};

describe('what a company may do follows from its subscription', () => {
  const cases: [string, Partial<SubscriptionFacts>, string, string][] = [
    ['ACTIVE: three days more than the period, for messages that come late', {}, 'UNLIMITED_PRO_MONTHLY', '2027-01-13'],
    ['ACTIVE and cancelled: to the day', { cancelAt: day('2027-01-10') }, 'UNLIMITED_PRO_MONTHLY', '2027-01-10'],
    ['ACTIVE and cancelled for later: this period', { cancelAt: day('2027-06-10') }, 'UNLIMITED_PRO_MONTHLY', '2027-01-13'],
    ['TRIALING', { status: 'TRIALING' }, 'UNLIMITED_PRO_MONTHLY', '2027-01-13'],
    [
      'PAST_DUE: seven days from the invoice',
      { status: 'PAST_DUE', unpaidSince: day('2026-12-10') },
      'UNLIMITED_PRO_MONTHLY',
      '2026-12-17',
    ],
    ['PAST_DUE by a later invoice', { status: 'PAST_DUE', unpaidSince: day('2026-12-20') }, 'UNLIMITED_PRO_MONTHLY', '2026-12-27'],
    ['PAST_DUE without the invoice: from the period’s start', { status: 'PAST_DUE' }, 'UNLIMITED_PRO_MONTHLY', '2026-12-17'],
    ['CANCELED: until it ended', { status: 'CANCELED', endedAt: day('2026-12-12') }, 'UNLIMITED_PRO_MONTHLY', '2026-12-12'],
    ['CANCELED without a date: the period’s end', { status: 'CANCELED' }, 'UNLIMITED_PRO_MONTHLY', '2027-01-10'],
    ['CANCELED within the trial: the trial goes on', { status: 'CANCELED', endedAt: day('2026-11-12') }, 'FREE_TRIAL', '2026-11-15'],
    ['UNPAID: what was paid before', { status: 'UNPAID' }, 'UNLIMITED_PRO_MONTHLY', '2026-12-10'],
    ['PAUSED: what was paid before', { status: 'PAUSED' }, 'UNLIMITED_PRO_MONTHLY', '2026-12-10'],
    ['INCOMPLETE: the trial goes on', { status: 'INCOMPLETE' }, 'FREE_TRIAL', '2026-11-15'],
    ['INCOMPLETE_EXPIRED: the trial goes on', { status: 'INCOMPLETE_EXPIRED' }, 'FREE_TRIAL', '2026-11-15'],
  ];
  it.each(cases)('%s', (_name, facts, subscriptionType, paidUntil) => {
    expect(entitlementOf({ ...bought, ...facts }, trialEnd)).toEqual({ subscriptionType, paidUntil: day(paidUntil) });
  });

  it('no subscription: the trial', () => {
    expect(entitlementOf(null, trialEnd)).toEqual({ subscriptionType: 'FREE_TRIAL', paidUntil: trialEnd });
  });

  const statuses: SubscriptionStatus[] = [
    'ACTIVE',
    'TRIALING',
    'PAST_DUE',
    'UNPAID',
    'PAUSED',
    'CANCELED',
    'INCOMPLETE',
    'INCOMPLETE_EXPIRED',
  ];
  it.each(statuses)('%s never shortens free time', (status) => {
    const freeUntil = day('2028-01-01');
    expect(entitlementOf({ ...bought, status, cancelAt: day('2027-01-10') }, freeUntil).paidUntil).toEqual(freeUntil);
  });

  it('knows which live on and which are paid for', () => {
    expect(statuses.filter(isLive)).toEqual(['ACTIVE', 'TRIALING', 'PAST_DUE', 'UNPAID', 'PAUSED']);
    expect(statuses.filter(isPaying)).toEqual(['ACTIVE', 'TRIALING', 'PAST_DUE']);
    expect([isLive(null), isPaying(null)]).toEqual([false, false]);
  });
});

describe('of several subscriptions', () => {
  const one = (id: string, status: SubscriptionStatus, created: string) => ({ ...bought, id, status, createdAt: day(created) });

  it('the one that gives most counts, and of those the newest', () => {
    const old = one('old', 'CANCELED', '2026-01-01');
    const failed = one('failed', 'INCOMPLETE_EXPIRED', '2026-05-01');
    const live = one('live', 'ACTIVE', '2026-03-01');
    const newer = one('newer', 'ACTIVE', '2026-04-01');
    expect(currentSubscription([old, failed])?.id).toBe('old');
    expect(currentSubscription([old, live, failed])?.id).toBe('live');
    expect(currentSubscription([newer, live, old])?.id).toBe('newer');
    expect(currentSubscription([])).toBeNull();
  });
});
