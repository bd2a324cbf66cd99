import { billingEndpoints } from '@headhaul/contracts/billing';
import type { SubscriptionType } from '@headhaul/domain/plans';
import type Stripe from 'stripe';
import { inject } from 'vitest';
import { setUpStripe } from '../features/billing/set-up.service.ts';
import * as features from '../features/index.ts';
import { type JobRunner, startJobRunner } from '../lib/jobs/job-runner.ts';
import { isJob, type Job } from '../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../lib/platform.ts';
import { eventually } from './eventually.ts';
import type { TestApp, TestClient } from './test-app.ts';

export const returnUrls = {
  successUrl: 'http://localhost:5173/dispatcher/subscription-company-success-page',
  cancelUrl: 'http://localhost:5173/dispatcher/subscription-company-cancel-page',
};

export interface TestStripe {
  stripe: Stripe;
  worker: WorkerPlatform;
  /** Buys a plan as a person does: opens the checkout, pays by card and waits for Stripe's message. */
  buy(client: TestClient, type?: SubscriptionType, card?: string): Promise<void>;
  openCheckout(client: TestClient, type?: SubscriptionType): Promise<string>;
  pay(checkoutId: string, card?: string): Promise<void>;
  customerOf(client: TestClient): Promise<string>;
  /** Moves the time forward for this client's customer only. */
  passDays(client: TestClient, days: number): Promise<void>;
  control(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Response>;
  setMessages(settings: Record<string, unknown>): Promise<void>;
  /** Waits until the app has processed Stripe's messages and the check passes. */
  until(check: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The sandbox's Stripe sends its messages to this app, and a worker runs its jobs. */
export async function startTestStripe(api: TestApp): Promise<TestStripe> {
  const home = `http://localhost:${inject('sandboxPort')}`;
  const worker = api.openWorker();
  const jobs: Job[] = Object.values(features)
    .flatMap((feature) => (typeof feature === 'object' ? Object.values(feature) : []))
    .filter(isJob);
  const runner: JobRunner = await startJobRunner(worker, jobs);
  const { stripe, env } = api.platform;
  if (!stripe) throw new Error('no key');
  await setUpStripe(stripe, env.WEB_ORIGINS[0]);
  const control = async (method: 'POST' | 'PUT', path: string, body: unknown) => {
    const response = await fetch(`${home}/stripe${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const url = `${api.origin}/api/billing/stripe-events`;
  const setMessages = async (settings: Record<string, unknown>) => {
    await control('PUT', '/webhooks', { url, secret: env.STRIPE_WEBHOOK_SECRET, ...settings });
  };
  await setMessages({});

  const tools: TestStripe = {
    stripe,
    worker,
    control,
    setMessages,
    async openCheckout(client, subscriptionType = 'PRO_MONTHLY') {
      const { checkoutUrl } = await client.call(billingEndpoints.startCheckout, { body: { ...returnUrls, subscriptionType } });
      return new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
    },
    async pay(checkoutId, card = '4242424242424242') {
      await control('POST', `/checkout/${checkoutId}/pay`, { card });
    },
    async buy(client, type, card) {
      await tools.pay(await tools.openCheckout(client, type), card);
      await tools.until(async () => {
        if (!(await client.call(billingEndpoints.getSubscription, {})).hasSubscription) throw new Error('not yet');
      });
    },
    async customerOf(client) {
      const { rows } = await api.admin.query('select customer_id from billing_accounts where company_id = $1', [client.user.companyId]);
      return rows[0]?.customer_id ?? '';
    },
    async passDays(client, days) {
      await control('POST', '/time', { seconds: Math.ceil(days * 86_400), customer: await tools.customerOf(client) });
    },
    until: eventually,
    async close() {
      await setMessages({ isOn: false });
      await runner.stop();
      await worker.close();
    },
  };
  return tools;
}
