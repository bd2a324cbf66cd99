import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { formatReason } from '@headhaul/domain/brokers/reasons';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, makeBroker, payLoads } from '../../testing/office.ts';
import { ageRecord, lookUp, startTestFmcsa, type TestFmcsa } from '../../testing/providers/fmcsa.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { findOrMakeBroker } from './brokers.service.ts';

let fmcsa: TestFmcsa;
let api: TestApp;
beforeAll(async () => {
  fmcsa = await startTestFmcsa();
  api = await startTestApp({ env: fmcsa.env });
});
afterEach(() => fmcsa.clear());
afterAll(async () => {
  await api.close();
  fmcsa.stop();
});

const get = (client: TestClient, id: string) => client.call(brokerEndpoints.getBroker, { params: { id } });
const listed = async (client: TestClient, brokerId: string) =>
  (await client.call(brokerEndpoints.listBrokers, { query: {} })).brokers.find(({ id }) => id === brokerId);
const suggested = async (client: TestClient, brokerId: string) =>
  (await client.call(brokerEndpoints.suggestBrokers, { query: {} })).brokers.find(({ id }) => id === brokerId);

interface Person {
  name: string;
  email: string | null;
  phone: string | null;
  daysAgo: number;
}
/** A load named this person so many days ago. */
const seeContact = (client: TestClient, brokerId: string, { daysAgo, ...person }: Person) =>
  api.platform.db.withTenant(client.user.companyId, (tx) =>
    findOrMakeBroker(tx, {
      brokerId,
      name: null,
      mc: null,
      contact: { ...person, ext: null },
      newLoads: 1,
      at: new Date(Date.now() - daysAgo * 86_400_000),
    }),
  );

describe('GET /brokers/{id}', () => {
  it('200 without a letter until five loads are paid, with the reasons that are known', async () => {
    const client = await api.signUp();
    const made = await makeBroker(client);
    const { id } = made;
    expect(made).toMatchObject({ grade: null, score: null, risks: [] });
    expect(made.reasons.map(formatReason)).toEqual([
      'Starting score',
      'No payments with dates yet',
      'Authority not looked up',
      'Factor not asked',
    ]);
    await payLoads(api, client, id, 4);
    expect(await get(client, id)).toMatchObject({ grade: null, score: null });
    await payLoads(api, client, id, 1);
    const scored = await get(client, id);
    expect(scored.grade).toBe('B');
    expect(scored.reasons.reduce((sum, { points }) => sum + points, 0)).toBe(scored.score);
    expect(scored.reasons.find(({ kind }) => kind === 'PAYMENTS')).toEqual({
      kind: 'PAYMENTS',
      tone: 'GOOD',
      points: expect.any(Number),
      since: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      asOf: new Date().toISOString().slice(0, 10),
      numbers: { days: 20, termsDays: 30, late: 0, paid: 5 },
    });
  });

  it('200 with what FMCSA’s kept record adds, the same letter in the list and in suggestions', async () => {
    const client = await api.signUp();
    const { mc } = await fmcsa.register({ brokerDays: 2_000 });
    const { id } = await makeBroker(client, { mc });
    await payLoads(api, client, id, 12);
    const before = await get(client, id);
    await lookUp(client, { mc });
    const after = await get(client, id);
    expect((after.score ?? 0) - (before.score ?? 0)).toBe(6);
    expect(after.reasons.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['AUTHORITY_ACTIVE', 'BOND_ON_FILE']));
    expect(after.reasons.find(({ kind }) => kind === 'AUTHORITY_ACTIVE')).toMatchObject({ since: dayFromNow(-2_000) });
    expect(after).toMatchObject({ grade: 'A', risks: [] });
    expect(await listed(client, id)).toMatchObject({ grade: 'A', risks: [] });
    expect(await suggested(client, id)).toMatchObject({ grade: 'A' });
    const stranger = await api.signUp();
    expect((await makeBroker(stranger, { mc })).grade).toBeNull();
  });

  it.each([
    ['revoked', 'AUTHORITY_REVOKED', 'F'],
    ['out-of-service', 'OUT_OF_SERVICE', 'F'],
    ['cancel-bond', 'BOND_MISSING', 'D'],
  ])('200 with a risk and a low letter for a broker that is %s', async (action, kind, grade) => {
    const client = await api.signUp();
    const { mc, dot } = await fmcsa.register({ brokerDays: 2_000 });
    await fmcsa.act(dot, action === 'revoked' ? 'revoke' : action, 3);
    const { id } = await makeBroker(client, { mc, dot });
    await payLoads(api, client, id, 12);
    await lookUp(client, { dot });
    const broker = await get(client, id);
    expect(broker).toMatchObject({ grade, risks: [{ kind, tone: 'BAD' }] });
    expect(await listed(client, id)).toMatchObject({ grade, risks: broker.risks });
    expect(await suggested(client, id)).toMatchObject({ grade });
  });

  it('200 with a risk when the phone changed between two looks', async () => {
    const client = await api.signUp();
    const { dot } = await fmcsa.register({ phone: '4025550142', brokerDays: 2_000 });
    const { id } = await makeBroker(client, { dot });
    await lookUp(client, { dot });
    expect((await get(client, id)).risks).toEqual([]);
    await ageRecord(api, dot, 25);
    await fmcsa.edit(dot, { phone: '9295550116' });
    await lookUp(client, { dot });
    expect((await get(client, id)).risks).toMatchObject([{ kind: 'PHONE_CHANGED', numbers: { daysAgo: expect.any(Number) } }]);
  });

  it('200 with what is odd about a new contact, compared with the older ones', async () => {
    const client = await api.signUp();
    const { mc } = await fmcsa.register({ phone: '4025550142', brokerDays: 2_000 });
    const { id } = await makeBroker(client, { mc });
    await lookUp(client, { mc });
    await seeContact(client, id, { name: 'Ann', email: 'ann@newdawn.example', phone: '+14025550100', daysAgo: 200 });
    expect((await get(client, id)).risks).toEqual([]);
    await seeContact(client, id, { name: 'Bob', email: 'bob@newdawn.example', phone: '+14025550101', daysAgo: 2 });
    expect((await get(client, id)).risks).toEqual([]);
    await seeContact(client, id, { name: 'Ann', email: 'ann@newdawm.example', phone: '+15550134477', daysAgo: 1 });
    const { risks } = await get(client, id);
    expect(risks.map(({ kind }) => kind)).toEqual(['LOOK_ALIKE_DOMAIN', 'PHONE_NOT_ON_RECORD']);
    expect((await listed(client, id))?.risks).toEqual(risks);
    expect((await get(await api.signUp(), id).catch((error) => error)).problem).toMatchObject({ status: 404 });
  });

  it('200 finds the first contacts of a broker with hundreds of them', async () => {
    const client = await api.signUp();
    const { id } = await makeBroker(client);
    await api.admin.query(
      `insert into broker_contacts (company_id, id, broker_id, name, email, first_seen_at, last_seen_at)
       select $1, gen_random_uuid(), $2, 'P' || n, case when n = 1 then 'p@first.example' else 'p' || n || '@other.example' end,
         now() - (400 - n) * interval '1 day', now() from generate_series(1, 399) n`,
      [client.user.companyId, id],
    );
    await seeContact(client, id, { name: 'Odd', email: 'odd@f1rst.example', phone: null, daysAgo: 1 });
    expect((await get(client, id)).risks.map(({ kind }) => kind)).toEqual(['LOOK_ALIKE_DOMAIN']);
  });
});
