import { describe, expect, it } from 'vitest';
import { type PlanState, statusMessage } from './status-message.ts';

const now = new Date('2026-11-14T18:00:00Z');
const trial: PlanState = {
  subscriptionType: 'FREE_TRIAL',
  paidUntil: new Date('2026-11-17T18:00:00Z'),
  status: null,
  timeZone: 'America/Chicago',
};
const paid: PlanState = { ...trial, subscriptionType: 'PRO_MONTHLY', status: 'ACTIVE' };

describe('the banner', () => {
  it('TRIAL_EXPIRING within three days', () => {
    expect(statusMessage(trial, now)).toEqual({
      showMessage: true,
      title: 'Your trial ends in 3 days, on Tue, Nov 17.',
      description: 'Choose a plan to keep one-click email and broker checks.',
      actionButtonText: 'Choose a plan',
      messageType: 'TRIAL_EXPIRING',
    });
  });

  it.each([
    ['2026-11-15T18:00:00Z', 'Your trial ends in 1 day, on Sun, Nov 15.'],
    ['2026-11-14T23:00:00Z', 'Your trial ends today, on Sat, Nov 14.'],
    // Already Sunday in London, still Saturday evening in Chicago.
    ['2026-11-15T01:00:00Z', 'Your trial ends today, on Sat, Nov 14.'],
  ])('a trial until %s: %s', (paidUntil, title) => {
    expect(statusMessage({ ...trial, paidUntil: new Date(paidUntil) }, now).title).toBe(title);
  });

  it('nothing while four days are left, nor for a plan that is paid', () => {
    const silence = { showMessage: false, title: '', description: '', actionButtonText: '', messageType: null };
    expect(statusMessage({ ...trial, paidUntil: new Date('2026-11-18T18:00:00Z') }, now)).toEqual(silence);
    expect(statusMessage(paid, now)).toEqual(silence);
  });

  it('TRIAL_EXPIRED', () => {
    expect(statusMessage({ ...trial, paidUntil: now }, now)).toEqual({
      showMessage: true,
      title: 'Your trial has ended.',
      description: 'One-click email and broker checks are off. Your loads and drivers are all still here.',
      actionButtonText: 'Choose a plan',
      messageType: 'TRIAL_EXPIRED',
    });
  });

  it('SUBSCRIPTION_EXPIRED when it ended, or when a failed payment was not mended in time', () => {
    const ended = {
      showMessage: true,
      title: 'Your subscription has ended.',
      description: 'One-click email and broker checks are off. Your loads and drivers are all still here.',
      actionButtonText: 'Renew plan',
      messageType: 'SUBSCRIPTION_EXPIRED',
    };
    expect(statusMessage({ ...paid, paidUntil: now, status: 'CANCELED' }, now)).toEqual(ended);
    for (const status of ['PAST_DUE', 'UNPAID'] as const) {
      expect(statusMessage({ ...paid, paidUntil: now, status }, now)).toEqual({ ...ended, actionButtonText: 'Update card' });
    }
  });

  it('says until when a failed payment can be mended', () => {
    expect(statusMessage({ ...paid, status: 'PAST_DUE' }, now)).toEqual({
      showMessage: true,
      title: 'Your last payment failed.',
      description: 'One-click email and broker checks work until Tue, Nov 17. Update your card to keep them.',
      actionButtonText: 'Update card',
      messageType: 'SUBSCRIPTION_EXPIRED',
    });
  });
});
