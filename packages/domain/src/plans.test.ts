import { describe, expect, it } from 'vitest';
import {
  allowanceOf,
  labelOfLimit,
  limitNames,
  periodOf,
  planOf,
  plans,
  shownPlans,
  subscriptionTypes,
  usagePercent,
  yearlySavingPercent,
} from './plans.ts';

describe('plans', () => {
  it('cost what the specification says', () => {
    expect(shownPlans.map(({ name, prices }) => [name, prices?.MONTHLY, prices?.YEARLY])).toEqual([
      ['Pro', 1_499, 12_590],
      ['Unlimited Pro', 2_999, 25_190],
      ['Ultimate', 4_999, 41_990],
    ]);
    expect(shownPlans.map(yearlySavingPercent)).toEqual([30, 30, 30]);
  });

  it('list every feature of the specification', () => {
    const features = (key: keyof typeof plans) => plans[key].groups.flatMap((group) => group.features.map((line) => line.toLowerCase()));
    const spec =
      'one-click email sending, broker scoring, 2 email addresses, email fraud detection, map with a maps service, profit and toll calculator, load offers to drivers, up to 5 drivers, 5 rate confirmations per day, signatures with watermarks, analytics dashboard for up to 5 drivers, chat and email support, unlimited click-to-call, 300 fmcsa broker lookups per day, google signature templates';
    expect(features('PRO').toSorted()).toEqual(spec.split(', ').toSorted());
    expect(features('UNLIMITED_PRO')).toEqual(
      'unlimited email addresses, signatures without watermark, driver app, analytics, phone support'.split(', '),
    );
    expect(features('ULTIMATE')).toEqual('ai assistant, ai phone calls, ai emails, dedicated onboarding'.split(', '));
    expect(plans.ULTIMATE.state).toBe('coming-soon');
  });

  it('cover every subscription type', () => {
    for (const type of subscriptionTypes) {
      expect(planOf(type)).toBeDefined();
      expect(periodOf(type) === null).toBe(type === 'FREE_TRIAL');
    }
  });

  it('allow by plan, people and paid time', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    const trial = allowanceOf({ subscriptionType: 'FREE_TRIAL', paidUntil: new Date('2026-11-16T12:00:00Z'), users: 4 }, now);
    expect(trial).toMatchObject({ isActive: true, limits: { emailAddresses: 2, drivers: 20, brokerLookupsPerDay: 300 } });
    expect(allowanceOf({ subscriptionType: 'PRO_MONTHLY', paidUntil: now, users: 0 }, now)).toMatchObject({
      isActive: false,
      limits: { drivers: 5 },
    });
    expect(allowanceOf({ subscriptionType: 'UNLIMITED_PRO_YEARLY', paidUntil: now, users: 3 }, now).limits.drivers).toBeNull();
  });

  it('are labelled from their keys', () => {
    expect(limitNames.map(labelOfLimit)).toEqual([
      'Email addresses',
      'Drivers',
      'Rate confirmations per day',
      'Broker lookups per day',
      'Click to call',
    ]);
    expect(['broker_lookups_per_day', 'broker-lookups-per-day', 'brokerLookups-per_day'].map(labelOfLimit)).toEqual(
      Array(3).fill('Broker lookups per day'),
    );
  });

  it('fill the bar by the specification', () => {
    expect(usagePercent({ current: 3, max: 5, isUnlimited: false })).toBe(60);
    expect(usagePercent({ current: 9, max: 5, isUnlimited: false })).toBe(100);
    expect(usagePercent({ current: 1, max: 0, isUnlimited: false })).toBe(0);
    expect(usagePercent({ current: 0, max: 0, isUnlimited: true })).toBe(100);
  });
});
