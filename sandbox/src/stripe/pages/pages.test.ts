import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../test-sandbox.ts';
import { itemOf, startTestStripe, type TestStripe } from '../test-stripe.ts';

let test: TestStripe;
let sdk: Stripe;
let configuration: string;
beforeAll(async () => {
  test = await startTestStripe();
  sdk = test.sdk;
  const { proMonthly, proYearly, unlimitedMonthly } = test.prices;
  const created = await sdk.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'create_prorations',
        products: [
          { product: String(proMonthly.product), prices: [proMonthly.id, proYearly.id] },
          { product: String(unlimitedMonthly.product), prices: [unlimitedMonthly.id] },
        ],
      },
    },
  });
  configuration = created.id;
});
afterAll(() => test.sandbox.stop());

function submit(address: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
}

async function openPortal(customer: string, more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}): Promise<string> {
  const session = await sdk.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: 'http://localhost:5173/billing',
    ...more,
  });
  return session.url;
}

describe('the checkout page', () => {
  it('says what is bought and that this is the sandbox, and leads back with the session', async () => {
    const { id } = await sdk.customers.create({ email: '<b>@a.example' });
    const session = await test.openCheckout(id, { quantity: 2 });
    const page = await fetch(session.url ?? '');
    const text = await page.text();
    for (const words of [
      'Headhaul sandbox: stands in for Stripe',
      'Pro',
      '2 × $14.99',
      'Pay $29.98',
      '4242 4242 4242 4242',
      '&lt;b&gt;@a.example',
    ])
      expect(text).toContain(words);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:5173");
    expect(text).toContain('href="http://localhost:5173/pricing"');
    const paid = await submit(session.url ?? '', { card: '4242 4242 4242 4242' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://localhost:5173/paid?session=${session.id}`]);
    expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid', customer: id });
    expect((await submit(`${addressOf(test.sandbox, 'stripe')}/checkout/${session.id}`, { card: '4242424242424242' })).status).toBe(303);
    expect((await sdk.subscriptions.list({ customer: id })).data).toHaveLength(1);
  });

  it.each([
    ['4000 0000 0000 0002', 402, 'Your card was declined.'],
    ['4000 0000 0000 9995', 402, 'insufficient funds'],
    ['1234', 400, 'card number is invalid'],
  ])('stays open after the card %s', async (card, status, words) => {
    const { id } = await sdk.customers.create({});
    const session = await test.openCheckout(id);
    const refused = await submit(session.url ?? '', { card });
    expect(refused.status).toBe(status);
    expect(await refused.text()).toContain(words);
    expect((await sdk.subscriptions.list({ customer: id })).data).toEqual([]);
    expect((await submit(session.url ?? '', { card: '4242424242424242' })).status).toBe(303);
  });

  it('403 for a form of another site, 404 for a session that never was', async () => {
    const { id } = await sdk.customers.create({});
    const session = await test.openCheckout(id);
    expect((await submit(session.url ?? '', { card: '4242424242424242' }, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await fetch(`${addressOf(test.sandbox, 'stripe')}/checkout/cs_test_none`)).status).toBe(404);
  });
});

describe('the billing portal', () => {
  it('shows plan, users, card and invoices, and the way back', async () => {
    const { customer } = await test.buy({ quantity: 2 });
    const text = await (await fetch(await openPortal(customer))).text();
    for (const words of [
      'Northline Freight',
      '2 users',
      'Renews on',
      'visa ending in 4242',
      '-0001',
      'Unlimited Pro, $29.99',
      'href="http://localhost:5173/billing"',
    ])
      expect(text).toContain(words);
  });

  it('switches the plan within a month, and to the year at once', async () => {
    const { customer, subscription } = await test.buy({ quantity: 2 });
    const at = `${await openPortal(customer)}/${subscription.id}`;
    expect((await submit(`${at}/price`, { price: test.prices.unlimitedMonthly.id })).status).toBe(303);
    expect(itemOf(await test.subscriptionOf(customer))).toMatchObject({ quantity: 2, price: { lookup_key: 'UNLIMITED_PRO_MONTHLY' } });
    expect(await test.invoicesOf(customer)).toHaveLength(1);
    await submit(`${at}/price`, { price: test.prices.proYearly.id });
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
    expect((await submit(`${at}/price`, { price: 'price_none' })).status).toBe(400);
    expect((await test.eventTypes(customer)).filter((type) => type === 'customer.subscription.updated')).toHaveLength(2);
  });

  it('cancels at the end of the period by date alone, and takes it back', async () => {
    const { customer, subscription } = await test.buy();
    const portal = await openPortal(customer);
    await submit(`${portal}/${subscription.id}/cancel`);
    const end = itemOf(subscription).current_period_end;
    expect(await test.subscriptionOf(customer)).toMatchObject({ cancel_at: end, cancel_at_period_end: false, status: 'active' });
    expect(await (await fetch(portal)).text()).toContain('Ends on');
    await submit(`${portal}/${subscription.id}/resume`);
    expect(await test.subscriptionOf(customer)).toMatchObject({ cancel_at: null });
    await submit(`${portal}/${subscription.id}/cancel`);
    await test.passToRenewal(customer);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'canceled' });
  });

  it('changes the card, which the next try then uses', async () => {
    const { customer } = await test.buy({ card: '4000000000000341' });
    await test.passToRenewal(customer);
    const portal = await openPortal(customer);
    expect(await (await fetch(portal)).text()).toContain('The last payment failed');
    expect((await submit(`${portal}/card`, { card: '4000000000000002' })).status).toBe(400);
    expect((await submit(`${portal}/card`, { card: '5555555555554444' })).status).toBe(303);
    const account = await sdk.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] });
    expect(account).toMatchObject({ invoice_settings: { default_payment_method: { card: { last4: '4444' } } } });
    const [open] = await test.invoicesOf(customer);
    expect(await (await fetch(open?.hosted_invoice_url ?? '')).text()).toContain('Pay $14.99');
    expect((await submit(open?.hosted_invoice_url ?? '')).status).toBe(303);
    expect(await (await fetch(open?.hosted_invoice_url ?? '')).text()).toContain('Paid.');
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'active' });
  });

  it('shows one thing alone in a flow, and goes where it says', async () => {
    const { customer } = await test.buy();
    const portal = await openPortal(customer, {
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: 'http://localhost:5173/done' } },
      },
    });
    expect(await (await fetch(portal)).text()).not.toContain('Cancel subscription');
    expect((await submit(`${portal}/card`, { card: '5555555555554444' })).headers.get('location')).toBe('http://localhost:5173/done');
  });

  it('400 without a configuration, and for another customer’s subscription', async () => {
    const [one, other] = [await test.buy(), await test.buy()];
    await expect(sdk.billingPortal.sessions.create({ customer: one.customer })).rejects.toMatchObject({ statusCode: 400 });
    const portal = await openPortal(one.customer);
    expect((await submit(`${portal}/${other.subscription.id}/cancel`)).status).toBe(400);
    expect(await test.subscriptionOf(other.customer)).toMatchObject({ cancel_at: null });
  });
});

describe('the page for developers', () => {
  const root = () => addressOf(test.sandbox, 'stripe');

  it('shows who pays, and lets a period pass, fail and be given back', async () => {
    const { customer } = await test.buy({ quantity: 2 });
    expect(await (await fetch(root())).text()).toContain('2 × Pro by the month: active');
    expect((await submit(`${root()}/customers/${customer}/renew`)).status).toBe(303);
    expect(await test.invoicesOf(customer)).toHaveLength(2);
    await submit(`${root()}/customers/${customer}/refund`);
    expect((await sdk.refunds.list()).data).toHaveLength(1);
    await submit(`${root()}/customers/${customer}/fail`);
    await submit(`${root()}/customers/${customer}/renew`);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'past_due' });
    await submit(`${root()}/customers/${customer}/day`);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'active' });
  });

  it('400 for what cannot be done', async () => {
    const { id } = await sdk.customers.create({ name: 'Nothing bought' });
    const refused = await submit(`${root()}/customers/${id}/refund`);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('no payment to give back');
    expect((await submit(`${root()}/customers/cus_none/renew`)).status).toBe(400);
  });
});
