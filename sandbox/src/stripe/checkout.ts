import { z } from 'zod';
import type { Form } from './api/form-body.ts';
import { find, listOf } from './api/listing.ts';
import { address, bool, int, mergeMetadata, metadata, readParams, text } from './api/params.ts';
import { invalid } from './api/refusal.ts';
import type { CheckoutSession } from './api/shapes.ts';
import { attachCard, checkCard, type Decline } from './cards.ts';
import { createCustomer } from './customers.ts';
import { daySeconds } from './periods.ts';
import { openSubscription } from './subscriptions.ts';
import { newId, type World } from './world.ts';

const SessionParams = z.object({
  mode: z.literal('subscription', 'The sandbox sells subscriptions only.'),
  line_items: z.array(z.object({ price: text, quantity: int.optional() })).min(1),
  customer: text.optional(),
  customer_email: text.optional(),
  client_reference_id: text.max(200).optional(),
  metadata: metadata.optional(),
  subscription_data: z.object({ metadata: metadata.optional(), trial_end: int.optional(), trial_period_days: int.optional() }).optional(),
  // The braces of {CHECKOUT_SESSION_ID} aren't valid in an address.
  success_url: text.refine((url) => address.safeParse(url.replaceAll(/[{}]/g, '')).success, 'Not a valid URL'),
  cancel_url: address.optional(),
  allow_promotion_codes: bool.optional(),
  expires_at: int.optional(),
});

function trialEndOf(now: number, sent: z.infer<typeof SessionParams>['subscription_data']): number | null {
  if (sent?.trial_period_days !== undefined) return now + sent.trial_period_days * daySeconds;
  if (sent?.trial_end === undefined) return null;
  if (sent.trial_end < now + 2 * daySeconds)
    throw invalid('The `trial_end` date has to be at least 2 days in the future.', 'subscription_data[trial_end]');
  return sent.trial_end;
}

export function createCheckoutSession(world: World, form: Form): CheckoutSession {
  const sent = readParams(SessionParams, form);
  const now = world.now();
  if (sent.customer !== undefined && sent.customer_email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.');
  const customer = sent.customer === undefined ? undefined : find(world.records.customers, sent.customer, 'customer', 'customer');
  const items = sent.line_items.map(({ price, quantity = 1 }, index) => {
    const record = find(world.records.prices, price, 'price', `line_items[${index}][price]`);
    if (!record.active)
      throw invalid('The price specified is inactive. This field only accepts active prices.', `line_items[${index}][price]`);
    if (record.recurring === null) throw invalid('You must provide at least one recurring price in `subscription` mode.', 'line_items');
    if (quantity < 1) throw invalid('This value must be greater than or equal to 1.', `line_items[${index}][quantity]`);
    return { price, quantity, amount: record.unit_amount * quantity };
  });
  const trialEnd = trialEndOf(now, sent.subscription_data);
  const amount = trialEnd === null ? items.reduce((sum, item) => sum + item.amount, 0) : 0;
  const id = newId('cs_test');
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: sent.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: sent.cancel_url ?? null,
    client_reference_id: sent.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer ? null : 'always',
    customer_details: null,
    customer_email: sent.customer_email ?? null,
    discounts: [],
    expires_at: sent.expires_at ?? now + daySeconds,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: mergeMetadata(null, sent.metadata),
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: sent.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.address}/checkout/${id}`,
    wallet_options: null,
  };
  world.records.checkoutSessions.set(id, session);
  world.records.checkoutPlans.set(id, { items, metadata: mergeMetadata(null, sent.subscription_data?.metadata), trialEnd });
  return session;
}

export function lineItemsOf(world: World, session: CheckoutSession) {
  const items = (world.records.checkoutPlans.get(session.id)?.items ?? []).map(({ price: priceId, quantity }, index) => {
    const price = find(world.records.prices, priceId, 'price');
    const amount = price.unit_amount * quantity;
    const description = world.records.products.get(price.product)?.name ?? null;
    return {
      id: `li_${session.id.slice(8, 24)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: 'usd',
      description,
      discounts: [],
      metadata: {},
      price,
      quantity,
      taxes: [],
    };
  });
  return listOf(items, `/v1/checkout/sessions/${session.id}/line_items`);
}

/** The person pressed Pay. A decline leaves the session open for another card. */
export function completeCheckout(world: World, session: CheckoutSession, card: string, email?: string): Decline | null {
  const plan = world.records.checkoutPlans.get(session.id);
  if (session.status !== 'open' || plan === undefined) throw invalid('This Checkout Session is no longer open.');
  const decline = checkCard(card);
  if (decline) return decline;
  const customer =
    session.customer === null
      ? createCustomer(world, { email: session.customer_email ?? email ?? '' })
      : find(world.records.customers, session.customer, 'customer');
  const method = attachCard(world, customer, card);
  const subscription = openSubscription(world, { ...plan, customer: customer.id, method });
  Object.assign(session, {
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    invoice: subscription.latest_invoice,
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  } satisfies Partial<CheckoutSession>);
  world.emit('checkout.session.completed', session);
  return null;
}

export function successUrlOf({ id, success_url: url }: CheckoutSession): string {
  return (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

export function expireCheckout(world: World, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  Object.assign(session, { status: 'expired', url: null });
  world.emit('checkout.session.expired', session);
  return session;
}
