import { randomUUID } from 'node:crypto';
import { adminBillingEndpoints } from '@headhaul/contracts/admin-billing';
import { referralEndpoints } from '@headhaul/contracts/referrals';
import type { SubscriptionType } from '@headhaul/domain/plans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { acceptReferral, readReferralToken } from '../../testing/referrals.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { referralPayments } from './referral-rewards.service.ts';
import { settleReferralPayment } from './referrals.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const signUp = () => api.signUp(`${randomUUID()}@${randomUUID()}.test`);
const overview = (client: TestClient) => client.call(referralEndpoints.getReferrals, {});
const newCard = () => `card_${randomUUID()}`;

/** As billing does it, in a transaction of the paying company. */
function pay({ user }: TestClient, cardFingerprint: string | null = newCard()): Promise<void> {
  const { companyId } = user;
  return worker.db.withTenant(companyId, (tx) =>
    referralPayments.onFirstPayment(worker, tx, { companyId, invoiceId: 'in_1', paidCents: 50_00, cardFingerprint, freeUntil: new Date() }),
  );
}

function refund({ user }: TestClient): Promise<void> {
  return worker.db.withTenant(user.companyId, (tx) => referralPayments.onPaymentRefunded(worker, tx, { invoiceId: 'in_1' }));
}

const payNow = () => runWaitingJobs(api, worker, settleReferralPayment);

async function bring(inviter: TestClient): Promise<TestClient> {
  const friend = await signUp();
  await acceptReferral(friend, await readReferralToken(inviter));
  return friend;
}

async function credits({ user }: TestClient): Promise<{ cents: number; isBack: boolean }[]> {
  const { rows } = await api.admin.query(
    `select cents, taken_back_at is not null as "isBack" from billing_rewards where company_id = $1 and kind = 'credit'`,
    [user.companyId],
  );
  return rows;
}

describe('the first payment of an invited company', () => {
  it('gives the inviting company one month’s price, once, however often it is told', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    const screen = await openEvents(inviter);
    for (let times = 0; times < 5; times++) await pay(friend);
    expect(await payNow()).toBe(5);
    await screen.untilChanges(2);
    expect(screen.changes().map(({ data }) => (data as { type: string }).type)).toEqual(['billing.changed', 'referrals.changed']);
    screen.close();
    expect(await credits(inviter)).toEqual([{ cents: 14_99, isBack: false }]);
    expect(await overview(inviter)).toMatchObject({
      paying: 1,
      creditCents: 14_99,
      daysEarned: 7,
      invites: [{ status: 'rewarded', rewardCents: 14_99, rewardDays: 7, exclusion: null }],
    });
    expect(await credits(friend)).toEqual([]);
  });

  it.each<[SubscriptionType, number]>([
    ['FREE_TRIAL', 14_99],
    ['PRO_YEARLY', 14_99],
    ['UNLIMITED_PRO_MONTHLY', 29_99],
    ['UNLIMITED_PRO_YEARLY', 29_99],
    ['BASIC_SMALL_MONTHLY', 14_99],
  ])('is worth a month of the inviter’s own plan: %s, %i cents', async (type, cents) => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    await putOnPlan(api, inviter, type);
    await pay(friend);
    await payNow();
    expect(await credits(inviter)).toEqual([{ cents, isBack: false }]);
  });

  it('settled by ten workers at once gives one credit', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    await Promise.all(Array.from({ length: 10 }, () => pay(friend)));
    await Promise.all([payNow(), payNow(), payNow(), payNow()]);
    await payNow();
    expect(await credits(inviter)).toEqual([{ cents: 14_99, isBack: false }]);
  });

  it('of a company nobody invited gives nothing', async () => {
    await pay(await signUp());
    expect(await payNow()).toBe(0);
  });
});

