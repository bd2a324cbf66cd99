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

const amountsOf = (invoice: Stripe.Invoice | undefined) => invoice?.lines.data.map(({ amount }) => amount);

function shareOf(amount: number, { current_period_start: start, current_period_end: end }: Stripe.SubscriptionItem, at: number): number {
  return Math.round((amount * (end - at)) / (end - start));
}

describe('more users', () => {
  it('wait as two lines for the next invoice', async () => {
    const { customer, subscription } = await test.buy();
    await test.pass(customer, 10 * day);
    const item = itemOf(await test.subscriptionOf(customer));
    const at = item.current_period_start + 12 * day;
    await sdk.subscriptions.update(subscription.id, { items: [{ id: item.id, quantity: 3 }], proration_date: at });
    expect(await test.invoicesOf(customer)).toHaveLength(1);
    const expected = [-shareOf(1499, item, at), shareOf(4497, item, at), 4497];
    const preview = await sdk.invoices.createPreview({ customer, subscription: subscription.id });
    expect(amountsOf(preview)).toEqual(expected);
    expect(preview).toMatchObject({ status: 'draft', billing_reason: 'upcoming', next_payment_attempt: item.current_period_end });
    await test.pass(customer, month);
    const [renewal] = await test.invoicesOf(customer);
    expect(amountsOf(renewal)).toEqual(expected);
    expect(renewal).toMatchObject({ status: 'paid', total: expected.reduce((sum, amount) => sum + amount, 0) });
    expect(renewal?.lines.data[0]).toMatchObject({ parent: { type: 'invoice_item_details', invoice_item_details: { proration: true } } });
  });

  it('are billed at once with always_invoice, and for nothing with none', async () => {
    const { customer, subscription } = await test.buy();
    const { id } = itemOf(subscription);
    await sdk.subscriptions.update(subscription.id, { items: [{ id, quantity: 2 }], proration_behavior: 'always_invoice' });
    const [update] = await test.invoicesOf(customer);
    expect(update).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' });
    expect(update?.total).toBeGreaterThan(1490);
    await sdk.subscriptions.update(subscription.id, { items: [{ id, quantity: 9 }], proration_behavior: 'none' });
    expect(amountsOf(await sdk.invoices.createPreview({ customer }))).toEqual([9 * 1499]);
  });

  it('cost nothing more in a trial', async () => {
    const { customer, subscription } = await test.buy({ trialEnd: Math.floor(Date.now() / 1000) + 5 * day });
    await sdk.subscriptions.update(subscription.id, { items: [{ id: itemOf(subscription).id, quantity: 4 }] });
    expect(amountsOf(await sdk.invoices.createPreview({ customer }))).toEqual([4 * 1499]);
    await sdk.subscriptions.update(subscription.id, { trial_end: 'now' });
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ total: 4 * 1499, status: 'paid' });
    expect(await test.subscriptionOf(customer)).toMatchObject({ status: 'active' });
  });
});

describe('another plan', () => {
  it('by the year starts a new period and is billed at once, less what was unused', async () => {
    const { customer, subscription } = await test.buy({ quantity: 2 });
    await test.pass(customer, 15 * day);
    const item = itemOf(await test.subscriptionOf(customer));
    const items = [{ id: item.id, price: test.prices.proYearly.id }];
    const preview = await sdk.invoices.createPreview({ subscription: subscription.id, subscription_details: { items } });
    await sdk.subscriptions.update(subscription.id, { items });
    const [yearly] = await test.invoicesOf(customer);
    expect(amountsOf(yearly)).toEqual([expect.any(Number), 25_180]);
    expect(yearly?.lines.data[0]?.amount).toBeLessThan(0);
    expect(Math.abs((yearly?.total ?? 0) - preview.total)).toBeLessThanOrEqual(1);
    const { current_period_start: start, current_period_end: end } = itemOf(await test.subscriptionOf(customer));
    expect(end - start).toBeGreaterThanOrEqual(365 * day);
  });

  it('that is cheaper gives the rest back as credit', async () => {
    const { customer, subscription } = await test.buy({ quantity: 5 });
    await sdk.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, quantity: 1 }],
      proration_behavior: 'always_invoice',
    });
    const { balance } = (await sdk.customers.retrieve(customer)) as Stripe.Customer;
    expect(balance).toBeLessThan(-5900);
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: balance });
  });

  it('is a second item if the first is not named, as with Stripe', async () => {
    const { subscription } = await test.buy();
    const two = await sdk.subscriptions.update(subscription.id, { items: [{ price: test.prices.unlimitedMonthly.id }] });
    expect(two.items.data).toHaveLength(2);
  });
});

describe('credit', () => {
  it('is taken off the invoices until it is used up', async () => {
    const { customer } = await test.buy();
    const credit = await sdk.customers.createBalanceTransaction(customer, { amount: -2000, currency: 'usd', description: 'Referral' });
    expect(credit).toMatchObject({ ending_balance: -2000, type: 'adjustment' });
    expect(await sdk.invoices.createPreview({ customer })).toMatchObject({ total: 1499, amount_due: 0, starting_balance: -2000 });
    await test.pass(customer, month);
    expect((await test.invoicesOf(customer))[0]).toMatchObject({
      total: 1499,
      amount_due: 0,
      status: 'paid',
      starting_balance: -2000,
      ending_balance: -501,
    });
    await test.pass(customer, month);
    expect((await test.invoicesOf(customer))[0]).toMatchObject({ amount_due: 998, amount_paid: 998, ending_balance: 0 });
    const { data } = await sdk.customers.listBalanceTransactions(customer);
    expect(data.map(({ amount, type }) => [type, amount])).toEqual([
      ['applied_to_invoice', 501],
      ['applied_to_invoice', 1499],
      ['adjustment', -2000],
    ]);
  });
});

describe('the next invoice', () => {
  it('404 for one that will not come', async () => {
    const { customer, subscription } = await test.buy();
    await sdk.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(sdk.invoices.createPreview({ customer })).rejects.toMatchObject({ statusCode: 404, code: 'invoice_upcoming_none' });
  });
});
