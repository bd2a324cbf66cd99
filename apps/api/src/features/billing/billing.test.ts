import { billingEndpoints } from '@headhaul/contracts/billing';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { returnUrls, startTestStripe, type TestStripe } from '../../testing/stripe.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { reconcileBilling } from './sync.jobs.ts';

let api: TestApp;
let world: TestStripe;
beforeAll(async () => {
  api = await startTestApp();
  world = await startTestStripe(api);
}, 60_000);
afterAll(async () => {
  await world.close();
  await api.close();
});

const problem = (status: number, code: string) => ({ problem: { status, code } });
const info = (client: TestClient) => client.call(billingEndpoints.getBillingInfo, {});
const message = (client: TestClient) => client.call(billingEndpoints.getStatusMessage, {});
const checkout = (client: TestClient, body: object = {}) =>
  client.call(billingEndpoints.startCheckout, { body: { ...returnUrls, ...body } });
const allow = async (owner: TestClient, member: TestClient) =>
  owner.call(teamEndpoints.changeTeamMember, {
    params: { id: await memberIdOf(owner, member.user.email) },
    body: { canManageBilling: true },
  });
const daysFromNow = (iso: string) => (Date.parse(iso) - Date.now()) / 86_400_000;

describe('a trial', () => {
  it('200 without a customer, a card or a charge', async () => {
    const client = await api.signUp();
    const answer = await info(client);
    expect(answer).toMatchObject({
      hasSubscription: false,
      status: 'TRIALING',
      subscriptionType: 'FREE_TRIAL',
      cancelAtPeriodEnd: false,
      seats: 1,
      isBillActive: true,
      canManageBilling: true,
      priceCents: null,
      nextInvoice: null,
      card: null,
      creditCents: 0,
      invoices: [],
    });
    expect(daysFromNow(answer.currentPeriodEnd)).toBeCloseTo(14, 1);
    expect(await message(client)).toMatchObject({ showMessage: false, messageType: null });
    await expect(client.call(billingEndpoints.openPortal, { body: { returnUrl: returnUrls.successUrl } })).rejects.toMatchObject(
      problem(422, 'move_not_allowed'),
    );
  });

  it('is paused when it ends, and says so', async () => {
    const client = await api.signUp();
    await api.admin.query(`update companies set paid_until = now() where company_id = $1`, [client.user.companyId]);
    expect(await info(client)).toMatchObject({ status: 'PAUSED', isBillActive: false, hasSubscription: false });
    expect(await message(client)).toMatchObject({ showMessage: true, messageType: 'TRIAL_EXPIRED' });
  });
});

