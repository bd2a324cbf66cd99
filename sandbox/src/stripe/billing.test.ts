import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, itemOf, month, startTestStripe, type TestStripe } from './test-stripe.ts';

let test: TestStripe;
let sdk: Stripe;
beforeAll(async () => {
  test = await startTestStripe();
  sdk = test.sdk;
});
afterAll(() => test.sandbox.stop());

const nowSeconds = () => Math.floor(Date.now() / 1000);

describe('checkout', () => {
  it('opens a paid subscription for so many users', async () => {
    const { customer, subscription } = await test.buy({ quantity: 3 });
    expect(subscription).toMatchObject({ status: 'active', customer, metadata: { company: '7' } });
    expect(itemOf(subscription)).toMatchObject({ quantity: 3, price: { lookup_key: 'PRO_MONTHLY' } });
    expect(itemOf(subscription).current_period_end - itemOf(subscription).current_period_start).toBeGreaterThanOrEqual(28 * day);
    expect(await test.invoicesOf(customer)).toMatchObject([
      {
        status: 'paid',
        total: 4497,
        amount_paid: 4497,
        billing_reason: 'subscription_create',
        parent: { subscription_details: { subscription: subscription.id } },
      },
    ]);
    const [method] = (await sdk.customers.listPaymentMethods(customer)).data;
    expect(method?.card).toMatchObject({ brand: 'visa', last4: '4242', fingerprint: expect.stringMatching(/^\w{16}$/) });
    expect(subscription.default_payment_method).toBe(method?.id);
    expect(await test.eventTypes(customer)).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'invoice.paid', 'charge.succeeded', 'checkout.session.completed']),
    );
  });

  it('gives one card one fingerprint, whoever uses it', async () => {
    const fingerprintOf = async (card?: string) => {
      const { customer } = await test.buy({ ...(card && { card }) });
      return (await sdk.customers.listPaymentMethods(customer)).data[0]?.card?.fingerprint;
    };
    const first = await fingerprintOf();
    expect(await fingerprintOf()).toBe(first);
    expect(await fingerprintOf('5555555555554444')).not.toBe(first);
  });

  it('charges nothing in a trial, warns before its end, and bills then', async () => {
    const trialEnd = nowSeconds() + 10 * day;
    const { customer, subscription } = await test.buy({ trialEnd });
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: trialEnd });
    expect(itemOf(subscription).current_period_end).toBe(trialEnd);
    expect(await test.invoicesOf(customer)).toMatchObject([{ status: 'paid', total: 0 }]);
    await test.pass(customer, 8 * day);
    expect(await test.eventTypes(customer)).toContain('customer.subscription.trial_will_end');
    await test.pass(customer, 3 * day);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'active' });
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ status: 'paid', total: 1499 });
  });

  it('400 for a trial of less than two days', async () => {
    const { id } = await sdk.customers.create({});
    await expect(test.openCheckout(id, { trialEnd: nowSeconds() + day })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('expires after a day, or when told to', async () => {
    const { id } = await sdk.customers.create({});
    const session = await test.openCheckout(id);
    await test.pass(id, day + 60);
    expect(await sdk.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
    const other = await sdk.checkout.sessions.expire((await test.openCheckout(id)).id);
    expect(other.status).toBe('expired');
    expect((await test.control('POST', `/stripe/checkout/${other.id}/pay`, {})).status).toBe(400);
  });
});

describe('time', () => {
  it('renews, and dates back what lies behind', async () => {
    const { customer, subscription } = await test.buy({ quantity: 2 });
    await test.pass(customer, month);
    const renewed = await test.subscriptionOf(customer);
    expect(renewed.id).toBe(subscription.id);
    expect(itemOf(renewed).current_period_start).toBeLessThanOrEqual(nowSeconds());
    expect(itemOf(renewed).current_period_end).toBeGreaterThan(nowSeconds());
    const [latest, first] = await test.invoicesOf(customer);
    expect(latest).toMatchObject({ status: 'paid', total: 2998, billing_reason: 'subscription_cycle' });
    expect((latest?.created ?? 0) - (first?.created ?? 0)).toBeGreaterThanOrEqual(28 * day);
    expect(latest?.created).toBeLessThanOrEqual(nowSeconds());
  });

  it('passes for one customer alone', async () => {
    const [one, other] = [await test.buy(), await test.buy()];
    await test.pass(one.customer, month);
    expect(await test.invoicesOf(one.customer)).toHaveLength(2);
    expect(await test.invoicesOf(other.customer)).toHaveLength(1);
    expect(itemOf(await test.subscriptionOf(other.customer))).toEqual(itemOf(other.subscription));
  });

  it('bills three months in three invoices', async () => {
    const { customer } = await test.buy();
    await test.pass(customer, 3 * month);
    expect(await test.invoicesOf(customer)).toHaveLength(4);
  });
});

describe('a card that fails', () => {
  it('leads to past due, three retries, and the end', async () => {
    const { customer } = await test.buy({ card: '4000000000000341' });
    await test.passToRenewal(customer);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'past_due' });
    const [open] = await test.invoicesOf(customer);
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 1499 });
    await test.pass(customer, 3 * day);
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ attempt_count: 2 });
    await test.pass(customer, 9 * day);
    const ended = await test.subscriptionOf(customer);
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
    expect(ended.ended_at).toBeLessThanOrEqual(nowSeconds());
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
    const types = await test.eventTypes(customer);
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(types.at(-1)).toBe('customer.subscription.deleted');
  });

  it('ends unpaid if that is the setting', async () => {
    await test.control('PUT', '/stripe/settings', { afterRetries: 'unpaid' });
    const { customer } = await test.buy({ card: '4000000000000341' });
    await test.pass(customer, month + 10 * day);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'unpaid' });
    await test.control('PUT', '/stripe/settings', { afterRetries: 'canceled' });
  });

  it('fails once when told to, and the retry heals it', async () => {
    const { customer } = await test.buy();
    await test.control('POST', `/stripe/customers/${customer}/fail-next-payment`);
    await test.passToRenewal(customer);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'past_due' });
    await test.pass(customer, 2 * day);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'active' });
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ status: 'paid', attempt_count: 2 });
  });

  it('invoices.pay brings the subscription back, and pays nothing twice', async () => {
    const { customer } = await test.buy();
    await test.control('POST', `/stripe/customers/${customer}/fail-next-payment`);
    await test.passToRenewal(customer);
    const [open] = await test.invoicesOf(customer);
    expect(await sdk.invoices.pay(open?.id ?? '')).toMatchObject({ status: 'paid', amount_remaining: 0 });
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'active' });
    await expect(sdk.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('an ending', () => {
  it('comes with the period, unless it is taken back', async () => {
    const { customer, subscription } = await test.buy();
    const { current_period_end: end } = itemOf(subscription);
    expect(await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true })).toMatchObject({
      cancel_at_period_end: true,
      cancel_at: end,
    });
    expect(await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
    });
    await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await test.pass(customer, month);
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'canceled', ended_at: end - month });
    expect(await test.invoicesOf(customer)).toHaveLength(1);
    expect((await sdk.subscriptions.list({ customer })).data).toEqual([]);
  });

  it('comes at once with cancel', async () => {
    const { subscription } = await test.buy();
    expect(await sdk.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' });
    await expect(sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('comes with the customer’s own', async () => {
    const { customer } = await test.buy();
    await sdk.customers.del(customer);
    expect(await sdk.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true });
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'canceled' });
    expect(await test.invoicesOf(customer)).toMatchObject([{ status: 'paid' }]);
  });
});

describe('refunds', () => {
  it('give back a part, then the rest, and no more', async () => {
    const { customer } = await test.buy();
    const [invoice] = await test.invoicesOf(customer);
    const intent = invoice?.payments?.data[0]?.payment.payment_intent as string;
    expect(await sdk.refunds.create({ payment_intent: intent, amount: 500 })).toMatchObject({ amount: 500, status: 'succeeded' });
    expect((await test.control('POST', `/stripe/customers/${customer}/refund`, {})).status).toBe(200);
    const { latest_charge: charge } = await sdk.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
    expect(charge).toMatchObject({ amount_refunded: 1499, refunded: true });
    await expect(sdk.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await test.eventTypes(customer)).filter((type) => type === 'charge.refunded')).toHaveLength(2);
  });
});
