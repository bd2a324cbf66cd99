import { randomUUID } from 'node:crypto';
import { referralEndpoints } from '@headhaul/contracts/referrals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { makeLoad } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { acceptReferral, readReferralToken } from '../../testing/referrals.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { referralPayments } from './referral-rewards.service.ts';
import { giveJoinDays, settleReferralPayment } from './referrals.jobs.ts';

/** Ways to earn rewards without bringing a new company, each kept as a test. */
let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const dayMs = 86_400_000;
const signUp = () => api.signUp(`${randomUUID()}@${randomUUID()}.test`);
const overview = (client: TestClient) => client.call(referralEndpoints.getReferrals, {});
const newCard = () => `card_${randomUUID()}`;
const payNow = () => runWaitingJobs(api, worker, settleReferralPayment);

async function daysLeft(client: TestClient): Promise<number> {
  return Math.round((Date.parse((await overview(client)).paidUntil) - Date.now()) / dayMs);
}

async function bring(inviter: TestClient, email = `${randomUUID()}@${randomUUID()}.test`): Promise<TestClient> {
  const friend = await api.signUp(email);
  await acceptReferral(friend, await readReferralToken(inviter));
  return friend;
}

function pay({ user }: TestClient, cardFingerprint: string | null, paidCents = 14_99, freeUntil = new Date()): Promise<void> {
  const payment = { companyId: user.companyId, invoiceId: 'in_1', paidCents, cardFingerprint, freeUntil };
  return worker.db.withTenant(user.companyId, (tx) => referralPayments.onFirstPayment(worker, tx, payment));
}

function useCard({ user }: TestClient, fingerprint: string) {
  return worker.db.withTenant(user.companyId, (tx) => referralPayments.onCardChanged?.(worker, tx, fingerprint) ?? Promise.resolve());
}

async function credits({ user }: TestClient): Promise<number[]> {
  const { rows } = await api.admin.query<{ cents: number }>(
    `select cents from billing_rewards where company_id = $1 and kind = 'credit' and taken_back_at is null`,
    [user.companyId],
  );
  return rows.map(({ cents }) => cents);
}

describe('many that join', () => {
  it('give the inviter time four times in twelve months, also at once; the newcomers have theirs', async () => {
    const inviter = await signUp();
    const token = await readReferralToken(inviter);
    const friends = await Promise.all(Array.from({ length: 6 }, signUp));
    await Promise.all(friends.map((friend) => acceptReferral(friend, token)));
    await runWaitingJobs(api, worker, giveJoinDays);
    const { invites, daysEarned, joined } = await overview(inviter);
    expect({ daysEarned, joined }).toEqual({ daysEarned: 28, joined: 6 });
    expect(
      invites.filter(({ status, exclusion, rewardDays }) => status === 'excluded' && exclusion === 'limit' && rewardDays === 0),
    ).toHaveLength(2);
    expect(await daysLeft(inviter)).toBe(42);
    for (const friend of friends) expect(await daysLeft(friend)).toBe(21);
    await api.admin.query(`update referrals set joined_at = now() - interval '13 months' where company_id = $1`, [inviter.user.companyId]);
    await bring(inviter);
    expect((await overview(inviter)).daysEarned).toBe(35);
  });

  it('still earn the credit when they pay', async () => {
    const inviter = await signUp();
    for (let joined = 0; joined < 4; joined++) await bring(inviter);
    await pay(await bring(inviter), newCard());
    await payNow();
    expect((await overview(inviter)).invites[0]).toMatchObject({ status: 'rewarded', exclusion: null, rewardDays: 0, rewardCents: 14_99 });
  });

  it('from one domain, or parts of it, give time once', async () => {
    const inviter = await signUp();
    const domain = `${randomUUID()}.test`;
    for (const email of [`a@${domain}`, `b@${domain}`, `c@x1.${domain}`]) await bring(inviter, email);
    const { invites, daysEarned } = await overview(inviter);
    expect(daysEarned).toBe(7);
    expect(invites.map(({ exclusion }) => exclusion)).toEqual(['same-domain', 'same-domain', null]);
  });

  it('give a company that pays the price of the days for one seat', async () => {
    const inviter = await signUp();
    await api.admin.query(
      `insert into billing_accounts (company_id, free_until, subscription_id, status, subscription_type, price_cents, quantity, subscribed_at, period_start, period_end)
       values ($1, now(), 'sub_1', 'ACTIVE', 'PRO_MONTHLY', 1499, 50, now(), now(), now() + interval '30 days')`,
      [inviter.user.companyId],
    );
    await putOnPlan(api, inviter, 'PRO_MONTHLY');
    await bring(inviter);
    expect(await credits(inviter)).toEqual([350]);
  });
});

