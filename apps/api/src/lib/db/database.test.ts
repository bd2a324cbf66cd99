import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openDatabase } from './database.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const permissionDenied = { code: '42501' };

describe('withTenant', () => {
  it('shows one company’s rows, and none to whoever has the connection next', async () => {
    const own = await api.signUp();
    await api.signUp();
    const all = await api.platform.db.withTenant(own.user.companyId, ({ db }) => db.selectFrom('companies').select('company_id').execute());
    expect(all).toEqual([{ company_id: own.user.companyId }]);
    const after = await Promise.all(Array.from({ length: 20 }, () => api.platform.db.global.selectFrom('companies').selectAll().execute()));
    expect(after.flat()).toEqual([]);
  });

  it('cannot write a row of another company', async () => {
    const own = await api.signUp();
    const other = await api.signUp();
    const values = { company_id: other.user.companyId, id: randomUUID(), user_id: own.user.id, role: 'member' as const };
    await expect(
      api.platform.db.withTenant(own.user.companyId, ({ db }) => db.insertInto('memberships').values(values).execute()),
    ).rejects.toMatchObject(permissionDenied);
    const { numUpdatedRows } = await api.platform.db.withTenant(own.user.companyId, ({ db }) =>
      db.updateTable('companies').set({ name: 'Taken' }).where('company_id', '=', other.user.companyId).executeTakeFirst(),
    );
    expect(numUpdatedRows).toBe(0n);
  });

  it('refuses what is not a company id', async () => {
    await expect(api.platform.db.withTenant(`x'; set role postgres; --`, async () => {})).rejects.toThrow('not a company id');
  });

  it('tells nobody after a rollback, and what was said twice once', async () => {
    const told: string[] = [];
    const db = openDatabase(
      api.databaseUrl('app'),
      { DATABASE_POOL_SIZE: 2, DATABASE_ENGINE: 'postgres' },
      { tracing: api.platform.tracing, onPublished: (companyId) => told.push(companyId) },
    );
    const { companyId } = (await api.signUp()).user;
    const countEvents = async () =>
      (await api.admin.query('select count(*)::int as events from live_events where company_id = $1', [companyId])).rows[0].events;
    const before = await countEvents();
    await expect(
      db.withTenant(companyId, async (tx) => {
        tx.publish({ type: 'drivers.changed' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect([told, await countEvents()]).toEqual([[], before]);
    await db.withTenant(companyId, async (tx) => {
      tx.publish({ type: 'drivers.changed' });
      tx.publish({ type: 'brokers.changed' });
      tx.publish({ type: 'drivers.changed' });
    });
    expect([told, await countEvents()]).toEqual([[companyId], before + 2]);
    await db.close();
  });

  it('runs once more what the database ended to break a deadlock, and says 503 after the second time', async () => {
    const { companyId } = (await api.signUp()).user;
    const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });
    let tries = 0;
    const failing = (times: number) => async () => {
      tries += 1;
      if (tries <= times) throw deadlock();
      return tries;
    };
    expect(await api.platform.db.withTenant(companyId, failing(1))).toBe(2);
    tries = 0;
    await expect(api.platform.db.withTenant(companyId, failing(2))).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 1 },
    });
  });

  it('outlives a connection that dies in mid-transaction', async () => {
    const { companyId } = (await api.signUp()).user;
    const cut = async (db: typeof api.platform.db.global) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await api.admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // Wait until the connection is off the list: the server sends its error before that, so the error arrives while no query runs.
      await eventually(async () => {
        expect((await api.admin.query('select from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount).toBe(0);
      });
      await setImmediate();
      await sql`select 1`.execute(db);
    };
    await expect(api.platform.db.withTenant(companyId, ({ db }) => cut(db))).rejects.toThrow();
    await expect(api.platform.db.transaction(cut)).rejects.toThrow();
    const names = await api.platform.db.withTenant(companyId, ({ db }) => db.selectFrom('companies').select('name').execute());
    expect(names).toHaveLength(1);
  });
});

describe('readAsTenant', () => {
  const all = { name: 'test_companies', text: 'select company_id from companies', values: [] };

  it('shows one company’s rows, and none to whoever has the connection next', async () => {
    const [own, other] = [await api.signUp(), await api.signUp()];
    const { db } = api.platform;
    for (const { user } of [own, other, own]) expect(await db.readAsTenant(user.companyId, all)).toEqual([[user.companyId]]);
    const settings = await Promise.all(
      Array.from({ length: 20 }, () =>
        sql<{ company: string; mode: string }>`select coalesce(current_setting('app.company_id', true), '') as company,
          current_setting('plan_cache_mode') as mode`.execute(db.global),
      ),
    );
    for (const { rows } of settings) expect(rows).toEqual([{ company: '', mode: 'auto' }]);
    expect(await db.readGlobal(all)).toEqual([]);
  });

  it('asks for another company in vain', async () => {
    const [own, other] = [await api.signUp(), await api.signUp()];
    const read = { text: 'select name from companies where company_id = $1', values: [other.user.companyId] };
    expect(await api.platform.db.readAsTenant(own.user.companyId, read)).toEqual([]);
  });

  it('leaves nothing behind after a failure, and the next read is good', async () => {
    const { companyId } = (await api.signUp()).user;
    const { db } = api.platform;
    for (let index = 0; index < 12; index++) {
      await expect(db.readAsTenant(companyId, { name: 'test_fails', text: 'select 1 / $1::int', values: ['0'] })).rejects.toMatchObject({
        code: '22012',
      });
      await expect(db.readAsTenant(companyId, { text: 'select nonsense', values: [] })).rejects.toMatchObject({ code: '42703' });
    }
    expect(await db.readGlobal({ text: 'select company_id from companies', values: [] })).toEqual([]);
    expect(await db.readAsTenant(companyId, all)).toEqual([[companyId]]);
  });

  it('keeps many readers of many companies apart', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => api.signUp()));
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const { companyId } = (people[index % people.length] as (typeof people)[number]).user;
        expect(await api.platform.db.readAsTenant(companyId, all)).toEqual([[companyId]]);
      }),
    );
  });

  it('refuses what is not a company id, and a second statement of the same name', async () => {
    const { companyId } = (await api.signUp()).user;
    const { db } = api.platform;
    await expect(db.readAsTenant(`x'; set role postgres; --`, all)).rejects.toThrow('not a company id');
    await db.readAsTenant(companyId, { name: 'test_twice', text: 'select 1', values: [] });
    await expect(db.readAsTenant(companyId, { name: 'test_twice', text: 'select 2', values: [] })).rejects.toThrow('two statements');
  });
});