describe('POST /billing/checkout', () => {
  it('opens for a company whose customer was deleted at Stripe', async () => {
    const owner = await api.signUp();
    await world.openCheckout(owner);
    const gone = await world.customerOf(owner);
    await world.stripe.customers.del(gone);
    await world.buy(owner);
    expect(await world.customerOf(owner)).not.toBe(gone);
    expect(await info(owner)).toMatchObject({ hasSubscription: true, status: 'ACTIVE' });
  });

  it('an older one that can’t be closed keeps the new one shut: nobody pays twice', async () => {
    const owner = await api.signUp();
    const older = await world.openCheckout(owner);
    await world.setMessages({ isOn: false });
    await world.pay(older);
    await world.setMessages({});
    await expect(world.openCheckout(owner)).rejects.toMatchObject({ problem: { code: 'move_not_allowed' } });
    const { data } = await world.stripe.subscriptions.list({ customer: await world.customerOf(owner) });
    expect(data).toHaveLength(1);
  });

  it('a plan that is paid for is there without another step, on every open screen', async () => {
    const owner = await api.signUp();
    await addTeammate(api, owner);
    const screen = await openEvents(owner);
    await world.buy(owner, 'UNLIMITED_PRO_YEARLY');
    const answer = await info(owner);
    expect(answer).toMatchObject({
      hasSubscription: true,
      status: 'ACTIVE',
      subscriptionType: 'UNLIMITED_PRO_YEARLY',
      seats: 2,
      isBillActive: true,
      priceCents: 251_90,
      nextInvoice: { amountCents: 2 * 251_90 },
      card: { brand: 'visa', last4: '4242' },
    });
    expect(answer.invoices).toMatchObject([
      { status: 'paid', description: 'Unlimited Pro, yearly × 2', totalCents: 2 * 251_90, paidCents: 2 * 251_90, creditCents: 0 },
    ]);
    expect(answer.invoices[0]?.invoiceUrl).toMatch(/^http/);
    expect(daysFromNow(answer.currentPeriodEnd)).toBeGreaterThan(360);
    expect(await owner.call(sessionEndpoints.getMe, {})).toMatchObject({ isBillActive: true, subscriptionType: 'UNLIMITED_PRO_YEARLY' });
    expect((await owner.call(limitEndpoints.getMyPlan, {})).limits.drivers).toMatchObject({ isUnlimited: true });
    expect(screen.changes().map(({ data }) => data)).toContainEqual({ type: 'billing.changed' });
    screen.close();
  });

  it('422 with a live subscription, for what is not sold; 400 for a page that is not ours', async () => {
    const client = await api.signUp();
    for (const subscriptionType of ['ULTIMATE_MONTHLY', 'BASIC_SMALL_YEARLY', 'FREE_TRIAL'])
      await expect(checkout(client, { subscriptionType })).rejects.toMatchObject(problem(422, 'move_not_allowed'));
    for (const successUrl of [
      'https://evil.example/',
      'http://localhost:5173.evil.example/',
      'http://a@localhost:5173/',
      '/x',
      'javascript:x',
    ])
      await expect(checkout(client, { successUrl })).rejects.toMatchObject(problem(400, 'invalid_redirect'));
    await world.buy(client);
    await expect(checkout(client)).rejects.toMatchObject(problem(422, 'move_not_allowed'));
  });

  it('422 although the message about the payment never came', async () => {
    const client = await api.signUp();
    const id = await world.openCheckout(client);
    await world.setMessages({ isOn: false });
    await world.pay(id);
    await expect(checkout(client)).rejects.toMatchObject(problem(422, 'move_not_allowed'));
    expect((await info(client)).status).toBe('ACTIVE');
    await world.setMessages({});
  });

  it('403 for who may not manage billing; their screens show the plan without card and invoices', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    await expect(checkout(member)).rejects.toMatchObject(problem(403, 'not_allowed'));
    await expect(member.call(billingEndpoints.openPortal, { body: { returnUrl: returnUrls.successUrl } })).rejects.toMatchObject(
      problem(403, 'not_allowed'),
    );
    await world.buy(owner);
    expect(await info(member)).toMatchObject({ status: 'ACTIVE', canManageBilling: false, card: null, invoices: [] });
    await allow(owner, member);
    const { portalUrl } = await eventually(() => member.call(billingEndpoints.openPortal, { body: { returnUrl: returnUrls.successUrl } }));
    expect(portalUrl).toMatch(/\/portal\//);
  });

  it('many at once make one customer, and leave one checkout open', async () => {
    const client = await api.signUp();
    const answers = await Promise.all(Array.from({ length: 6 }, () => checkout(client)));
    expect(new Set(answers.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(6);
    const { rows } = await api.admin.query('select customer_id from billing_customers where pays_for = $1', [client.user.companyId]);
    expect(rows).toHaveLength(1);
    const sessions = await world.stripe.checkout.sessions.list({ customer: rows[0].customer_id, limit: 20 });
    expect(sessions.data.filter(({ status }) => status === 'open')).toHaveLength(1);
  });
});

describe('what happens at Stripe later', () => {
  it('a failed renewal leaves seven days, a mended card the plan', async () => {
    const client = await api.signUp();
    await world.buy(client, 'PRO_MONTHLY');
    const customer = await world.customerOf(client);
    await world.control('POST', `/customers/${customer}/fail-next-payment`, {});
    await world.passDays(client, daysFromNow((await info(client)).currentPeriodEnd) + 0.1);
    await world.until(async () => expect((await info(client)).status).toBe('PAST_DUE'));
    expect(await message(client)).toMatchObject({ messageType: 'SUBSCRIPTION_EXPIRED', title: 'Your last payment failed.' });
    const { rows } = await api.admin.query('select paid_until from companies where company_id = $1', [client.user.companyId]);
    const left = daysFromNow(rows[0].paid_until.toISOString());
    expect(left).toBeGreaterThan(5);
    expect(left).toBeLessThanOrEqual(7);
    await world.passDays(client, 2);
    await world.until(async () => expect((await info(client)).status).toBe('ACTIVE'));
    expect(await message(client)).toMatchObject({ showMessage: false });
  });

  it('cancelled: works to the last day, then has ended', async () => {
    const client = await api.signUp();
    await world.buy(client, 'PRO_MONTHLY');
    const [subscription] = (await world.stripe.subscriptions.list({ customer: await world.customerOf(client) })).data;
    await world.stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true });
    await world.until(async () => expect((await info(client)).cancelAtPeriodEnd).toBe(true));
    const { currentPeriodEnd, nextInvoice } = await info(client);
    expect(nextInvoice).toBeNull();
    const { rows } = await api.admin.query('select paid_until from companies where company_id = $1', [client.user.companyId]);
    expect(rows[0].paid_until.toISOString()).toBe(currentPeriodEnd);
    await world.passDays(client, 32);
    await world.until(async () => expect((await info(client)).status).toBe('CANCELED'));
    expect(await info(client)).toMatchObject({ isBillActive: false, hasSubscription: false, subscriptionType: 'PRO_MONTHLY' });
    expect(await message(client)).toMatchObject({ messageType: 'SUBSCRIPTION_EXPIRED', title: 'Your subscription has ended.' });
  });

  it('what no message told is found by the nightly look', async () => {
    const client = await api.signUp();
    await world.buy(client, 'PRO_MONTHLY');
    await world.setMessages({ isOn: false });
    const [subscription] = (await world.stripe.subscriptions.list({ customer: await world.customerOf(client) })).data;
    await world.stripe.subscriptions.cancel(subscription?.id ?? '');
    expect((await info(client)).status).toBe('ACTIVE');
    await runJob(reconcileBilling, world.worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    await world.until(async () => expect((await info(client)).status).toBe('CANCELED'));
    await world.setMessages({});
  });

  it('seats follow the people', async () => {
    const owner = await api.signUp();
    await world.buy(owner, 'PRO_MONTHLY');
    expect((await info(owner)).seats).toBe(1);
    const member = await addTeammate(api, owner);
    await world.until(async () => expect((await info(owner)).seats).toBe(2));
    // The new member's part of this month is charged at once. The month has just begun, so it is nearly the full price.
    const { nextInvoice, invoices } = await info(owner);
    expect(nextInvoice?.amountCents).toBe(2 * 14_99);
    expect(invoices).toHaveLength(2);
    expect(invoices[0]?.paidCents).toBeGreaterThan(14_00);
    expect(invoices[0]?.paidCents).toBeLessThanOrEqual(14_99);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, member.user.email) } });
    await world.until(async () => expect((await info(owner)).seats).toBe(1));
  });

  it('nobody left: nothing is charged any more', async () => {
    const owner = await api.signUp();
    await world.buy(owner, 'PRO_MONTHLY');
    const customer = await world.customerOf(owner);
    await owner.call(profileEndpoints.deleteAccount, { body: { email: owner.user.email } });
    await world.until(async () => {
      const { data } = await world.stripe.subscriptions.list({ customer, status: 'all' });
      expect(data.map(({ status }) => status)).toEqual(['canceled']);
    });
  });
});
