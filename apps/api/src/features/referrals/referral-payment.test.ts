import { randomUUID } from 'node:crypto';
import { billingEndpoints } from '@headhaul/contracts/billing';
import { referralEndpoints } from '@headhaul/contracts/referrals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptReferral, readReferralToken, refer } from '../../testing/referrals.ts';
import { startTestStripe, type TestStripe } from '../../testing/stripe.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

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

const address = () => `${randomUUID()}@${randomUUID()}.test`;
const overview = (client: TestClient) => client.call(referralEndpoints.getReferrals, {});
const creditOf = async (client: TestClient) => (await client.call(billingEndpoints.getBillingInfo, {})).creditCents;

async function changeCard(client: TestClient, card: string): Promise<void> {
  const { portalUrl } = await client.call(billingEndpoints.openPortal, { body: { returnUrl: 'http://localhost:5173/' } });
  await fetch(`${portalUrl}/card`, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
  await world.until(async () => expect((await client.call(billingEndpoints.getBillingInfo, {})).card?.last4).toBe(card.slice(-4)));
}

describe('with Stripe and a worker', () => {
  it('one joins by link and one by mail; the payment of one is worth a month to the inviter, its refund takes that back', async () => {
    const ann = await api.signUp(address());
    const [byLink, byMail] = [await api.signUp(address()), await api.signUp(address())];
    await acceptReferral(byLink, await readReferralToken(ann));
    await acceptReferral(byMail, await refer(api, ann, byMail.user.email));
    expect(await overview(ann)).toMatchObject({ invited: 2, joined: 2, daysEarned: 14, creditCents: 0 });

    await world.buy(byMail);
    await world.until(async () => expect(await creditOf(ann)).toBe(14_99));
    expect(await overview(ann)).toMatchObject({ paying: 1, creditCents: 14_99 });
    // Paying ends the trial. The seven referral days were not used yet, so they become credit.
    await world.until(async () => expect(await creditOf(byMail)).toBe(Math.round((14_99 * 7) / 30)));

    await world.control('POST', `/customers/${await world.customerOf(byMail)}/refund`, {});
    await world.until(async () => expect(await creditOf(ann)).toBe(0));
    const { invites, creditCents } = await overview(ann);
    expect(creditCents).toBe(0);
    expect(invites.find(({ email }) => email !== null)).toMatchObject({ status: 'joined', rewardCents: 0, rewardDays: 7 });
    // A renewal is not a first payment.
    await world.passDays(byMail, 31);
    const countPaid = async () =>
      (await byMail.call(billingEndpoints.getBillingInfo, {})).invoices.filter(({ status }) => status === 'paid').length;
    await world.until(async () => expect(await countPaid()).toBe(1));
    expect((await overview(ann)).creditCents).toBe(0);
    const moves = await world.stripe.customers.listBalanceTransactions(await world.customerOf(ann));
    expect(moves.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-14_99, 14_99]);
  });

  it('the inviter’s own card earns nothing, also one they no longer use', async () => {
    const ann = await api.signUp(address());
    await world.buy(ann, 'PRO_MONTHLY', '4242424242424242');
    await changeCard(ann, '5555555555554444');
    await changeCard(ann, '4242424242424242');
    const friend = await api.signUp(address());
    await acceptReferral(friend, await readReferralToken(ann));
    // Ann pays already, so the days came as credit.
    const ofDays = Math.round((14_99 * 7) / 30);
    await world.buy(friend, 'PRO_MONTHLY', '5555555555554444');
    await world.until(async () => expect((await overview(ann)).invites).toMatchObject([{ status: 'excluded', exclusion: 'same-card' }]));
    await world.until(async () => expect(await creditOf(ann)).toBe(ofDays));
  });
});
