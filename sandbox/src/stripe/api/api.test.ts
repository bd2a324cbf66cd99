import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../test-sandbox.ts';
import { startTestStripe, type TestStripe } from '../test-stripe.ts';

let test: TestStripe;
let sdk: Stripe;
beforeAll(async () => {
  test = await startTestStripe();
  sdk = test.sdk;
});
afterEach(() => test.control('DELETE', '/services/stripe/faults'));
afterAll(() => test.sandbox.stop());

const clientWith = (key: string) => {
  const port = Number(new URL(addressOf(test.sandbox, 'stripe')).port);
  return new Stripe(key, { host: 'localhost', port, protocol: 'http', maxNetworkRetries: 0 });
};

describe('who asks', () => {
  it('401 for another key', async () => {
    await expect(clientWith('sk_test_wrong').customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  it('404 for what it does not know', async () => {
    const missing = { type: 'StripeInvalidRequestError', code: 'resource_missing', statusCode: 404, param: 'id' };
    await expect(sdk.customers.retrieve('cus_none')).rejects.toMatchObject(missing);
    await expect(sdk.rawRequest('GET', '/v1/tokens')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('400 for a reference to nothing and for a missing parameter', async () => {
    const { proMonthly } = test.prices;
    const order: Stripe.Checkout.SessionCreateParams = { mode: 'subscription', line_items: [{ price: proMonthly.id, quantity: 1 }] };
    await expect(sdk.checkout.sessions.create({ ...order, customer: 'cus_none', success_url: 'http://localhost/' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    });
    await expect(sdk.checkout.sessions.create(order)).rejects.toMatchObject({ statusCode: 400, param: 'success_url' });
  });
});

describe('idempotency', () => {
  it('gives the same answer to the same request, and refuses another one under the key', async () => {
    const options = { idempotencyKey: 'key-1' };
    const first = await sdk.customers.create({ email: 'one@a.example' }, options);
    const again = await sdk.customers.create({ email: 'one@a.example' }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(sdk.customers.create({ email: 'two@a.example' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  it('keeps no refusal of wrong words', async () => {
    const options = { idempotencyKey: 'key-2' };
    await expect(sdk.prices.create({ currency: 'usd', unit_amount: 1, product: 'prod_none' }, options)).rejects.toThrow();
    const product = await sdk.products.create({ name: 'One' });
    await expect(sdk.prices.create({ currency: 'usd', unit_amount: 1, product: product.id }, options)).resolves.toBeDefined();
  });

  it('lets a client that lost the answer ask again without a second customer', async () => {
    await test.control('PUT', '/stripe/settings', { loseAnswers: 1 });
    const patient = clientWith('sk_test_test-secret');
    const customer = await patient.customers.create({ email: 'lost@a.example' }, { maxNetworkRetries: 2 });
    const { data } = await sdk.customers.list({ email: 'lost@a.example' });
    expect(data.map(({ id }) => id)).toEqual([customer.id]);
  });
});

describe('lists', () => {
  it('pages both ways, newest first', async () => {
    for (const name of ['a', 'b', 'c']) await sdk.customers.create({ email: 'page@a.example', name });
    const names = (list: Stripe.ApiList<Stripe.Customer>) => list.data.map(({ name }) => name);
    const first = await sdk.customers.list({ email: 'page@a.example', limit: 2 });
    expect([names(first), first.has_more]).toEqual([['c', 'b'], true]);
    const next = await sdk.customers.list({ email: 'page@a.example', limit: 2, starting_after: first.data[1]?.id ?? '' });
    expect([names(next), next.has_more]).toEqual([['a'], false]);
    expect(names(await sdk.customers.list({ email: 'page@a.example', ending_before: next.data[0]?.id ?? '' }))).toEqual(['c', 'b']);
    const all = await sdk.customers.list({ email: 'page@a.example', limit: 1 }).autoPagingToArray({ limit: 10 });
    expect(all).toHaveLength(3);
  });

  it('finds prices by lookup key, and hands the key to a new price', async () => {
    const find = () => sdk.prices.list({ lookup_keys: ['MOVES'], active: true });
    const product = await sdk.products.create({ name: 'Moves', metadata: { plan: 'x' } });
    const make = (unit_amount: number, transfer_lookup_key: boolean) =>
      sdk.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount,
        recurring: { interval: 'month' },
        lookup_key: 'MOVES',
        transfer_lookup_key,
      });
    await make(100, false);
    await expect(make(200, false)).rejects.toMatchObject({ param: 'lookup_key' });
    const second = await make(200, true);
    expect((await find()).data.map(({ id }) => id)).toEqual([second.id]);
    await sdk.prices.update(second.id, { active: false });
    expect((await find()).data).toEqual([]);
  });
});

describe('metadata and expansion', () => {
  it('adds keys one by one and takes them away', async () => {
    const { id } = await sdk.customers.create({ metadata: { a: '1', b: '2' } });
    await sdk.customers.update(id, { metadata: { b: '', c: '3' } });
    expect((await sdk.customers.retrieve(id)) as Stripe.Customer).toMatchObject({ metadata: { a: '1', c: '3' } });
  });

  it('expands references, and only four levels of them', async () => {
    const { customer, subscription } = await test.buy();
    const full = await sdk.subscriptions.retrieve(subscription.id, { expand: ['customer', 'latest_invoice.payments'] });
    expect(full).toMatchObject({
      customer: { id: customer },
      latest_invoice: { status: 'paid', payments: { data: [{ status: 'paid' }] } },
    });
    await expect(sdk.invoices.list({ expand: ['data.payments.data.payment.payment_intent'] })).rejects.toThrow('4 levels');
    await expect(sdk.customers.retrieve(customer, { expand: ['shoe_size'] })).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('faults', () => {
  it.each([
    [503, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
  ])('says %i in its own words', async (errorStatus, type) => {
    await test.control('PUT', '/services/stripe/faults', { errorStatus });
    await expect(sdk.customers.list()).rejects.toMatchObject({ type, statusCode: errorStatus });
  });

  it('refuses connections, while the switches go on working', async () => {
    await test.control('PUT', '/services/stripe/faults', { refuse: true });
    await expect(sdk.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect((await test.control('GET', '/stripe/webhooks')).status).toBe(200);
  });
});
