import { type BrokerInput, brokerEndpoints } from '@headhaul/contracts/brokers';
import type { Answer } from '@headhaul/contracts/http/endpoint';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from '../../testing/event-reader.ts';
import { makeBroker } from '../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const get = (client: TestClient, id: string) => client.call(brokerEndpoints.getBroker, { params: { id } });
const save = (client: TestClient, { id, version }: { id: string; version: number }, body: BrokerInput) =>
  client.call(brokerEndpoints.updateBroker, { params: { id }, query: { version }, body });
const send = (client: TestClient, method: string, path: string, body: unknown) =>
  client.fetch(`/api${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const namesOf = async (client: TestClient, query: { search?: string; mark?: 'BLOCKED'; sort?: 'NAME' } = {}) =>
  (await client.call(brokerEndpoints.listBrokers, { query })).brokers.map(({ name }) => name);

describe('POST /brokers', () => {
  it('200 with everything it was given, no history yet; other screens hear of it', async () => {
    const client = await api.signUp();
    const screen = await openEvents(client);
    const body = {
      name: '  Blue   Sky Freight ',
      dba: 'BSF',
      dot: 'USDOT 0123456',
      mc: 'MC-098765',
      address: '1 Main St, Omaha NE',
      phone: '402 555 0100',
      paymentTermsDays: 21,
      detentionFreeMinutes: 90,
      detentionPerHourCents: 5_000,
      notes: 'Ask for Ann',
    };
    const made = await client.call(brokerEndpoints.createBroker, { body });
    expect(made).toMatchObject({
      ...body,
      name: 'Blue Sky Freight',
      dot: '123456',
      mc: '98765',
      phone: '+14025550100',
      version: 1,
      mark: 'NONE',
    });
    expect(made).toMatchObject({ contacts: [], domains: [], topLanes: [] });
    expect(made.history).toMatchObject({ loads: 0, grossCents: 0, rpmCents: null, daysToPayMean: null, openCents: 0, lastLoadAt: null });
    expect(await get(client, made.id)).toEqual(made);
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'brokers.changed' });
    screen.close();
  });

  it('422 for an MC number that is known, naming whose it is; one of many at once', async () => {
    const client = await api.signUp();
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => makeBroker(client, { name: `B${index}`, mc: '777' })));
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          problem: { status: 422, code: 'already_taken', errors: [{ path: 'body.mc', message: `${won[0]?.value.name} has MC 777` }] },
        });
  });

  it('422 for the same name when neither has an MC number; 200 when one has', async () => {
    const client = await api.signUp();
    await makeBroker(client, { name: 'Echo Lane' });
    await expect(makeBroker(client, { name: 'ECHO  LANE' })).rejects.toMatchObject({ problem: { errors: [{ path: 'body.name' }] } });
    expect(await makeBroker(client, { name: 'Echo Lane', mc: '5' })).toMatchObject({ mc: '5' });
    expect(await makeBroker(await api.signUp(), { name: 'Echo Lane' })).toMatchObject({ name: 'Echo Lane' });
  });

  it('400, never 5xx, for wrong and hostile fields', async () => {
    const client = await api.signUp();
    for (const body of [
      null,
      {},
      { name: '' },
      { name: ' ' },
      { name: '\u0000' },
      { name: 'x'.repeat(201) },
      { name: 'a', mc: '0' },
      { name: 'a', mc: '123456789' },
      { name: 'a', phone: 'x' },
      { name: 'a', paymentTermsDays: 181 },
      { name: 'a', mark: 'BLOCKED' },
    ])
      expect((await send(client, 'POST', '/brokers', body)).status, JSON.stringify(body)).toBe(400);
    expect((await send(client, 'POST', '/brokers', { name: '🚛 ’;%_\\ <b>', mc: '' })).status).toBe(200);
    expect((await api.fetch('/api/brokers')).status).toBe(401);
  });
});

describe('PUT /brokers/{id}', () => {
  it('200 counts the version; 412 with what it is now for whoever was slower', async () => {
    const client = await api.signUp();
    const broker = await makeBroker(client);
    const results = await Promise.allSettled(['A', 'B', 'C'].map((name) => save(client, broker, { name, mc: '12' })));
    const won = results.find((result) => result.status === 'fulfilled');
    expect(won?.value).toMatchObject({ version: 2, mc: '12' });
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ problem: { status: 412, current: won?.value } });
  });

  it('422 for another’s MC number or name; one of two that want the same number at once', async () => {
    const client = await api.signUp();
    const [a, b] = [await makeBroker(client, { name: 'A', mc: '1' }), await makeBroker(client, { name: 'B' })];
    await expect(save(client, b, { name: 'B', mc: 'MC 1' })).rejects.toMatchObject(problem(422, 'already_taken'));
    await expect(save(client, a, { name: 'b' })).rejects.toMatchObject(problem(422, 'already_taken'));
    expect(await save(client, a, { name: 'A+', mc: '1' })).toMatchObject({ name: 'A+' });
    const c = await makeBroker(client, { name: 'C' });
    const results = await Promise.allSettled([b, c].map((broker) => save(client, broker, { name: broker.name, mc: '99' })));
    expect(results.map(({ status }) => status).toSorted((x, y) => x.localeCompare(y))).toEqual(['fulfilled', 'rejected']);
    const renamed = await Promise.allSettled(
      [await makeBroker(client, { name: 'D' }), await makeBroker(client, { name: 'E' })].map((broker) =>
        save(client, broker, { name: 'F' }),
      ),
    );
    expect(renamed.find(({ status }) => status === 'rejected')).toMatchObject({ reason: problem(422, 'already_taken') });
  });

  it('404 for another company’s and for none, on every path', async () => {
    const broker = await makeBroker(await api.signUp());
    const stranger = await api.signUp();
    for (const id of [broker.id, uuidv7()]) {
      await expect(get(stranger, id)).rejects.toMatchObject(problem(404, 'not_found'));
      await expect(save(stranger, { id, version: 1 }, { name: 'Mine' })).rejects.toMatchObject(problem(404, 'not_found'));
      const mark = { params: { id }, body: { mark: 'PREFERRED' } } as const;
      await expect(stranger.call(brokerEndpoints.markBroker, mark)).rejects.toMatchObject(problem(404, 'not_found'));
    }
    expect((await stranger.fetch('/api/brokers/7')).status).toBe(400);
    expect((await send(stranger, 'PUT', `/brokers/${broker.id}`, { name: 'x' })).status).toBe(400);
  });
});

describe('PUT /brokers/{id}/mark', () => {
  it('200 blocks with a reason, is in the log, and leaves the form’s version alone', async () => {
    const client = await api.signUp();
    const broker = await makeBroker(client, { name: 'Short Pay LLC' });
    const mark = (body: { mark: 'NONE' | 'PREFERRED' | 'BLOCKED'; reason?: string }) =>
      client.call(brokerEndpoints.markBroker, { params: { id: broker.id }, body });
    await expect(mark({ mark: 'BLOCKED', reason: ' ' })).rejects.toMatchObject({
      problem: { status: 400, errors: [{ path: 'body.reason' }] },
    });
    expect(await mark({ mark: 'BLOCKED', reason: 'Pays after 90 days' })).toMatchObject({
      mark: 'BLOCKED',
      markReason: 'Pays after 90 days',
      version: 1,
    });
    expect(await namesOf(client, { mark: 'BLOCKED' })).toEqual(['Short Pay LLC']);
    const { rows } = await api.admin.query('select entry from audit_log where company_id = $1 order by seq desc limit 1', [
      client.user.companyId,
    ]);
    expect(JSON.parse(rows[0].entry)).toMatchObject({ action: 'broker.marked', detail: { name: 'Short Pay LLC', mark: 'BLOCKED' } });
    expect(await mark({ mark: 'PREFERRED' })).toMatchObject({ mark: 'PREFERRED', markReason: null });
    expect(await mark({ mark: 'NONE', reason: 'x' })).toMatchObject({ mark: 'NONE', markReason: null });
  });
});

describe('GET /brokers', () => {
  it('200 pages through 130 by last load and by name, each once', async () => {
    const client = await api.signUp();
    await api.admin.query(
      `insert into brokers (company_id, id, name, mc, last_load_at) select $1, gen_random_uuid(), case when n % 4 = 0 then 'same' else 'Broker ' || n end,
         n::text, case when n % 3 = 0 then null when n % 2 = 0 then '2026-01-01 00:00:00.123456+00'::timestamptz else now() - n * interval '1 day' end
       from generate_series(1, 130) n`,
      [client.user.companyId],
    );
    for (const sort of ['LAST_LOAD', 'NAME'] as const) {
      const seen: { id: string; name: string; last: string | null }[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Answer<typeof brokerEndpoints.listBrokers> = await client.call(brokerEndpoints.listBrokers, {
          query: { sort, limit: 20, ...(cursor ? { cursor } : {}) },
        });
        seen.push(...page.brokers.map(({ id, name, history }) => ({ id, name, last: history.lastLoadAt })));
        cursor = page.nextCursor;
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(130);
      const keys = seen.map(({ name, last }) =>
        sort === 'NAME' ? name.toLowerCase() : String(9e15 - Date.parse(last ?? '1970-01-01T00:00:00Z')),
      );
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
    }
  });

  it('200 finds by the beginning of any word, by MC however written, by DBA; 400 for what is no query', async () => {
    const client = await api.signUp();
    await makeBroker(client, { name: 'C.H. Robinson Worldwide', mc: '384859' });
    await makeBroker(client, { name: 'Robin Hood Logistics', dba: 'Green Arrow', mc: '12' });
    await makeBroker(client, { name: '100% Freight_' });
    expect(await namesOf(client, { search: 'robin', sort: 'NAME' })).toEqual(['C.H. Robinson Worldwide', 'Robin Hood Logistics']);
    expect(await namesOf(client, { search: 'world  ROBIN' })).toEqual(['C.H. Robinson Worldwide']);
    for (const search of ['MC-38485', '384859', 'mc# 0384859'])
      expect(await namesOf(client, { search })).toEqual(['C.H. Robinson Worldwide']);
    expect(await namesOf(client, { search: 'arrow' })).toEqual(['Robin Hood Logistics']);
    expect(await namesOf(client, { search: '100%' })).toEqual(['100% Freight_']);
    expect(await namesOf(client, { search: '_' })).toEqual([]);
    // Only the first five words count, because each is compared with every broker.
    expect(await namesOf(client, { search: 'robin r ro rob robi nobody', sort: 'NAME' })).toEqual([
      'C.H. Robinson Worldwide',
      'Robin Hood Logistics',
    ]);
    expect(await namesOf(await api.signUp(), { search: 'robin' })).toEqual([]);
    for (const query of [
      'limit=0',
      'limit=101',
      'mark=X',
      'sort=X',
      'cursor=x',
      'cursor=WzFd',
      'sort=NAME&cursor=WzEsMl0',
      `search=${'x'.repeat(101)}`,
      'search=%00',
    ])
      expect((await client.fetch(`/api/brokers?${query}`)).status, query).toBe(400);
    const old = Buffer.from(JSON.stringify(['0000-01-01T00:00:00Z', uuidv7()])).toString('base64url');
    expect((await client.fetch(`/api/brokers?cursor=${old}`)).status).toBe(400);
  });
});

describe('GET /brokers/suggestions', () => {
  it('200 with those that begin so first, then those with such a word, the last used first; eight at most', async () => {
    const client = await api.signUp();
    await api.admin.query(
      `insert into brokers (company_id, id, name, last_load_at, mark, mark_reason)
       select $1, gen_random_uuid(), name, now() - age * interval '1 day', mark::broker_mark, case mark when 'BLOCKED' then 'Slow' end
       from (values ('Total Quality', 1, 'NONE'), ('Total Freight', 9, 'BLOCKED'), ('The Total Way', 0, 'NONE'), ('Other', 2, 'NONE')) b (name, age, mark)`,
      [client.user.companyId],
    );
    const suggest = async (search: string) => (await client.call(brokerEndpoints.suggestBrokers, { query: { search } })).brokers;
    expect((await suggest('total')).map(({ name, mark }) => [name, mark])).toEqual([
      ['Total Quality', 'NONE'],
      ['Total Freight', 'BLOCKED'],
      ['The Total Way', 'NONE'],
    ]);
    expect((await suggest('')).map(({ name }) => name)).toEqual(['The Total Way', 'Total Quality', 'Other', 'Total Freight']);
    for (let count = 0; count < 9; count++) await makeBroker(client);
    expect(await suggest('')).toHaveLength(8);
    expect(await suggest('zzz')).toEqual([]);
  });

  it('200 looks for words inside names among the 5,000 used last; any other is found by how its name or number begins', async () => {
    const client = await api.signUp();
    await api.admin.query(
      `insert into brokers (company_id, id, name, mc, last_load_at)
       select $1::uuid, gen_random_uuid(), 'Known ' || n, null, now() from generate_series(1, 5000) n
       union all select $1::uuid, gen_random_uuid(), 'Forgotten Cartage', '77123456', null`,
      [client.user.companyId],
    );
    const suggest = async (search: string) =>
      (await client.call(brokerEndpoints.suggestBrokers, { query: { search } })).brokers.map(({ name }) => name);
    expect(await suggest('cartage')).toEqual([]);
    expect(await suggest('forgotten')).toEqual(['Forgotten Cartage']);
    expect(await suggest('MC 7712')).toEqual(['Forgotten Cartage']);
    expect(await suggest('4321')).toEqual(['Known 4321']);
  });
});