describe('two that invite each other', () => {
  it('whoever was here first brings nothing, and neither does the company that brought the inviter', async () => {
    const first = await signUp();
    const second = await bring(first);
    expect(await acceptReferral(first, await readReferralToken(second))).toMatchObject({ days: 0 });
    expect((await overview(second)).invites).toMatchObject([{ status: 'excluded', exclusion: 'already-a-customer', rewardDays: 0 }]);
    expect([await daysLeft(first), await daysLeft(second)]).toEqual([21, 21]);

    const [younger, older] = [await signUp(), await signUp()];
    await acceptReferral(older, await readReferralToken(younger));
    await api.admin.query(`update companies set created_at = created_at + interval '1 hour' where company_id = $1`, [
      younger.user.companyId,
    ]);
    await api.admin.query(`update users set created_at = created_at + interval '1 hour' where id = $1`, [younger.user.id]);
    expect(await acceptReferral(younger, await readReferralToken(older))).toMatchObject({ days: 0 });
    expect((await overview(older)).invites).toMatchObject([{ exclusion: 'already-a-customer' }]);
  });
});

describe('a first payment', () => {
  it('earns no more than it paid', async () => {
    const inviter = await signUp();
    const friend = await bring(inviter);
    await putOnPlan(api, inviter, 'UNLIMITED_PRO_MONTHLY');
    await pay(friend, newCard(), 5_00);
    await payNow();
    expect(await credits(inviter)).toEqual([5_00]);
  });

  it('by no card earns nothing, and the line says so', async () => {
    const inviter = await signUp();
    await pay(await bring(inviter), null);
    await payNow();
    expect(await credits(inviter)).toEqual([]);
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'excluded', exclusion: 'no-card', rewardDays: 7, rewardCents: 0 }]);
  });

  it('by any card the inviter ever used earns nothing; one used later takes the credit back', async () => {
    const inviter = await signUp();
    const [old, now, later] = [newCard(), newCard(), newCard()];
    await useCard(inviter, old);
    await useCard(inviter, now);
    await pay(await bring(inviter), old);
    await pay(await bring(inviter), later);
    await payNow();
    expect(await credits(inviter)).toEqual([14_99]);
    expect((await overview(inviter)).invites.map(({ exclusion }) => exclusion)).toEqual([null, 'same-card']);
    await useCard(inviter, later);
    await payNow();
    expect(await credits(inviter)).toEqual([]);
  });

  it('waits among the jobs without the card’s own mark', async () => {
    const friend = await bring(await signUp());
    const card = newCard();
    await pay(friend, card);
    const { rows } = await api.admin.query<{ payload: string }>('select payload::text from graphile_worker._private_jobs');
    expect(rows.some(({ payload }) => payload.includes(friend.user.companyId))).toBe(true);
    expect(rows.some(({ payload }) => payload.includes(card))).toBe(false);
    await payNow();
  });

  it.each([
    ['all earned days when the trial itself had not ended', 20, 350],
    ['those left of them', 3, 150],
    ['none when they were over', -1, null],
  ])('turns unspent days into credit, once: %s', async (_name, left, cents) => {
    const friend = await bring(await signUp());
    await api.admin.query(
      `update billing_accounts set price_cents = 1499, subscription_type = 'PRO_MONTHLY', quantity = 9 where company_id = $1`,
      [friend.user.companyId],
    );
    for (const _ of [1, 2]) await pay(friend, newCard(), 14_99, new Date(Date.now() + left * dayMs));
    expect(await credits(friend)).toEqual(cents === null ? [] : [cents]);
  });
});

describe('mails of a company without a load', () => {
  it('are five a day, and fifty after its first', async () => {
    const owner = await signUp();
    const send = (count: number) =>
      owner.call(referralEndpoints.sendInvitations, {
        body: { emails: Array.from({ length: count }, () => `${randomUUID()}@elsewhere.test`) },
      });
    await send(5);
    await expect(send(1)).rejects.toMatchObject({ problem: { status: 429, detail: expect.stringContaining('first load') } });
    await makeLoad(owner);
    await send(45);
    await expect(send(1)).rejects.toMatchObject({ problem: { status: 429 } });
  });
});
