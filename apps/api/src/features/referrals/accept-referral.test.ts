import { randomUUID } from 'node:crypto';
import { companyEndpoints } from '@headhaul/contracts/company';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { referralEndpoints } from '@headhaul/contracts/referrals';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { acceptReferral, readReferralToken, refer } from '../../testing/referrals.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { forgetReferred, giveJoinDays } from './referrals.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const details = {
  mc: null,
  dot: null,
  address: null,
  phone: null,
  timeZone: 'America/Chicago',
  weekStartsOn: 'MONDAY',
  weekCountsBy: 'DELIVERY',
} as const;
const problem = (status: number, code: string) => ({ problem: { status, code } });
const newDomain = () => `${randomUUID()}@${randomUUID()}.test`;
const signUp = () => api.signUp(newDomain());
const overview = (client: TestClient) => client.call(referralEndpoints.getReferrals, {});
const preview = (token: string) => api.fetch(`/api/user/invitations/preview?token=${token}`);

async function daysLeft(client: TestClient): Promise<number> {
  const { paidUntil } = await overview(client);
  return Math.round((Date.parse(paidUntil) - Date.now()) / 86_400_000);
}

function age(client: TestClient, table: 'companies' | 'users', days: number): Promise<unknown> {
  const [column, id] = table === 'users' ? ['id', client.user.id] : ['company_id', client.user.companyId];
  return api.admin.query(`update ${table} set created_at = now() - make_interval(days => $1) where ${column} = $2`, [days, id]);
}

