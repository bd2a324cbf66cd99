import type { BillingInfo, Invoice } from '@headhaul/contracts/billing';
import type { PlanUsage } from '@headhaul/contracts/limits';

/** A company in its trial that pays nothing yet. Tests pass only the fields that differ. */
export function billingInfo(differs: Partial<BillingInfo> = {}): BillingInfo {
  return {
    hasSubscription: false,
    status: 'TRIALING',
    subscriptionType: 'FREE_TRIAL',
    currentPeriodEnd: '2026-11-17T18:00:00Z',
    cancelAtPeriodEnd: false,
    seats: 1,
    isBillActive: true,
    canManageBilling: true,
    priceCents: null,
    nextInvoice: null,
    card: null,
    creditCents: 0,
    invoices: [],
    ...differs,
  };
}

/** An invoice of a team of four for a year of Unlimited Pro, partly paid from its credit. */
export function paidInvoice(differs: Partial<Invoice> = {}): Invoice {
  return {
    id: 'in_1',
    number: 'HH-0001',
    at: '2026-11-14T15:00:00Z',
    status: 'paid',
    description: 'Unlimited Pro, yearly × 4',
    totalCents: 100_760,
    paidCents: 99_261,
    creditCents: 1_499,
    invoiceUrl: 'https://invoice.stripe.example/in_1',
    ...differs,
  };
}

export const payingTeam: Partial<BillingInfo> = {
  hasSubscription: true,
  status: 'ACTIVE',
  subscriptionType: 'UNLIMITED_PRO_YEARLY',
  currentPeriodEnd: '2027-11-14T15:00:00Z',
  seats: 4,
  priceCents: 25_190,
  nextInvoice: { at: '2027-11-14T15:00:00Z', amountCents: 100_760 },
  card: { brand: 'visa', last4: '4242', expiresMonth: 4, expiresYear: 2029 },
  invoices: [paidInvoice()],
};

export function planUsage(differs: Partial<PlanUsage> = {}): PlanUsage {
  return {
    subscriptionType: 'FREE_TRIAL',
    isActive: true,
    limits: {
      emailAddresses: { current: 2, max: 2, isUnlimited: false },
      drivers: { current: 4, max: 5, isUnlimited: false },
      rateConfirmationsPerDay: { current: 3, max: 5, isUnlimited: false },
      brokerLookupsPerDay: { current: 112, max: 300, isUnlimited: false },
      clickToCall: { current: 7, max: 0, isUnlimited: true },
    },
    resetsAt: '2026-11-15T06:00:00Z',
    timeZone: 'America/Chicago',
    ...differs,
  };
}
