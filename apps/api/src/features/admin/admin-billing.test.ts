import { adminBillingEndpoints } from '@headhaul/contracts/admin-billing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putOnPlan } from '../../testing/plan.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

async function signUpStaff(): Promise<TestClient> {
  const staff = await api.signUp();
  await api.admin.query(`update users set role = 'ADMIN' where id = $1`, [staff.user.id]);
  return staff;
}
const read = (client: TestClient) => client.call(adminBillingEndpoints.getAdminBilling, {});
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('GET /admin/billing', () => {
  it('200 with every company by plan, trials that end, and payments that failed', async () => {
    const staff = await signUpStaff();
    const [soon, later, over, paying, failing] = await Promise.all(Array.from({ length: 5 }, () => api.signUp()));
    if (!soon || !later || !over || !paying || !failing) throw new Error('nobody signed up');
    await addTeammate(api, soon);
    await putOnPlan(api, soon, 'FREE_TRIAL', inDays(2));
    await putOnPlan(api, later, 'FREE_TRIAL', inDays(5));
    await putOnPlan(api, over, 'FREE_TRIAL', inDays(-1));
    await putOnPlan(api, paying, 'UNLIMITED_PRO_YEARLY', inDays(200));
    await putOnPlan(api, failing, 'PRO_MONTHLY', inDays(3));
    const account = `insert into billing_accounts (company_id, free_until, subscription_id, status, quantity, unpaid_since) values ($1, now(), 'sub_1', $2, $3, $4)`;
    await api.admin.query(account, [paying.user.companyId, 'ACTIVE', 7, null]);
    await api.admin.query(account, [failing.user.companyId, 'PAST_DUE', 2, inDays(-4)]);

    const { plans, trialsEnding, failedPayments, rewards } = await read(staff);
    expect(plans).toEqual(
      expect.arrayContaining([
        { subscriptionType: 'UNLIMITED_PRO_YEARLY', status: 'ACTIVE', companies: 1, seats: 7 },
        { subscriptionType: 'PRO_MONTHLY', status: 'PAST_DUE', companies: 1, seats: 2 },
        { subscriptionType: 'FREE_TRIAL', status: 'PAUSED', companies: 1, seats: 1 },
        // The staff member's company and the two trials that end soon. The company that the teammate signed up with is archived.
        { subscriptionType: 'FREE_TRIAL', status: 'TRIALING', companies: 3, seats: 4 },
      ]),
    );
    expect(plans).toHaveLength(4);
    expect(trialsEnding.map(({ companyId, users }) => [companyId, users])).toEqual([
      [soon.user.companyId, 2],
      [later.user.companyId, 1],
    ]);
    expect(failedPayments).toMatchObject([{ companyId: failing.user.companyId, subscriptionType: 'PRO_MONTHLY' }]);
    expect(rewards).toEqual([]);
  });

  it('404 for everyone else, owners too; 401 signed out', async () => {
    await expect(read(await api.signUp())).rejects.toMatchObject({ problem: { status: 404, code: 'not_found' } });
    expect((await api.fetch('/api/admin/billing')).status).toBe(401);
  });

  it('the database itself refuses whoever is not staff, and shows no company afterwards', async () => {
    const [staff, owner] = [await signUpStaff(), await api.signUp()];
    const { db } = api.platform;
    const ask = (userId: string) => db.transaction((on) => sql`select * from billing_standings(${userId})`.execute(on));
    await expect(ask(owner.user.id)).rejects.toMatchObject({ code: '42501' });
    await db.transaction(async (on) => {
      const { rows } = await sql`select * from billing_standings(${staff.user.id})`.execute(on);
      expect(rows.length).toBeGreaterThan(1);
      expect((await sql`select from companies`.execute(on)).rows).toEqual([]);
    });
  });
});