describe('POST /user/invitations/accept with a referral’s token', () => {
  it('200 by the link: the person stays in the own company, both get seven days once, and the inviter’s screens hear of it', async () => {
    const inviter = await signUp();
    const token = await readReferralToken(inviter);
    const friend = await signUp();
    const screen = await openEvents(inviter);
    expect(await acceptReferral(friend, token)).toEqual({
      companyId: friend.user.companyId,
      companyName: 'Test’s company',
      kind: 'referral',
      days: 7,
    });
    await screen.untilChanges(2);
    expect(screen.changes().map(({ data }) => (data as { type: string }).type)).toEqual(['billing.changed', 'referrals.changed']);
    screen.close();
    await runWaitingJobs(api, worker, giveJoinDays);
    await acceptReferral(friend, token);
    expect([await daysLeft(inviter), await daysLeft(friend)]).toEqual([21, 21]);
    const { invites, ...figures } = await overview(inviter);
    expect(figures).toMatchObject({ invited: 1, joined: 1, paying: 0, daysEarned: 7, creditCents: 0 });
    expect(invites).toMatchObject([{ email: null, companyName: 'Test’s company', status: 'joined', rewardDays: 7, canRemind: false }]);
    expect((await friend.call(sessionEndpoints.getMe, {})).companyId).toBe(friend.user.companyId);
  });

  it('200 by mail, also under another address; the line keeps the invited one and shows the company’s name of today', async () => {
    const inviter = await signUp();
    const email = newDomain();
    const token = await refer(api, inviter, email);
    expect(await (await preview(token)).json()).toEqual({
      inviterName: 'Test',
      companyName: 'Test’s company',
      email,
      kind: 'referral',
      expiresAt: null,
    });
    const friend = await signUp();
    await acceptReferral(friend, token);
    await friend.call(companyEndpoints.updateMyCompany, { body: { ...details, name: 'Blue Ridge Haul' } });
    expect((await overview(inviter)).invites).toMatchObject([{ email, companyName: 'Blue Ridge Haul', status: 'joined' }]);
    expect((await preview(token)).status).toBe(404);
  });

  it('gives the invited side its days by the job when the request’s process died', async () => {
    const inviter = await signUp();
    const friend = await signUp();
    await acceptReferral(friend, await readReferralToken(inviter));
    await api.admin.query(`delete from billing_rewards where company_id = $1`, [friend.user.companyId]);
    await api.admin.query(`update billing_accounts set free_until = free_until - interval '7 days' where company_id = $1`, [
      friend.user.companyId,
    ]);
    await runWaitingJobs(api, worker, giveJoinDays);
    expect(await daysLeft(friend)).toBe(21);
  });

  it('of 50 at once by one company: one referral, seven days', async () => {
    const inviter = await signUp();
    const token = await readReferralToken(inviter);
    const friend = await signUp();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => acceptReferral(friend, token)));
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    await runWaitingJobs(api, worker, giveJoinDays);
    expect([await daysLeft(inviter), await daysLeft(friend)]).toEqual([21, 21]);
    expect((await overview(inviter)).invited).toBe(1);
  });

  it('of many companies at once with one mail’s token the first comes in; by a link all do', async () => {
    const inviter = await signUp();
    const token = await refer(api, inviter, newDomain());
    const friends = await Promise.all(Array.from({ length: 10 }, signUp));
    const results = await Promise.allSettled(friends.map((friend) => acceptReferral(friend, token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(problem(404, 'invalid_invite'));
    const link = await readReferralToken(inviter);
    const late = friends.filter((_, index) => results[index]?.status === 'rejected');
    await Promise.all(late.map((friend) => acceptReferral(friend, link)));
    expect(await overview(inviter)).toMatchObject({ invited: 10, joined: 10, daysEarned: 28 });
  });

  it('of two companies’ invites accepted at once one counts', async () => {
    const inviters = [await signUp(), await signUp()];
    const tokens = await Promise.all(inviters.map(readReferralToken));
    const friend = await signUp();
    const results = await Promise.allSettled(tokens.map((token) => acceptReferral(friend, token)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: problem(403, 'not_allowed') });
    const joined = await Promise.all(inviters.map(async (inviter) => (await overview(inviter)).joined));
    expect(joined.sort()).toEqual([0, 1]);
    expect(await daysLeft(friend)).toBe(21);
  });

  it('whoever was invited by mail and comes by the link has one line', async () => {
    const inviter = await signUp();
    const friend = await signUp();
    await refer(api, inviter, friend.user.email);
    await acceptReferral(friend, await readReferralToken(inviter));
    expect((await overview(inviter)).invites).toMatchObject([{ email: friend.user.email, status: 'joined' }]);
  });
});

describe('who does not count', () => {
  it('oneself: 403, and nothing is written', async () => {
    const inviter = await signUp();
    const token = await readReferralToken(inviter);
    const member = await addTeammate(api, inviter, newDomain());
    for (const client of [inviter, member]) await expect(acceptReferral(client, token)).rejects.toMatchObject(problem(403, 'not_allowed'));
    expect((await overview(inviter)).invited).toBe(0);
    expect(await daysLeft(inviter)).toBe(14);
  });

  it('a former colleague with a company of their own: no days', async () => {
    const inviter = await signUp();
    const email = newDomain();
    const member = await addTeammate(api, inviter, email);
    const token = await readReferralToken(inviter);
    await inviter.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(inviter, member.user.email) } });
    const alone = await api.signUp(email);
    await acceptReferral(alone, token);
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'excluded', exclusion: 'self', rewardDays: 0 }]);
    expect([await daysLeft(inviter), await daysLeft(alone)]).toEqual([14, 14]);
  });

  it('the same domain: joined, but no days for either; a free-mail domain says nothing', async () => {
    const domain = `${randomUUID()}.test`;
    const inviter = await api.signUp(`ann@${domain}`);
    const token = await readReferralToken(inviter);
    const colleague = await api.signUp(`bob@mail.${domain}`);
    for (const _ of [1, 2]) expect(await acceptReferral(colleague, token)).toMatchObject({ kind: 'referral', days: 0 });
    await runWaitingJobs(api, worker, giveJoinDays);
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'excluded', exclusion: 'same-domain', rewardDays: 0 }]);
    expect([await daysLeft(inviter), await daysLeft(colleague)]).toEqual([14, 14]);
    const [one, other] = [await api.signUp(`${randomUUID()}@gmail.com`), await api.signUp(`${randomUUID()}@gmail.com`)];
    await acceptReferral(other, await readReferralToken(one));
    expect([await daysLeft(one), await daysLeft(other)]).toEqual([21, 21]);
  });

  it.each([
    ['a company older than 14 days', (client: TestClient) => age(client, 'companies', 15)],
    ['a person older than 14 days', (client: TestClient) => age(client, 'users', 15)],
    [
      'a company that pays',
      (client: TestClient) =>
        api.admin.query(`update companies set subscription_type = 'PRO_MONTHLY' where company_id = $1`, [client.user.companyId]),
    ],
  ])('%s: 403, and the invite to that address says so', async (_name, change) => {
    const inviter = await signUp();
    const customer = await signUp();
    await change(customer);
    const token = await refer(api, inviter, customer.user.email);
    for (const one of [token, await readReferralToken(inviter)])
      await expect(acceptReferral(customer, one)).rejects.toMatchObject(problem(403, 'not_allowed'));
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'excluded', exclusion: 'already-a-customer', joinedAt: null }]);
    expect([await daysLeft(inviter), await daysLeft(customer)]).toEqual([14, 14]);
  });

  it('a customer with somebody else’s mail: 403, and that invite still waits', async () => {
    const inviter = await signUp();
    const customer = await signUp();
    await age(customer, 'companies', 15);
    const token = await refer(api, inviter, newDomain());
    await expect(acceptReferral(customer, token)).rejects.toMatchObject(problem(403, 'not_allowed'));
    expect((await overview(inviter)).invites).toMatchObject([{ status: 'sent' }]);
  });

  it('a member of a team: 403', async () => {
    const inviter = await signUp();
    const member = await addTeammate(api, await signUp(), newDomain());
    await expect(acceptReferral(member, await readReferralToken(inviter))).rejects.toMatchObject(problem(403, 'not_allowed'));
  });

  it('who deleted the account and signs up anew: no days a second time; the address is gone from the old line', async () => {
    const inviter = await signUp();
    const email = newDomain();
    const token = await refer(api, inviter, email);
    const friend = await api.signUp(email);
    await acceptReferral(friend, token);
    await friend.call(profileEndpoints.deleteAccount, { body: { email } });
    await runWaitingJobs(api, worker, forgetReferred);
    expect((await overview(inviter)).invites).toMatchObject([{ email: null, companyName: null, status: 'joined' }]);
    const again = await api.signUp(email);
    await acceptReferral(again, await readReferralToken(inviter));
    expect((await overview(inviter)).invites[0]).toMatchObject({ status: 'excluded', exclusion: 'already-a-customer' });
    expect([await daysLeft(inviter), await daysLeft(again)]).toEqual([21, 14]);
  });
});
