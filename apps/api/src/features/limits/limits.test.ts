import { driverEndpoints } from '@headhaul/contracts/drivers';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { makeDriver, makeLoad } from '../../testing/office.ts';
import { withinOneDay } from '../../testing/one-day.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const yesterday = () => new Date(Date.now() - 86_400_000);
const reached = (name: string, current: number, max: number, isPlanActive = true) => ({
  problem: { status: 422, code: 'limit_reached', limit: { name, current, max, isPlanActive } },
});
const use = (client: TestClient, feature: 'rateConfirmationsPerDay' | 'brokerLookupsPerDay' | 'clickToCall') =>
  client.call(limitEndpoints.useFeature, { query: { feature } });
const plan = (client: TestClient) => client.call(limitEndpoints.getMyPlan, {});
const setUsed = (client: TestClient, feature: string, used: number, day: string) =>
  api.admin.query(
    `insert into limit_uses (company_id, user_id, feature, day, used)
     select $1, $2, $3, (now() at time zone time_zone)::date + $5::int, $4 from companies where company_id = $1`,
    [client.user.companyId, client.user.id, feature, used, day],
  );

function fileRateConfirmation(client: TestClient, loadId: string): Promise<Response> {
  const form = new FormData();
  form.append('kind', 'RATE_CONFIRMATION');
  form.append('file', new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'], { type: 'application/pdf' }), 'rc.pdf');
  return client.fetch(`/api/loads/${loadId}/documents`, { method: 'POST', body: form });
}

describe('GET /limits/my-plan', () => {
  it('200 with every limit in its order, of a trial', async () => {
    const client = await api.signUp();
    await makeDriver(client);
    const usage = await plan(client);
    expect(usage).toMatchObject({ subscriptionType: 'FREE_TRIAL', isActive: true, timeZone: 'America/Chicago' });
    expect(Object.entries(usage.limits)).toEqual([
      ['emailAddresses', { current: 0, max: 2, isUnlimited: false }],
      ['drivers', { current: 1, max: 5, isUnlimited: false }],
      ['rateConfirmationsPerDay', { current: 0, max: 5, isUnlimited: false }],
      ['brokerLookupsPerDay', { current: 0, max: 300, isUnlimited: false }],
      ['clickToCall', { current: 0, max: 0, isUnlimited: true }],
    ]);
  });

  it('200 with drivers for each person who works here, and without end on Unlimited Pro', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    expect((await plan(mate)).limits.drivers).toMatchObject({ max: 10 });
    await putOnPlan(api, owner, 'UNLIMITED_PRO_YEARLY');
    expect((await plan(mate)).limits.drivers).toMatchObject({ max: 0, isUnlimited: true });
    expect((await plan(mate)).limits.brokerLookupsPerDay).toMatchObject({ max: 300, isUnlimited: false });
  });

  it('begins anew at the company’s midnight', () =>
    withinOneDay('Pacific/Kiritimati', async () => {
      const client = await api.signUp();
      await api.admin.query(`update companies set time_zone = 'Pacific/Kiritimati' where company_id = $1`, [client.user.companyId]);
      const { resetsAt } = await plan(client);
      // Fourteen hours ahead of UTC, all year.
      expect(resetsAt).toMatch(/T10:00:00.000Z$/);
      const hours = (Date.parse(resetsAt) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(0);
      expect(hours).toBeLessThanOrEqual(24);
      await setUsed(client, 'brokerLookupsPerDay', 300, '-1');
      expect(await use(client, 'brokerLookupsPerDay')).toEqual({ current: 1, max: 300, isUnlimited: false });
    }));
});

describe('POST /limits/use-feature', () => {
  it('counts each person alone and refuses past the limit, naming it', () =>
    withinOneDay('America/Chicago', async () => {
      const owner = await api.signUp();
      const mate = await addTeammate(api, owner);
      await setUsed(owner, 'brokerLookupsPerDay', 299, '0');
      expect(await use(owner, 'brokerLookupsPerDay')).toEqual({ current: 300, max: 300, isUnlimited: false });
      await expect(use(owner, 'brokerLookupsPerDay')).rejects.toMatchObject(reached('brokerLookupsPerDay', 300, 300));
      expect(await use(mate, 'brokerLookupsPerDay')).toMatchObject({ current: 1 });
      expect((await plan(owner)).limits.brokerLookupsPerDay?.current).toBe(300);
    }));

  it('counts without end what has no limit, and tells open screens', () =>
    withinOneDay('America/Chicago', async () => {
      const client = await api.signUp();
      const screen = await openEvents(client);
      for (let call = 1; call <= 3; call++) expect(await use(client, 'clickToCall')).toEqual({ current: call, max: 0, isUnlimited: true });
      await screen.untilChanges(3);
      expect(screen.changes()[0]?.data).toEqual({ type: 'limits.changed' });
      screen.close();
    }));

  it('422 when the plan has ended, whatever is left', async () => {
    const client = await api.signUp();
    await putOnPlan(api, client, 'UNLIMITED_PRO_MONTHLY', yesterday());
    await expect(use(client, 'clickToCall')).rejects.toMatchObject(reached('clickToCall', 0, 0, false));
    await putOnPlan(api, client, 'FREE_TRIAL', yesterday());
    await expect(use(client, 'brokerLookupsPerDay')).rejects.toMatchObject({
      problem: { detail: 'Your trial has ended. Choose a plan to go on.', limit: { isPlanActive: false, max: 300 } },
    });
    expect((await plan(client)).isActive).toBe(false);
  });

  it('400 for what isn’t counted by the day', async () => {
    const client = await api.signUp();
    for (const feature of ['drivers', 'emailAddresses', 'flying', ''])
      expect((await client.fetch(`/api/limits/use-feature?feature=${feature}`, { method: 'POST' })).status).toBe(400);
  });

  it('a request that is repeated counts once', () =>
    withinOneDay('America/Chicago', async () => {
      const client = await api.signUp();
      const headers = { 'idempotency-key': 'one' };
      for (let time = 0; time < 3; time++)
        await client.call(limitEndpoints.useFeature, { query: { feature: 'brokerLookupsPerDay' } }, headers);
      expect((await plan(client)).limits.brokerLookupsPerDay?.current).toBe(1);
    }));

  it('of many at once exactly as many get through as are left', () =>
    withinOneDay('America/Chicago', async () => {
      const client = await api.signUp();
      await setUsed(client, 'brokerLookupsPerDay', 297, '0');
      const answers = await Promise.allSettled(Array.from({ length: 30 }, () => use(client, 'brokerLookupsPerDay')));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect((await plan(client)).limits.brokerLookupsPerDay?.current).toBe(300);
    }));
});

describe('drivers', () => {
  it('422 past the limit, also when an archived one comes back; those who are there stay', async () => {
    const client = await api.signUp();
    const drivers = [];
    for (let made = 0; made < 5; made++) drivers.push(await makeDriver(client));
    await expect(makeDriver(client)).rejects.toMatchObject(reached('drivers', 5, 5));
    const id = drivers[0]?.id ?? '';
    await client.call(driverEndpoints.deleteDriver, { params: { id } });
    await makeDriver(client);
    await expect(client.call(driverEndpoints.restoreDriver, { params: { id } })).rejects.toMatchObject(reached('drivers', 5, 5));
    await putOnPlan(api, client);
    await client.call(driverEndpoints.restoreDriver, { params: { id } });
    await putOnPlan(api, client, 'PRO_MONTHLY');
    expect((await plan(client)).limits.drivers).toEqual({ current: 6, max: 5, isUnlimited: false });
    await expect(makeDriver(client)).rejects.toMatchObject(reached('drivers', 6, 5));
    expect((await client.call(driverEndpoints.getDriver, { params: { id } })).id).toBe(id);
  });

  it('of many at once exactly as many are made as there is room for', async () => {
    const client = await api.signUp();
    for (let made = 0; made < 3; made++) await makeDriver(client);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => makeDriver(client)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await plan(client)).limits.drivers?.current).toBe(5);
  });

  it('can still be added when the plan has ended: the record is the company’s', async () => {
    const client = await api.signUp();
    await putOnPlan(api, client, 'FREE_TRIAL', yesterday());
    await makeDriver(client);
  });
});

