import Stripe from 'stripe';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';

export const day = 86_400;
export const month = 31 * day;

interface Purchase {
  quantity?: number;
  card?: string;
  trialEnd?: number;
}

export interface TestStripe {
  sandbox: Sandbox;
  sdk: Stripe;
  /** `PRO_MONTHLY` at $14.99, `PRO_YEARLY` at $125.90, `UNLIMITED_PRO_MONTHLY` at $29.99. */
  prices: Record<'proMonthly' | 'proYearly' | 'unlimitedMonthly', Stripe.Price>;
  control(method: string, path: string, body?: object): Promise<Response>;
  openCheckout(customer: string, purchase?: Purchase): Promise<Stripe.Checkout.Session>;
  /** A new customer with a monthly subscription to Pro. */
  buy(purchase?: Purchase): Promise<{ customer: string; subscription: Stripe.Subscription }>;
  pass(customer: string, seconds: number): Promise<void>;
  passToRenewal(customer: string): Promise<void>;
  subscriptionOf(customer: string): Promise<Stripe.Subscription>;
  /** Newest first. */
  invoicesOf(customer: string): Promise<Stripe.Invoice[]>;
  eventTypes(customer: string): Promise<string[]>;
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0];
  if (item === undefined) throw new Error('a subscription without an item');
  return item;
}

/** Starts a sandbox for one test file, called through Stripe's official client. */
export async function startTestStripe(): Promise<TestStripe> {
  const sandbox = await startTestSandbox();
  const port = Number(new URL(addressOf(sandbox, 'stripe')).port);
  const sdk = new Stripe(`sk_test_${testClient.secret}`, { host: 'localhost', port, protocol: 'http', maxNetworkRetries: 0 });
  const pro = await sdk.products.create({ name: 'Pro' });
  const unlimited = await sdk.products.create({ name: 'Unlimited Pro' });
  const sell = (product: string, lookup_key: string, unit_amount: number, interval: 'month' | 'year') =>
    sdk.prices.create({ product, lookup_key, unit_amount, currency: 'usd', recurring: { interval } });
  const prices = {
    proMonthly: await sell(pro.id, 'PRO_MONTHLY', 1499, 'month'),
    proYearly: await sell(pro.id, 'PRO_YEARLY', 12_590, 'year'),
    unlimitedMonthly: await sell(unlimited.id, 'UNLIMITED_PRO_MONTHLY', 2999, 'month'),
  };

  async function control(method: string, path: string, body?: object): Promise<Response> {
    return fetch(sandbox.address + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }

  async function passTime(body: object): Promise<void> {
    const response = await control('POST', '/stripe/time', body);
    if (response.status !== 204) throw new Error(await response.text());
  }

  const openCheckout = (customer: string, { quantity = 1, trialEnd }: Purchase = {}) =>
    sdk.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: prices.proMonthly.id, quantity }],
      success_url: 'http://localhost:5173/paid?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:5173/pricing',
      subscription_data: { metadata: { company: '7' }, ...(trialEnd !== undefined && { trial_end: trialEnd }) },
    });

  async function subscriptionOf(customer: string): Promise<Stripe.Subscription> {
    const { data } = await sdk.subscriptions.list({ customer, status: 'all' });
    const [first] = data;
    if (first === undefined) throw new Error('no subscription');
    return first;
  }

  return {
    sandbox,
    sdk,
    prices,
    control,
    openCheckout,
    subscriptionOf,
    async buy(purchase = {}) {
      const { id } = await sdk.customers.create({ email: 'ann@northline.example', name: 'Northline Freight' });
      const session = await openCheckout(id, purchase);
      await control('POST', `/stripe/checkout/${session.id}/pay`, { card: purchase.card ?? '4242424242424242' });
      return { customer: id, subscription: await subscriptionOf(id) };
    },
    pass: (customer, seconds) => passTime({ customer, seconds }),
    passToRenewal: (toRenewalOf) => passTime({ toRenewalOf }),
    invoicesOf: async (customer) => (await sdk.invoices.list({ customer, expand: ['data.payments'] })).data,
    async eventTypes(customer) {
      const { data } = await sdk.events.list({ limit: 100 });
      const own = data.filter(({ data: { object } }) => 'customer' in object && object.customer === customer);
      return own.map(({ type }) => type).reverse();
    },
  };
}
