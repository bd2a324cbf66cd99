import { billingEndpoints } from '@headhaul/contracts/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStripe, type TestStripe } from '../../testing/stripe.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { paymentListeners } from './payment-listeners.service.ts';
import { grantCredit, grantDays, takeBackCredit } from './rewards.service.ts';

let api: TestApp;
let world: TestStripe;
const told: { first: string[]; refunded: string[] } = { first: [], refunded: [] };
const listener = {
  onFirstPayment: async (
    _platform: unknown,
    _tx: unknown,
    { companyId, cardFingerprint }: { companyId: string; cardFingerprint: string | null },
  ) => {
    told.first.push(`${companyId} ${cardFingerprint === null ? 'no card' : 'card'}`);
  },
  onPaymentRefunded: async (_platform: unknown, tx: { companyId: string }) => {
    told.refunded.push(tx.companyId);
  },
};
beforeAll(async () => {
  api = await startTestApp();
  world = await startTestStripe(api);
  paymentListeners.push(listener);
}, 60_000);
afterAll(async () => {
  paymentListeners.splice(paymentListeners.indexOf(listener), 1);
  await world.close();
  await api.close();
});

const info = (client: TestClient) => client.call(billingEndpoints.getBillingInfo, {});
const asCompany = <T>(client: TestClient, work: Parameters<typeof api.platform.db.withTenant<T>>[1]) =>
  api.platform.db.withTenant(client.user.companyId, work);
const days = (client: TestClient, key: string) => asCompany(client, (tx) => grantDays(tx, { days: 7, reason: 'A company joined', key }));

describe('days', () => {
  it('lengthen a trial, once for each key', async () => {
    const client = await api.signUp();
    const before = Date.parse((await info(client)).currentPeriodEnd);
    expect(await days(client, 'a')).toEqual({ days: 7, cents: 0, isNew: true });
    expect(await days(client, 'a')).toEqual({ days: 7, cents: 0, isNew: false });
    expect(Date.parse((await info(client)).currentPeriodEnd) - before).toBe(7 * 86_400_000);
  });

  it('start now where the trial is over', async () => {
    const client = await api.signUp();
    await api.admin.query(`update companies set paid_until = now() - interval '30 days' where company_id = $1`, [client.user.companyId]);
    await days(client, 'a');
    const { currentPeriodEnd, isBillActive } = await info(client);
    expect(isBillActive).toBe(true);
    expect((Date.parse(currentPeriodEnd) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  });

  it('are credit for who pays: the price of seven days, taken off at Stripe once', async () => {
    const client = await api.signUp();
    await world.buy(client, 'PRO_MONTHLY');
    const cents = Math.round((14_99 * 7) / 30);
    expect(await days(client, 'a')).toEqual({ days: 7, cents, isNew: true });
    await days(client, 'a');
    await world.until(async () => expect((await info(client)).creditCents).toBe(cents));
    const { nextInvoice } = await info(client);
    expect(nextInvoice?.amountCents).toBe(14_99 - cents);
  });
});

describe('credit', () => {
  it('waits for who does not pay yet, and is taken back once', async () => {
    const client = await api.signUp();
    const give = () => asCompany(client, (tx) => grantCredit(tx, { cents: 14_99, reason: 'A company subscribed', key: 'b' }));
    await give();
    await give();
    await world.until(async () => expect((await info(client)).creditCents).toBe(14_99));
    const back = () => asCompany(client, (tx) => takeBackCredit(tx, { key: 'b' }));
    await back();
    await back();
    await world.until(async () => expect((await info(client)).creditCents).toBe(0));
    const { data } = await world.stripe.customers.listBalanceTransactions(await world.customerOf(client));
    expect(data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-14_99, 14_99]);
    // The trial goes on as it was.
    expect(await info(client)).toMatchObject({ subscriptionType: 'FREE_TRIAL', status: 'TRIALING', isBillActive: true });
  });

  it('that was taken back before Stripe heard of it never gets there', async () => {
    const client = await api.signUp();
    await asCompany(client, async (tx) => {
      await grantCredit(tx, { cents: 500, reason: 'A company subscribed', key: 'c' });
      await takeBackCredit(tx, { key: 'c' });
    });
    await asCompany(client, (tx) => takeBackCredit(tx, { key: 'unknown' }));
    // A job tells Stripe. When no job is left, Stripe will hear nothing more.
    await world.until(async () => {
      const { rowCount } = await api.admin.query(`select from graphile_worker._private_jobs where payload ->> 'companyId' = $1`, [
        client.user.companyId,
      ]);
      expect(rowCount).toBe(0);
    });
    expect(await world.customerOf(client)).toBe('');
  });

  it('that Stripe has and we lost sight of is taken back all the same', async () => {
    const client = await api.signUp();
    await asCompany(client, (tx) => grantCredit(tx, { cents: 500, reason: 'A company subscribed', key: 'd' }));
    await world.until(async () => expect((await info(client)).creditCents).toBe(500));
    await api.admin.query('update billing_rewards set given_id = null where company_id = $1', [client.user.companyId]);
    await asCompany(client, (tx) => takeBackCredit(tx, { key: 'd' }));
    await world.until(async () => expect((await info(client)).creditCents).toBe(0));
  });
});

describe('a payment', () => {
  it('is told once when it is the first, and once when it went back', async () => {
    const client = await api.signUp();
    await world.buy(client, 'PRO_MONTHLY');
    const { companyId } = client.user;
    expect(told.first.filter((line) => line.startsWith(companyId))).toEqual([`${companyId} card`]);
    const customer = await world.customerOf(client);
    await world.control('POST', `/customers/${customer}/refund`, { amount: 100 });
    await world.until(async () => {
      const { rows } = await api.admin.query('select refunded_cents from billing_invoices where company_id = $1', [companyId]);
      expect(rows).toEqual([{ refunded_cents: 100 }]);
    });
    expect(told.refunded).not.toContain(companyId);
    await world.control('POST', `/customers/${customer}/refund`, {});
    await world.until(async () => expect((await info(client)).invoices[0]?.status).toBe('refunded'));
    expect(told.refunded.filter((id) => id === companyId)).toEqual([companyId]);
    expect(told.first.filter((line) => line.startsWith(companyId))).toHaveLength(1);
  });
});

describe('without Stripe', () => {
  it('503 for a checkout, in words; what was paid stays paid', async () => {
    const worlds: Record<string, string>[] = [{ STRIPE_API_BASE: 'http://127.0.0.1:9' }, { STRIPE_SECRET_KEY: '' }];
    for (const env of worlds) {
      const away = await startTestApp({ env });
      const client = await away.signUp();
      await away.admin.query(`update companies set subscription_type = 'PRO_YEARLY' where company_id = $1`, [client.user.companyId]);
      const body = { successUrl: 'http://localhost:5173/', cancelUrl: 'http://localhost:5173/' };
      await expect(client.call(billingEndpoints.startCheckout, { body })).rejects.toMatchObject({
        problem: { status: 503, code: 'payment_unavailable' },
      });
      expect(await client.call(billingEndpoints.getBillingInfo, {})).toMatchObject({ isBillActive: true, subscriptionType: 'PRO_YEARLY' });
      expect(await client.call(billingEndpoints.getStatusMessage, {})).toMatchObject({ showMessage: false });
      await away.close();
    }
  });
});