describe('rate confirmations', () => {
  it('one filed is one used, in the same transaction', () =>
    withinOneDay('America/Chicago', async () => {
      const client = await api.signUp();
      const load = await makeLoad(client);
      await setUsed(client, 'rateConfirmationsPerDay', 4, '0');
      expect((await fileRateConfirmation(client, load.id)).status).toBe(200);
      const refused = await fileRateConfirmation(client, load.id);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ code: 'limit_reached', limit: { name: 'rateConfirmationsPerDay', current: 5, max: 5 } });
      const { rows } = await api.admin.query('select count(*)::int as documents from documents where company_id = $1', [
        client.user.companyId,
      ]);
      expect(rows).toEqual([{ documents: 1 }]);
    }));

  it('one that could not be filed is not used', async () => {
    const client = await api.signUp();
    expect((await fileRateConfirmation(client, crypto.randomUUID())).status).toBe(404);
    expect((await plan(client)).limits.rateConfirmationsPerDay?.current).toBe(0);
  });
});

describe('GET /limits/storage', () => {
  const document = (bytes: number, kind: string, daysAgo = 0) =>
    `insert into documents (company_id, id, load_id, kind, file_name, content_type, size_bytes, sha256, created_at)
     select company_id, gen_random_uuid(), id, '${kind}', 'a.pdf', 'application/pdf', ${bytes}, '\\x00', now() - interval '${daysAgo} days' from loads where id = $1`;

  it('200 with what is kept by kind, and nothing of other companies', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    expect(await owner.call(limitEndpoints.getStorage, {})).toEqual({
      planName: 'Free trial',
      usedBytes: 0,
      quotaBytes: 5 * 1024 ** 3,
      kinds: [],
      fullOn: null,
    });
    const [{ id }, foreign] = [await makeLoad(owner), await makeLoad(other)];
    await api.admin.query(document(3_000, 'POD'), [id]);
    await api.admin.query(document(1_000, 'BOL'), [id]);
    await api.admin.query(document(9_000, 'LUMPER'), [id]);
    await api.admin.query(document(70_000, 'POD'), [foreign.id]);
    await api.admin.query(`${document(500, 'POD')}`, [id]);
    await api.admin.query('update documents set deleted_at = now() where load_id = $1 and size_bytes = 500', [id]);
    expect(await owner.call(limitEndpoints.getStorage, {})).toMatchObject({
      usedBytes: 13_000,
      kinds: [
        { kind: 'OTHER_DOCUMENTS', files: 1, bytes: 9_000 },
        { kind: 'TRIP_DOCUMENTS', files: 2, bytes: 4_000 },
      ],
      fullOn: null,
    });
  });

  it('says when it will be full once there are thirty days to judge by, and refuses a file that has no room', async () => {
    const owner = await api.signUp();
    const { id } = await makeLoad(owner);
    await api.admin.query(document(1_000_000_000, 'POD', 40), [id]);
    await api.admin.query(document(2_000_000_000, 'POD', 10), [id]);
    const { fullOn } = await owner.call(limitEndpoints.getStorage, {});
    // 2.37 GB are left, 2 GB came in 30 days: 35 days.
    const { rows } = await api.admin.query<{ day: string }>(
      `select (((now() at time zone time_zone)::date) + 35)::text as day from companies where company_id = $1`,
      [owner.user.companyId],
    );
    expect(fullOn).toBe(rows[0]?.day);
    const send = () => {
      const body = new FormData();
      body.set('kind', 'POD');
      body.set('file', new File(['%PDF-1.7\n%%EOF'], 'pod.pdf'));
      return owner.fetch(`/api/loads/${id}/documents`, { method: 'POST', body });
    };
    expect((await send()).status).toBe(200);
    await api.admin.query(document(2_147_483_647, 'POD'), [id]);
    await api.admin.query(document(300_000_000, 'POD'), [id]);
    const refused = await send();
    expect([refused.status, (await refused.json()) as object]).toEqual([
      422,
      expect.objectContaining({ code: 'limit_reached', detail: expect.stringContaining('storage is full') }),
    ]);
  });
});
