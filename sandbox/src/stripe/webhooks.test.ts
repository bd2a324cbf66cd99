import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from './test-stripe.ts';

const secret = 'whsec_of-the-test';
let test: TestStripe;
let listener: Server;
let url: string;
let received: Stripe.Event[] = [];
/** Statuses to answer with before the first 200. */
let failures: number[] = [];

beforeAll(async () => {
  test = await startTestStripe();
  listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = test.sdk.webhooks.constructEvent(Buffer.concat(chunks), request.headers['stripe-signature'] ?? '', secret);
      const status = failures.shift() ?? 200;
      if (status === 200) received.push(event);
      response.writeHead(status).end();
    });
  }).listen(0);
  url = `http://localhost:${(listener.address() as AddressInfo).port}/events`;
});
beforeEach(() => {
  received = [];
  failures = [];
});
afterAll(async () => {
  listener.close();
  await test.sandbox.stop();
});

const listen = (settings: object = {}) =>
  test.control('PUT', '/stripe/webhooks', { url, secret, retryMs: 5, events: ['customer.created'], ...settings });

async function settleWebhooks(): Promise<void> {
  const response = await test.control('POST', '/stripe/webhooks/settle', { url });
  expect(await response.json()).toEqual({ isSettled: true });
}

async function meet(...names: string[]): Promise<void> {
  for (const name of names) await test.sdk.customers.create({ name });
  await settleWebhooks();
}

/** In the order in which they were sent. */
async function listDeliveries(): Promise<{ event: string; state: string; answers: number[] }[]> {
  return (await (await test.control('GET', '/stripe/webhooks')).json()) as { event: string; state: string; answers: number[] }[];
}

const namesOf = (events: Stripe.Event[]) => events.map(({ data }) => (data.object as Stripe.Customer).name);

describe('webhooks', () => {
  it('arrive signed, with what happened and only what was asked for', async () => {
    await listen();
    await test.sdk.products.create({ name: 'Silent' });
    await meet('Ann');
    expect(received).toMatchObject([{ object: 'event', type: 'customer.created', data: { object: { name: 'Ann', object: 'customer' } } }]);
    expect(await test.sdk.events.retrieve(received[0]?.id ?? '')).toMatchObject({ type: 'customer.created' });
  });

  it('come again until they are taken', async () => {
    await listen();
    failures = [500, 302, 404];
    await meet('Ann');
    expect(namesOf(received)).toEqual(['Ann']);
    expect((await listDeliveries()).at(-1)).toMatchObject({ state: 'arrived', answers: [500, 302, 404, 200] });
  });

  it('are given up after six tries', async () => {
    await listen({ retryMs: 1 });
    failures = Array.from({ length: 6 }, () => 500);
    await meet('Ann');
    expect(received).toEqual([]);
  });

  it('come twice, out of order or not at all when told to', async () => {
    await listen({ copies: 3 });
    await meet('Ann');
    expect(namesOf(received)).toEqual(['Ann', 'Ann', 'Ann']);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);

    await listen({ isOn: false });
    const { id: customer } = await test.sdk.customers.create({});
    const checkout = await test.openCheckout(customer);
    received = [];
    await listen({ reorderMs: 50, events: ['*'] });
    // A payment causes all its events at once, so they are held back together on any machine.
    await test.control('POST', `/stripe/checkout/${checkout.id}/pay`, { card: '4242424242424242' });
    await settleWebhooks();
    expect(received.length).toBeGreaterThan(2);
    const newestFirst = (await test.sdk.events.list({ limit: received.length })).data.map(({ id }) => id);
    expect((await listDeliveries()).slice(-received.length).map(({ event }) => event)).toEqual(newestFirst);
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set(newestFirst));

    received = [];
    await listen({ dropPercent: 100 });
    await meet('Ann');
    await listen({ isOn: false });
    await meet('Bob');
    expect(received).toEqual([]);
  });

  it('wait when told to, and are sent again on demand', async () => {
    await listen({ delayMs: 200 });
    const startedMs = performance.now();
    await meet('Ann');
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(190);
    await listen();
    expect((await test.control('POST', `/stripe/events/${received[0]?.id}/send`)).status).toBe(204);
    await settleWebhooks();
    expect(namesOf(received)).toEqual(['Ann', 'Ann']);
  });

  it('go to endpoints made by API, whose secret is told once', async () => {
    await listen({ isOn: false });
    const endpoint = await test.sdk.webhookEndpoints.create({ url: `${url}/other`, enabled_events: ['product.created'] });
    expect(endpoint.secret).toMatch(/^whsec_/);
    const { data } = await test.sdk.webhookEndpoints.list();
    expect(data.map(({ secret: told }) => told)).toEqual([undefined, undefined]);
    expect(await test.sdk.webhookEndpoints.update(endpoint.id, { disabled: true })).toMatchObject({ status: 'disabled' });
    await test.sdk.webhookEndpoints.del(endpoint.id);
  });

  it('DELETE /stripe forgets everything', async () => {
    await test.sdk.customers.create({});
    expect((await test.control('DELETE', '/stripe')).status).toBe(204);
    expect((await test.sdk.customers.list()).data).toEqual([]);
    expect((await test.sdk.webhookEndpoints.list()).data).toEqual([]);
  });

  it.each([
    ['POST', '/stripe/time', { seconds: -1 }, 400],
    ['POST', '/stripe/time', { seconds: 1, customer: 'cus_none' }, 404],
    ['PUT', '/stripe/settings', { slow: true }, 400],
    ['POST', '/stripe/customers/cus_none/refund', {}, 404],
  ])('%s %s %j is refused', async (method, path, body, status) => {
    expect((await test.control(method, path, body)).status).toBe(status);
  });

  it('403 from the page of another site', async () => {
    const headers = { origin: 'http://evil.example' };
    expect((await fetch(`${test.sandbox.address}/stripe`, { method: 'DELETE', headers })).status).toBe(403);
  });
});
