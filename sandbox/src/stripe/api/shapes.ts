import type Stripe from 'stripe';

/** An object as the API sends it: references are ids unless the request expands them. */
type Flat<T, Own extends object = object> = Omit<
  { [K in keyof T]: string extends T[K] ? Exclude<T[K], object> : T[K] },
  keyof Own | 'deleted'
> &
  Own;

export type List<T> = Stripe.ApiList<T>;
export type Metadata = Record<string, string>;

export type Product = Flat<Stripe.Product>;
interface Recurring extends Stripe.Price.Recurring {
  interval: 'day' | 'week' | 'month' | 'year';
}
export type Price = Flat<Stripe.Price, { unit_amount: number; unit_amount_decimal: string; recurring: Recurring | null }>;
export type Plan = Flat<Stripe.Plan, { amount_decimal: string }>;
export type Customer = Flat<
  Stripe.Customer,
  { invoice_settings: Flat<Stripe.Customer.InvoiceSettings>; invoice_prefix: string; next_invoice_sequence: number }
>;
export type BalanceTransaction = Flat<Stripe.CustomerBalanceTransaction>;
export type PaymentMethod = Flat<Stripe.PaymentMethod, { card: Stripe.PaymentMethod.Card }>;
export type CheckoutSession = Flat<Stripe.Checkout.Session>;
interface PortalFeatures extends Omit<Stripe.BillingPortal.Configuration.Features, 'subscription_pause'> {
  subscription_update: Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate & {
    proration_behavior: 'create_prorations' | 'always_invoice' | 'none';
  };
}
export type PortalConfiguration = Flat<Stripe.BillingPortal.Configuration, { features: PortalFeatures }>;
export type PortalSession = Flat<Stripe.BillingPortal.Session>;
export type SubscriptionItem = Flat<Stripe.SubscriptionItem, { plan: Plan; price: Price; quantity: number }>;
export type Subscription = Flat<Stripe.Subscription, { items: List<SubscriptionItem> }>;
export type InvoiceLine = Flat<
  Stripe.InvoiceLineItem,
  {
    quantity_decimal: string;
    pricing: { type: 'price_details'; price_details: { price: string; product: string }; unit_amount_decimal: string };
  }
>;
export type Invoice = Flat<Stripe.Invoice, { lines: List<InvoiceLine> }>;
export type InvoicePayment = Flat<Stripe.InvoicePayment, { payment: { type: 'payment_intent'; payment_intent: string } }>;
export type PaymentIntent = Flat<Stripe.PaymentIntent>;
export type Charge = Flat<Stripe.Charge>;
export type Refund = Flat<Stripe.Refund>;
export type WebhookEndpoint = Flat<Stripe.WebhookEndpoint, { secret: string }>;

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}
