import type { StatusMessage, SubscriptionStatus } from '@headhaul/contracts/billing';
import { planOf, type SubscriptionType } from '@headhaul/domain/plans';
import { dayAt, daysBetween } from '@headhaul/domain/time/zoned-time';
import type { Ctx } from '../../lib/http/guards.ts';
import { readAccount } from './account.service.ts';

const warnDays = 3;
const silence: StatusMessage = { showMessage: false, title: '', description: '', actionButtonText: '', messageType: null };

export interface PlanState {
  subscriptionType: SubscriptionType;
  paidUntil: Date;
  status: SubscriptionStatus | null;
  timeZone: string;
}

/** The banner over the screens. Days are counted in the company's time zone. */
export function statusMessage({ subscriptionType, paidUntil, status, timeZone }: PlanState, now: Date): StatusMessage {
  const isOver = paidUntil <= now;
  const isTrial = planOf(subscriptionType).state === 'trial';
  // A plan whose payment failed needs another card, not another plan.
  const mustFixCard = !isTrial && (status === 'PAST_DUE' || status === 'UNPAID');
  const day = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' }).format(paidUntil);
  if (isOver) {
    return {
      showMessage: true,
      title: isTrial ? 'Your trial has ended.' : 'Your subscription has ended.',
      description: 'One-click email and broker checks are off. Your loads and drivers are all still here.',
      actionButtonText: isTrial ? 'Choose a plan' : mustFixCard ? 'Update card' : 'Renew plan',
      messageType: isTrial ? 'TRIAL_EXPIRED' : 'SUBSCRIPTION_EXPIRED',
    };
  }
  if (mustFixCard) {
    return {
      showMessage: true,
      title: 'Your last payment failed.',
      description: `One-click email and broker checks work until ${day}. Update your card to keep them.`,
      actionButtonText: 'Update card',
      messageType: 'SUBSCRIPTION_EXPIRED',
    };
  }
  const daysLeft = daysBetween(dayAt(now.getTime(), timeZone), dayAt(paidUntil.getTime(), timeZone));
  if (!isTrial || daysLeft > warnDays) return silence;
  return {
    showMessage: true,
    title: `Your trial ends ${inDays(daysLeft)}, on ${day}.`,
    description: 'Choose a plan to keep one-click email and broker checks.',
    actionButtonText: 'Choose a plan',
    messageType: 'TRIAL_EXPIRING',
  };
}

function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

export function getStatusMessage({ transaction }: Ctx): Promise<StatusMessage> {
  return transaction(async (tx) => {
    const company = await tx.db
      .selectFrom('companies')
      .where('company_id', '=', tx.companyId)
      .select(['subscription_type', 'paid_until', 'time_zone'])
      .executeTakeFirstOrThrow();
    const account = await readAccount(tx);
    return statusMessage(
      {
        subscriptionType: company.subscription_type,
        paidUntil: company.paid_until,
        status: account?.status ?? null,
        timeZone: company.time_zone,
      },
      new Date(),
    );
  });
}
