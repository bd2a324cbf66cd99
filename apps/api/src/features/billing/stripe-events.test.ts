import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const secret = () => api.platform.env.STRIPE_WEBHOOK_SECRET ?? '';
const newCustomer = () => `cus_${randomUUID().slice(0, 12)}`;

function write(customer: string, more: object = {}): string {
  return JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1_000),
    data: { object: { object: 'subscription', id: 'sub_1', customer } },
    ...more,
  });
}

function sign(payload: string, { key = secret(), secondsAgo = 0 } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp: Math.floor(Date.now() / 1_000) - secondsAgo });
}

function send(payload: string, signature: string | null = sign(payload), headers: Record<string, string> = {}): Promise<Response> {
  return api.fetch('/api/billing/stripe-events', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }), ...headers },
    body: payload,
  });
}

/** A company with a Stripe customer. */
async function addCustomer(): Promise<{ client: TestClient; customer: string }> {
  const client = await api.signUp();
  const customer = newCustomer();
  await api.admin.query('insert into billing_customers (customer_id, pays_for) values ($1, $2)', [customer, client.user.companyId]);
  return { client, customer };
}

async function countJobs(client: TestClient): Promise<number> {
  const { rows } = await api.admin.query(`select count(*)::int as jobs from graphile_worker.jobs where key = $1`, [
    `billing ${client.user.companyId}`,
  ]);
  return rows[0].jobs;
}

async function countEvents(): Promise<number> {
  const { rows } = await api.admin.query('select count(*)::int as events from stripe_events');
  return rows[0].events;
}

describe('POST /billing/stripe-events', () => {
  it('200 keeps the message once and asks for one look, however often it comes', async () => {
    const { client, customer } = await addCustomer();
    const before = await countEvents();
    const payload = write(customer);
    for (const answer of await Promise.all(Array.from({ length: 5 }, () => send(payload)))) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ received: true });
    }
    expect((await send(write(customer))).status).toBe(200);
    expect(await countJobs(client)).toBe(1);
    expect(await countEvents()).toBe(before + 2);
  });

  it('finds the customer where the message is about the customer', async () => {
    const { client, customer } = await addCustomer();
    expect((await send(write('', { type: 'customer.updated', data: { object: { object: 'customer', id: customer } } }))).status).toBe(200);
    expect(await countJobs(client)).toBe(1);
  });

  it('200 for a customer of somebody else, and for a message about no customer', async () => {
    expect((await send(write(newCustomer()))).status).toBe(200);
    expect((await send(write('', { data: { object: { object: 'price', id: 'price_1' } } }))).status).toBe(200);
  });

  it('400 for a signature that is missing, foreign, old, or of other bytes; nothing is kept', async () => {
    const { client, customer } = await addCustomer();
    const before = await countEvents();
    const payload = write(customer);
    const signature = sign(payload);
    const refused = [
      send(payload, null),
      send(payload, ''),
      send(payload, 't=1,v1=abc'),
      send(payload, sign(payload, { key: 'whsec_other' })),
      send(payload, sign(payload, { secondsAgo: 301 })),
      send(payload, signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 5}`)),
      send(payload.replace('sub_1', 'sub_2'), signature),
      send(`${payload} `, signature),
      send(JSON.stringify(JSON.parse(payload), null, 1), signature),
      send(payload, signature.replace(/v1=/, 'v0=')),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'invalid_signature' });
    }
    expect(await countEvents()).toBe(before);
    expect(await countJobs(client)).toBe(0);
  });

  it('refuses what is no message at all', async () => {
    expect((await send('{', sign('{'))).status).toBe(400);
    expect((await send('', sign(''))).status).toBe(400);
    const large = write('cus', { filler: 'x'.repeat(300_000) });
    expect((await send(large)).status).toBe(413);
    const payload = write('cus');
    expect((await send(payload, sign(payload), { 'content-type': 'text/plain' })).status).toBe(415);
    // Correctly signed, but not a Stripe event.
    for (const odd of ['null', '[]', '"x"', '{}', '{"id":1,"data":{"object":null}}']) expect((await send(odd, sign(odd))).status).toBe(400);
  });

  it('503 where no secret is set', async () => {
    const bare = await startTestApp({ env: { STRIPE_WEBHOOK_SECRET: '' } });
    const payload = write('cus');
    const answer = await fetch(`${bare.origin}/api/billing/stripe-events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': sign(payload) },
      body: payload,
    });
    expect(answer.status).toBe(503);
    await bare.close();
  });
});
