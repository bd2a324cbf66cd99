import { readFile } from 'node:fs/promises';
import { stateNames } from '@headhaul/contracts/places';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateSchema } from '../../schema.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { placesTable } from './places-table.ts';

let api: TestApp;
let client: pg.Client;
beforeAll(async () => {
  api = await startTestApp();
  client = new pg.Client({ connectionString: api.databaseUrl('migrator') });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

const countPlaces = async () => Number((await api.admin.query('select count(*) from places')).rows[0].count);

describe('placesTable', () => {
  it('has loaded every line of the file by migrating', async () => {
    const lines = (await readFile(new URL('../../../migrations/places.tsv', import.meta.url), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(70_000);
    expect(await countPlaces()).toBe(lines.length);
    const { rows } = await api.admin.query(`select * from places where id in ('68102', 'omaha,ne') order by id`);
    expect(rows).toMatchObject([
      { city: 'Omaha', state: 'NE', zip: '68102', county: 'Douglas', time_zone: 'America/Chicago', weight: 0 },
      { city: 'Omaha', state: 'NE', zip: null, county: 'Douglas', time_zone: 'America/Chicago' },
    ]);
  });

  it('does nothing when the file is the one it knows, and migrating says so', async () => {
    expect(await placesTable.load(client)).toBe(false);
    expect(await migrateSchema(api.databaseUrl('migrator'))).toEqual([]);
  });

  it('replaces all rows when the file is another, by a few statements', { timeout: 60_000 }, async () => {
    const before = await countPlaces();
    await api.admin.query(`update schema_migrations set checksum = 'older' where name = 'places.tsv'`);
    await api.admin.query(`delete from places where state = 'TX'`);
    await api.admin.query(`update places set time_zone = 'America/Phoenix' where id = '68102'`);
    const query = vi.spyOn(client, 'query');
    expect(await placesTable.load(client)).toBe(true);
    expect(query.mock.calls.length).toBeLessThan(10);
    query.mockRestore();
    expect(await countPlaces()).toBe(before);
    const { rows } = await api.admin.query(`select time_zone from places where id = '68102'`);
    expect(rows).toEqual([{ time_zone: 'America/Chicago' }]);
  });
});

describe('the table of places', () => {
  it('has a known state and a known time zone in every row', async () => {
    const { rows } = await api.admin.query<{ state: string; zones: string[] }>(
      'select state, array_agg(distinct time_zone) as zones from places group by state',
    );
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(Object.keys(stateNames)));
    for (const timeZone of rows.flatMap(({ zones }) => zones)) expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow();
  });

  // Towns beside a time zone border, where a rough map of the zones is wrong.
  it.each([
    ['williston,nd', 'America/Chicago'],
    ['watfordcity,nd', 'America/Chicago'],
    ['wallace,id', 'America/Los_Angeles'],
    ['westwendover,nv', 'America/Denver'],
    ['tellcity,in', 'America/Indiana/Tell_City'],
    ['gary,in', 'America/Chicago'],
    ['elpaso,tx', 'America/Denver'],
    ['ehrenberg,az', 'America/Phoenix'],
    ['needles,ca', 'America/Los_Angeles'],
    ['ontario,or', 'America/Boise'],
    ['pensacola,fl', 'America/Chicago'],
    ['chattanooga,tn', 'America/New_York'],
    ['toronto,on', 'America/Toronto'],
  ])('knows the clock of %s', async (id, zone) => {
    const { rows } = await api.admin.query('select time_zone from places where id = $1', [id]);
    expect(rows).toEqual([{ time_zone: zone }]);
  });

  it('is read by the app and changed by nobody but the migrator', async () => {
    const { rows } = await api.admin.query(
      `select grantee, privilege_type from information_schema.role_table_grants where table_name = 'places' and grantee in ('app', 'worker') order by 1`,
    );
    expect(rows).toEqual([
      { grantee: 'app', privilege_type: 'SELECT' },
      { grantee: 'worker', privilege_type: 'SELECT' },
    ]);
  });
});
