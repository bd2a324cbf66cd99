import type { BillingInfo, Invoice } from '@headhaul/contracts/billing';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { formatDay } from '../../shared/time/format-time.ts';
import { billingState, formatType, formatUsers } from '../pricing/plan-labels.public.ts';

const kept = 'Email, lookups and calls are off; your loads and drivers are all still here.';

/** The line under the title: the state of the company's plan. */
export function stateLine(info: BillingInfo, now: number, zone: string): string {
  const end = formatDay(info.currentPeriodEnd, now, zone);
  switch (billingState(info)) {
    case 'trial':
      return `Trial until ${end}. Nothing is charged until you choose a plan.`;
    case 'trial-ended':
      return `Your trial ended ${end}. ${kept}`;
    case 'active':
      return `${formatType(info.subscriptionType)}, for ${formatUsers(info.seats)}`;
    case 'ending':
      return `Canceled. Everything works until ${end}, then you won’t be charged again.`;
    case 'past-due':
      return 'The last payment did not go through. Update the card to keep the plan.';
    case 'ended':
      return `Your plan ended ${end}. ${kept}`;
    case 'incomplete':
      return 'The first payment is not finished. Nothing was charged yet.';
  }
}

/** "Visa ending 4242" */
export function formatCard({ brand, last4 }: NonNullable<BillingInfo['card']>): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending ${last4}`;
}

/** "04/2029" */
export function formatExpiry({ expiresMonth, expiresYear }: NonNullable<BillingInfo['card']>): string {
  return `${String(expiresMonth).padStart(2, '0')}/${expiresYear}`;
}

/** A card works through the last day of its month. */
export function isExpired({ expiresMonth, expiresYear }: NonNullable<BillingInfo['card']>, now: number, zone: string): boolean {
  return dayAt(now, zone).slice(0, 7) > `${expiresYear}-${String(expiresMonth).padStart(2, '0')}`;
}

export const invoicePills: Record<Invoice['status'], { words: string; tone: 'ok' | 'warn' | 'bad' | 'mute' }> = {
  draft: { words: 'Draft', tone: 'mute' },
  open: { words: 'Not paid yet', tone: 'warn' },
  paid: { words: 'Paid', tone: 'ok' },
  uncollectible: { words: 'Not paid', tone: 'bad' },
  void: { words: 'Void', tone: 'mute' },
  refunded: { words: 'Refunded', tone: 'mute' },
};

/** The newest paid invoice, which the receipt shows. */
export function lastPaid(info: BillingInfo): Invoice | undefined {
  return info.invoices.find(({ status }) => status === 'paid');
}
