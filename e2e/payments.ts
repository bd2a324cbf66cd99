import { billingEndpoints } from '@headhaul/contracts/billing';
import { sessionEndpoints } from '@headhaul/contracts/session';
import type { SubscriptionType } from '@headhaul/domain/plans';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import pg from 'pg';
import { callAs, expect, readSession } from './product.ts';
import { adminDatabaseUrl, appOrigin, sandboxOrigin, stripeOrigin, worldEnv } from './world.ts';

/** A payment reaches the screen by a webhook, a job and a live update. */
export const told = expect.configure({ timeout: 60_000 });

export const cards = { visa: '4242 4242 4242 4242', mastercard: '5555 5555 5555 4444' };

/** Uses a switch of the sandbox that stands for time, for the bank or for a person at Stripe. */
export async function control(request: APIRequestContext, method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<void> {
  const answer = await request.fetch(`${sandboxOrigin}${path}`, { method, ...(data === undefined ? {} : { data }) });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
}

/** Without settings the webhooks are sent at once, as they are by default. */
export function setWebhooks(request: APIRequestContext, faults: { isOn?: boolean; copies?: number } = {}): Promise<void> {
  return control(request, 'PUT', '/stripe/webhooks', { url: worldEnv.SANDBOX_STRIPE_WEBHOOK_URL, ...faults });
}

/** Sends the webhooks of all events of one customer, oldest first: again, or those that were held back. */
export async function tellAgain(request: APIRequestContext, customer: string): Promise<void> {
  for (const id of (await listEvents(request, customer)).reverse()) await control(request, 'POST', `/stripe/events/${id}/send`);
  await control(request, 'POST', '/stripe/webhooks/settle', { url: worldEnv.SANDBOX_STRIPE_WEBHOOK_URL });
}

/** Reads from the sandbox's Stripe. */
async function readStripe<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(`${stripeOrigin}${path}`, { headers: { authorization: 'Bearer sk_test_headhaul-dev-secret' } });
  expect(answer.ok(), `GET ${path}: ${answer.status()}`).toBe(true);
  return answer.json();
}

interface StripeEvents {
  data: { id: string; data: { object: { customer?: unknown } } }[];
  has_more: boolean;
}

/** The events of one customer, newest first. Other tests cause events at the same time, so one page is not enough. */
async function listEvents(request: APIRequestContext, customer: string): Promise<string[]> {
  const events: StripeEvents['data'] = [];
  for (let hasMore = true; hasMore; ) {
    const last = events.at(-1);
    const page = await readStripe<StripeEvents>(request, `/v1/events?limit=100${last ? `&starting_after=${last.id}` : ''}`);
    events.push(...page.data);
    hasMore = page.has_more;
  }
  const own = events.filter((event) => event.data.object.customer === customer).map(({ id }) => id);
  expect(own.length).toBeGreaterThan(0);
  return own;
}

/** The Stripe customer of the signed-in person's company. */
export async function customerOf(page: Page): Promise<string> {
  const email = (await readSession(page))?.email ?? '';
  const { data } = await readStripe<{ data: { id: string }[] }>(page.request, `/v1/customers?email=${encodeURIComponent(email)}`);
  return data[0]?.id ?? '';
}

/** The banner on every screen that says that the trial or the plan ends. */
export function banner(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Your plan' });
}

/** A line of the plan's usage on Account & Team. */
export function usageOf(page: Page, limit: string): Locator {
  return page.getByRole('region', { name: 'Plan usage' }).getByRole('listitem').filter({ hasText: limit });
}

/** A plan in the pricing dialog. */
export function planColumn(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name: 'Choose a plan' }).getByRole('region', { name, exact: true });
}

/** Fills in and sends the form for a new driver. */
export async function addDriver(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Nate');
  await page.getByLabel('Last name').fill('Orozco');
  await page.getByLabel('Phone').fill('(417) 555-0119');
  await page.getByRole('button', { name: /^Add driver/ }).click();
}

/** The tab that opens after a click. */
export async function tabOf(page: Page, press: () => Promise<void>): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await press();
  return opening;
}

export async function payIn(checkout: Page, card = cards.visa): Promise<void> {
  await checkout.getByLabel('Card number').fill(card);
  await checkout.getByRole('button', { name: /^Pay \$/ }).click();
}

/** Buys a plan through the API, without the screens. */
export async function subscribe(page: Page, subscriptionType: SubscriptionType, card = cards.visa): Promise<void> {
  const { checkoutUrl } = await callAs(page, billingEndpoints.startCheckout, {
    body: {
      successUrl: `${appOrigin}/dispatcher/subscription-company-success-page`,
      cancelUrl: `${appOrigin}/dispatcher/subscription-company-cancel-page`,
      subscriptionType,
    },
  });
  const id = checkoutUrl.split('/').at(-1);
  await control(page.request, 'POST', `/stripe/checkout/${id}/pay`, { card });
  await told.poll(async () => (await callAs(page, billingEndpoints.getSubscription, {})).subscriptionType).toBe(subscriptionType);
}

/** Sets how many days of the trial are left. Only the database can do this. */
export async function leaveTrialDays(page: Page, days: number): Promise<void> {
  const { companyId } = await callAs(page, sessionEndpoints.getMe, {});
  const client = new pg.Client(adminDatabaseUrl);
  await client.connect();
  await client.query('update companies set paid_until = now() + make_interval(days => $2) where company_id = $1', [companyId, days]);
  await client.end();
}