describe('a refund of it', () => {
  it('takes the credit back, once; the days stay', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    await pay(friend);
    await payNow();
    await refund(friend);
    await refund(friend);
    await payNow();
    expect(await credits(inviter)).toEqual([{ cents: 14_99, isBack: true }]);
    expect(await overview(inviter)).toMatchObject({
      paying: 0,
      creditCents: 0,
      daysEarned: 7,
      invites: [{ status: 'joined', rewardCents: 0, rewardDays: 7 }],
    });
    await pay(friend);
    await payNow();
    expect(await credits(inviter)).toEqual([{ cents: 14_99, isBack: true }]);
  });

  it('told before the payment leaves nothing to give', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    await refund(friend);
    await payNow();
    await pay(friend);
    await payNow();
    expect(await credits(inviter)).toEqual([]);
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'joined', rewardCents: 0 }]);
  });
});

describe('the same card', () => {
  it('as the inviting company’s: no credit, the line says why', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    const card = newCard();
    await pay(inviter, card);
    await pay(friend, card);
    await payNow();
    expect(await credits(inviter)).toEqual([]);
    expect((await overview(inviter)).invites).toMatchObject([
      { status: 'excluded', exclusion: 'same-card', rewardCents: 0, rewardDays: 7 },
    ]);
  });

  it('for two invited companies earns once, also when both pay at once', async () => {
    const inviters = [await signUp(), await signUp()];
    const friends = await Promise.all(inviters.map(bring));
    const card = newCard();
    await Promise.all(friends.map((friend) => pay(friend, card)));
    await Promise.all([payNow(), payNow()]);
    const earned = await Promise.all(inviters.map(credits));
    expect(earned.flat()).toEqual([{ cents: 14_99, isBack: false }]);
  });

  it('used by the inviting company later takes the credit back', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    const card = newCard();
    await pay(friend, card);
    await payNow();
    await pay(inviter, card);
    await payNow();
    expect(await credits(inviter)).toEqual([{ cents: 14_99, isBack: true }]);
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'excluded', exclusion: 'same-card' }]);
  });
});

describe('the same domain', () => {
  it('excludes from the days alone: another card’s payment earns the credit', async () => {
    const domain = `${randomUUID()}.test`;
    const inviter = await api.signUp(`ann@${domain}`);
    const colleague = await api.signUp(`bob@${domain}`);
    await acceptReferral(colleague, await readReferralToken(inviter));
    await pay(colleague);
    await payNow();
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'rewarded', exclusion: null, rewardDays: 0, rewardCents: 14_99 }]);
  });
});

describe('a company that pays', () => {
  it('gets the price of the days instead of the days', async () => {
    const inviter = await signUp();
    await overview(inviter);
    await api.admin.query(
      `insert into billing_accounts (company_id, free_until, subscription_id, status, subscription_type, price_cents, quantity, subscribed_at, period_start, period_end)
       values ($1, now(), 'sub_1', 'ACTIVE', 'PRO_MONTHLY', 1499, 3, now(), now(), now() + interval '30 days')`,
      [inviter.user.companyId],
    );
    await putOnPlan(api, inviter, 'PRO_MONTHLY');
    const before = (await overview(inviter)).paidUntil;
    await bring(inviter);
    expect(await credits(inviter)).toEqual([{ cents: Math.round((1499 * 7) / 30), isBack: false }]);
    expect(await overview(inviter)).toMatchObject({ paidUntil: before, daysEarned: 7, creditCents: 0 });
  });
});

describe('GET /admin/billing', () => {
  it('tells of rewards, newest first, and what was taken back', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    await pay(friend);
    await payNow();
    await refund(friend);
    await payNow();
    const staff = await signUp();
    await api.admin.query(`update users set role = 'ADMIN' where id = $1`, [staff.user.id]);
    const { rewards } = await staff.call(adminBillingEndpoints.getAdminBilling, {});
    const own = rewards.filter(({ companyId }) => companyId === inviter.user.companyId);
    expect(own).toMatchObject([
      { kind: 'credit', cents: 14_99, days: 0, companyName: 'Test’s company', takenBackAt: expect.any(String) },
      { kind: 'days', cents: 0, days: 7, takenBackAt: null },
    ]);
  });
});
