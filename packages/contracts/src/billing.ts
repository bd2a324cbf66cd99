import { z } from 'zod';
import { freshMinutes } from './constants.ts';
import { endpoints } from './http/endpoint.ts';
import { SubscriptionType } from './session.ts';

export const SubscriptionStatus = z.enum([
  'ACTIVE',
  'TRIALING',
  'PAST_DUE',
  'CANCELED',
  'UNPAID',
  'INCOMPLETE',
  'INCOMPLETE_EXPIRED',
  'PAUSED',
]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

const moment = z.iso.datetime({ offset: true });
/** Only http and https: a `javascript:` address would run as our page. */
const webAddress = z.url({ protocol: /^https?$/ });

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  at: moment,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void', 'refunded']),
  /** The plan and the number of people, as the invoice shows them: "Unlimited Pro, yearly × 4". */
  description: z.string(),
  totalCents: z.int(),
  paidCents: z.int(),
  /** Paid from the account's credit. */
  creditCents: z.int(),
  invoiceUrl: webAddress.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const SubscriptionInfo = z.object({
  hasSubscription: z.boolean(),
  status: SubscriptionStatus,
  subscriptionType: SubscriptionType,
  currentPeriodEnd: moment,
  cancelAtPeriodEnd: z.boolean(),
  /** How many people the company pays for: everybody who works here. */
  seats: z.int(),
});
export type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

/** Read from our own tables only, so it works whatever the payment provider does. */
export const BillingInfo = SubscriptionInfo.extend({
  isBillActive: z.boolean(),
  canManageBilling: z.boolean(),
  /** Cents for one user and period; null in a trial. */
  priceCents: z.int().nullable(),
  /** Null when nothing will be charged: in a trial, or after the plan was canceled. */
  nextInvoice: z.object({ at: moment, amountCents: z.int() }).nullable(),
  card: z.object({ brand: z.string(), last4: z.string(), expiresMonth: z.int(), expiresYear: z.int() }).nullable(),
  /** Credit that will be taken off the next invoices. */
  creditCents: z.int(),
  /** Newest first, at most 24. Empty for people who can't manage billing. */
  invoices: z.array(Invoice),
});
export type BillingInfo = z.infer<typeof BillingInfo>;

export const StatusMessageType = z.enum(['TRIAL_EXPIRING', 'SUBSCRIPTION_EXPIRED', 'TRIAL_EXPIRED']);
export const StatusMessage = z.object({
  showMessage: z.boolean(),
  title: z.string(),
  description: z.string(),
  /** The text also decides what the button does: "Update card" opens the billing page, the others open the plan dialog. */
  actionButtonText: z.enum(['', 'Choose a plan', 'Renew plan', 'Update card']),
  messageType: StatusMessageType.nullable(),
});
export type StatusMessage = z.infer<typeof StatusMessage>;

export const billingEndpoints = endpoints({
  getBillingInfo: { method: 'GET', path: '/billing/info', summary: 'Plan, seats, next invoice and past ones', reply: BillingInfo },
  getSubscription: { method: 'GET', path: '/billing/subscription', summary: 'The subscription in short', reply: SubscriptionInfo },
  startCheckout: {
    method: 'POST',
    path: '/billing/checkout',
    summary: 'Open a checkout for a plan; without one, for Pro by the month',
    cost: 5,
    body: z.strictObject({
      successUrl: z.string().max(2000),
      cancelUrl: z.string().max(2000),
      subscriptionType: SubscriptionType.optional(),
    }),
    reply: z.object({ checkoutUrl: webAddress }),
    idempotency: 'none',
  },
  openPortal: {
    method: 'POST',
    path: '/billing/customer-portal',
    summary: 'Open the provider’s page for card, plan, invoices and cancelling',
    cost: 5,
    body: z.strictObject({ returnUrl: z.string().max(2000) }),
    freshWithinMinutes: freshMinutes,
    reply: z.object({ portalUrl: webAddress }),
    idempotency: 'none',
  },
  getStatusMessage: { method: 'GET', path: '/billing/status-message', summary: 'The banner over the screens', reply: StatusMessage },
  receiveStripeEvent: {
    method: 'POST',
    path: '/billing/stripe-events',
    summary: 'Where Stripe tells what happened; the signature over the raw body is checked',
    body: z.unknown(),
    reply: z.object({ received: z.literal(true) }),
    idempotency: 'none',
  },
});
