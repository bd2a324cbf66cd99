import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBroker, plantLoad } from '../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { findOrMakeBroker, type SeenBroker } from './brokers.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const nobody = { name: null, email: null, phone: null, ext: null };
const see = ({ user }: TestClient, seen: Partial<SeenBroker>) =>
  api.platform.db.withTenant(user.companyId, (tx) =>
    findOrMakeBroker(tx, { brokerId: null, name: null, mc: null, contact: nobody, newLoads: 1, ...seen }),
  );
const get = (client: TestClient, id: string) => client.call(brokerEndpoints.getBroker, { params: { id } });
const countBrokers = async (client: TestClient) =>
  (await client.call(brokerEndpoints.listBrokers, { query: { limit: 100 } })).brokers.length;
const ago = (days: number) => `now() - interval '${days} days'`;

describe('GET /brokers/{id}', () => {
  it('200 with what the last twelve months’ loads say', async () => {
    const client = await api.signUp();
    const { id: brokerId } = await makeBroker(client);
    const add = (load: Partial<Parameters<typeof plantLoad>[2]>) => plantLoad(api, client, { brokerId, ...load });
    const fee = (loadId: string, type: string, cents: number, status: string) =>
      api.admin.query(
        'insert into load_fees (company_id, id, load_id, type, broker_amount_cents, status) values ($1, $2, $3, $4, $5, $6)',
        [client.user.companyId, uuidv7(), loadId, type, cents, status],
      );
    const paidAfter = (days: number, paidAmountCents: number) => ({
      status: 'PAID' as const,
      pickupAt: ago(60),
      invoicedAt: ago(50),
      paidAt: ago(50 - days),
      paidAmountCents,
    });
    await add(paidAfter(20, 200_000));
    await add(paidAfter(30, 200_000));
    const short = await add(paidAfter(40, 200_000));
    await fee(short.id, 'LUMPER', 15_000, 'APPROVED');
    await fee(short.id, 'LUMPER', 99_000, 'DENIED');
    await fee(short.id, 'DETENTION', 10_000, 'DENIED');
    const open = await add({ status: 'INVOICED', invoicedAt: ago(3), pickupAt: ago(8), linehaulCents: 150_000 });
    await fee(open.id, 'LUMPER', 5_000, 'PENDING');
    await fee(open.id, 'DETENTION', 10_000, 'PAID');
    await fee(open.id, 'DETENTION', 10_000, 'PENDING');
    await add({ status: 'CANCELLED' });
    await add({ status: 'DRAFT' });
    await add({ ...paidAfter(9, 1), pickupAt: ago(400), invoicedAt: ago(390), paidAt: ago(380) });
    const deleted = await add({});
    await api.admin.query('update loads set deleted_at = now() where id = $1', [deleted.id]);
    const { history, topLanes } = await get(client, brokerId);
    expect(history).toMatchObject({
      loads: 4,
      grossCents: 750_000,
      rpmCents: Math.round(750_000 / 3_200),
      paidLoads: 3,
      daysToPayMean: 30,
      daysToPayMedian: 30,
      shortPays: 1,
      shortPaidCents: 15_000,
      openCents: 155_000,
      detentionAsked: 2,
      detentionPaid: 1,
    });
    expect(Date.parse(history.firstLoadAt ?? '')).toBeLessThan(Date.now() - 400 * 86_400_000);
    expect(topLanes).toEqual([{ lane: 'Dallas, TX → Atlanta, GA', loads: 4, grossCents: 750_000, rpmCents: 234 }]);
    const { brokers } = await client.call(brokerEndpoints.listBrokers, { query: {} });
    expect(brokers[0]?.history).toEqual(history);
  });

  it('200 with the people and the mail domains seen, most used first', async () => {
    const client = await api.signUp();
    const ann = { ...nobody, name: 'Ann', email: 'ann@blue.example', phone: '+14025550100', ext: '7' };
    const { id } = await see(client, { name: 'Blue', contact: ann, at: new Date('2026-01-05T10:00:00Z') });
    await see(client, { name: 'Blue', contact: { ...ann, name: 'ANN', ext: null }, at: new Date('2026-03-05T10:00:00Z') });
    await see(client, { name: 'Blue', contact: { ...ann, email: 'ann@b1ue.example' }, newLoads: 1, at: new Date('2026-02-05T10:00:00Z') });
    await see(client, { name: 'Blue', contact: ann, newLoads: 0, at: new Date('2026-01-01T10:00:00Z') });
    await see(client, { name: 'Blue' });
    const { contacts, domains, history } = await get(client, id);
    expect(contacts).toMatchObject([
      { name: 'Ann', ext: '7', loads: 2, firstSeenAt: '2026-01-01T10:00:00.000Z', lastSeenAt: '2026-03-05T10:00:00.000Z' },
      { email: 'ann@b1ue.example', loads: 1 },
    ]);
    expect(domains.map(({ domain, loads }) => [domain, loads])).toEqual([
      ['blue.example', 2],
      ['b1ue.example', 1],
    ]);
    expect(Date.parse(history.lastLoadAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const [suggestion] = (await client.call(brokerEndpoints.suggestBrokers, { query: { search: 'bl' } })).brokers;
    expect(suggestion).toMatchObject({ id, contactName: 'Ann', contactEmail: 'ann@blue.example', contactPhone: '+14025550100' });
  });
});

describe('the broker a load speaks of', () => {
  it('is the one with the MC number, whatever its name; without a number the one of that name', async () => {
    const client = await api.signUp();
    const first = await see(client, { name: 'Blue Sky', mc: '7' });
    expect(await see(client, { name: 'BLUE SKY FREIGHT LLC', mc: '7' })).toEqual(first);
    expect(await see(client, { name: ' blue  sky' })).toEqual(first);
    expect(await see(client, { mc: '7' })).toEqual(first);
    expect((await see(client, { name: 'Blue Sky', mc: '8' })).id).not.toBe(first.id);
    expect(await see(client, { brokerId: first.id, name: 'Other', mc: '9' })).toEqual(first);
  });

  it('gets its MC number when it is first seen with one, unless another has it', async () => {
    const client = await api.signUp();
    const named = await see(client, { name: 'Echo' });
    expect(named.mc).toBeNull();
    expect(await see(client, { name: 'echo', mc: '5' })).toEqual({ ...named, mc: '5' });
    const other = await see(client, { name: 'Delta' });
    expect((await see(client, { name: 'Delta', mc: '5' })).id).toBe(named.id);
    expect(await see(client, { brokerId: other.id, name: 'Delta', mc: '5' }), 'chosen by hand').toEqual(other);
    expect(await see(client, { brokerId: other.id, name: null, mc: '6' })).toEqual({ ...other, mc: '6' });
  });

  it('is called by its number until the name is seen', async () => {
    const client = await api.signUp();
    const made = await see(client, { mc: '384859' });
    expect(made.name).toBe('MC 384859');
    expect(await see(client, { mc: '384859', name: 'C.H. Robinson' })).toEqual({ ...made, name: 'C.H. Robinson' });
    expect(await see(client, { mc: '384859', name: 'Somebody else' })).toMatchObject({ name: 'C.H. Robinson' });
  });

  it('is one for many at once, in every way to name it', async () => {
    const client = await api.signUp();
    const ways: Partial<SeenBroker>[] = [{ name: 'Fox', mc: '31' }, { name: 'FOX' }, { mc: '31' }, { name: 'Fox Freight', mc: '31' }];
    await see(client, { name: 'fox' });
    const found = await Promise.all(Array.from({ length: 40 }, (_, index) => see(client, ways[index % ways.length] ?? {})));
    expect(new Set(found.filter(({ mc }) => mc === '31').map(({ id }) => id)).size).toBe(1);
    expect(await countBrokers(client)).toBeLessThanOrEqual(2);
    const fresh = await api.signUp();
    const made = await Promise.all(Array.from({ length: 30 }, (_, index) => see(fresh, index % 2 ? { name: 'Owl' } : { name: 'owl' })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const numbered = await Promise.all(Array.from({ length: 30 }, (_, index) => see(fresh, { name: `Name ${index}`, mc: '4' })));
    expect(new Set(numbered.map(({ id }) => id)).size).toBe(1);
    expect(await countBrokers(fresh)).toBe(2);
  });

  it('two different numbers for one name at once make two brokers', async () => {
    const client = await api.signUp();
    for (let round = 0; round < 5; round++) {
      const name = `Twin ${round}`;
      await see(client, { name });
      const found = await Promise.all([1, 2].map((number) => see(client, { name, mc: `${round + 1}0${number}` })));
      expect(found.map(({ mc }) => mc)).toEqual([`${round + 1}01`, `${round + 1}02`]);
      expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    }
  });

  it('is never another company’s', async () => {
    const { id } = await makeBroker(await api.signUp());
    await expect(see(await api.signUp(), { brokerId: id })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'body.brokerId' }] },
    });
  });
});
