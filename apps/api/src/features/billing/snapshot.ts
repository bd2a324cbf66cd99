import { type Invoice, SubscriptionStatus } from '@headhaul/contracts/billing';
import { periodOf, planOf, type SubscriptionType } from '@headhaul/domain/plans';
import Stripe from 'stripe';
import { currentSubscription, isPaying, type SubscriptionFacts } from './entitlement.ts';
import { listPrices, typeOfPrice } from './prices.ts';

export interface Card {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string | null;
}

export interface InvoiceFacts {
  id: string;
  number: string | null;
  at: Date;
  status: Invoice['status'];
  description: string;
  totalCents: number;
  paidCents: number;
  creditCents: number;
  refundedCents: number;
  /** The fingerprint of the card that paid. */
  cardFingerprint: string | null;
  url: string | null;
}

/** Everything Stripe says about one customer at one moment. */
export interface Snapshot {
  creditCents: number;
  /** Stripe keeps a name or an email address for the customer. */
  isNamed: boolean;
  card: Card | null;
  subscriptions: SubscriptionFacts[];
  /** Newest first. */
  invoices: InvoiceFacts[];
  /** The amount of the next invoice, or null if there will be none. */
  nextInvoiceCents: number | null;
}

const at = (seconds: number) => new Date(seconds * 1_000);
const atOrNull = (seconds: number | null | undefined) => (seconds == null ? null : at(seconds));

export async function takeSnapshot(stripe: Stripe, customerId: string): Promise<Snapshot> {
  const [customer, subscriptions, invoices, charges, prices] = await Promise.all([
    stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
    stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 20,
      expand: ['data.default_payment_method', 'data.latest_invoice'],
    }),
    stripe.invoices.list({ customer: customerId, limit: 100, expand: ['data.payments'] }),
    stripe.charges.list({ customer: customerId, limit: 100 }),
    listPrices(stripe),
  ]);
  const types = new Map(prices);
  for (const { items } of subscriptions.data) for (const { price } of items.data) types.set(price.id, typeOfPrice(price));
  const facts = subscriptions.data.flatMap((subscription) => toSubscription(subscription) ?? []);
  const methods = subscriptions.data.filter(({ status }) => status !== 'canceled').map((one) => one.default_payment_method);
  const own = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  return {
    creditCents: customer.deleted ? 0 : Math.max(0, -customer.balance),
    isNamed: !customer.deleted && Boolean(customer.name || customer.email),
    card: [...methods, own].map(toCard).find((card) => card !== null) ?? null,
    subscriptions: facts,
    invoices: invoices.data.map((invoice) => toInvoice(invoice, charges.data, types)),
    nextInvoiceCents: await previewNext(stripe, currentSubscription(facts)),
  };
}

/** The amount includes prorations for seats that were added or removed, minus the credit. */
async function previewNext(stripe: Stripe, current: SubscriptionFacts | null): Promise<number | null> {
  if (!current || !isPaying(current.status) || current.cancelAt !== null) return null;
  try {
    const { amount_due } = await stripe.invoices.createPreview({ subscription: current.id });
    return Math.max(0, amount_due);
  } catch (error) {
    // The subscription ended a moment ago, so there is no next invoice.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

function toSubscription(subscription: Stripe.Subscription): SubscriptionFacts | null {
  const [item] = subscription.items.data;
  if (!item) return null;
  const { latest_invoice: last } = subscription;
  const isWaiting = typeof last === 'object' && last !== null && (last.status === 'open' || last.status === 'uncollectible');
  return {
    id: subscription.id,
    itemId: item.id,
    type: typeOfPrice(item.price),
    status: SubscriptionStatus.parse(subscription.status.toUpperCase()),
    createdAt: at(subscription.created),
    periodStart: at(item.current_period_start),
    periodEnd: at(item.current_period_end),
    cancelAt: atOrNull(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? at(item.current_period_end) : null),
    endedAt: atOrNull(subscription.ended_at),
    unpaidSince: isWaiting ? at(last.created) : null,
    quantity: item.quantity ?? 0,
    priceCents: item.price.unit_amount ?? 0,
  };
}

function toCard(method: string | Stripe.PaymentMethod | null | undefined): Card | null {
  if (typeof method !== 'object' || !method?.card) return null;
  const { brand, last4, exp_month, exp_year, fingerprint } = method.card;
  return { brand, last4, expMonth: exp_month, expYear: exp_year, fingerprint: fingerprint ?? null };
}

function toInvoice(invoice: Stripe.Invoice, charges: readonly Stripe.Charge[], types: ReadonlyMap<string, SubscriptionType>): InvoiceFacts {
  const intents = new Set((invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent)));
  const own = charges.filter((charge) => charge.payment_intent !== null && intents.has(idOf(charge.payment_intent)));
  // A disputed payment counts as refunded.
  const refundedCents = own.reduce((sum, charge) => sum + (charge.disputed ? charge.amount : charge.amount_refunded), 0);
  const isRefunded = invoice.status === 'paid' && invoice.amount_paid > 0 && refundedCents >= invoice.amount_paid;
  return {
    id: invoice.id ?? '',
    number: invoice.number,
    at: at(invoice.created),
    status: isRefunded ? 'refunded' : ((invoice.status ?? 'draft') as Invoice['status']),
    description: describe(invoice, types),
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    creditCents: Math.max(0, (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance),
    refundedCents,
    cardFingerprint: own.find(({ paid }) => paid)?.payment_method_details?.card?.fingerprint ?? null,
    url: invoice.hosted_invoice_url ?? null,
  };
}

function idOf(thing: string | { id: string } | null | undefined): string {
  return typeof thing === 'string' ? thing : (thing?.id ?? '');
}

/** "Unlimited Pro, yearly × 4", taken from the line with the largest amount. */
function describe(invoice: Stripe.Invoice, types: ReadonlyMap<string, SubscriptionType>): string {
  const [line] = [...invoice.lines.data].sort((a, b) => b.amount - a.amount);
  const type = types.get(idOf(line?.pricing?.price_details?.price));
  if (!line || type === undefined) return line?.description ?? 'Headhaul';
  return `${planOf(type).name}, ${periodOf(type) === 'YEARLY' ? 'yearly' : 'monthly'} × ${line.quantity ?? 1}`;
}
