import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCatalogueOffences, listTenantTables } from '../../testing/database/tenant-catalogue.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** Runs one statement as this role, on its own connection. */
async function queryAs(role: 'app' | 'worker', statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: api.databaseUrl(role) });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const permissionDenied = { code: '42501' };

describe('the catalogue', () => {
  it('protects every table with company rows, partitions included', async () => {
    const tables = await listTenantTables(api.admin);
    expect(tables).toEqual(expect.arrayContaining(['companies', 'memberships', 'audit_log', 'idempotency_keys', 'live_events']));
    // A lower bound: three or more tables are partitioned, each with partitions for now and the next three days or months.
    expect(tables.length).toBeGreaterThanOrEqual(7 + 3 * 4);
    expect(await findCatalogueOffences(api.admin)).toEqual([]);
  });

  it.each([
    [
      'a table without row-level security',
      'create table planted (company_id uuid not null, id uuid not null, primary key (company_id, id))',
      ['planted has company_id but no enabled and forced row-level security', 'planted has no policy on company_id'],
    ],
    [
      'a table whose owner sees past the policy',
      `create table planted (company_id uuid not null, id uuid not null, primary key (company_id, id));
       select protect_tenant_table('planted'); alter table planted no force row level security`,
      ['planted has company_id but no enabled and forced row-level security'],
    ],
    [
      'a key that is not the company’s',
      `create table planted (id uuid primary key, company_id uuid); select protect_tenant_table('planted')`,
      [
        'planted has a primary key that does not start with company_id',
        'planted has a unique index without company_id',
        'planted has a company_id that may be null',
      ],
    ],
    [
      'a policy that lets everything through',
      `create table planted (company_id uuid primary key); select protect_tenant_table('planted');
       create policy generous on planted using (true)`,
      ['planted has a second policy, which would widen the first'],
    ],
    [
      'a grant on a partition',
      `create table planted (company_id uuid primary key) partition by hash (company_id); select protect_tenant_table('planted');
       create table planted_0 partition of planted for values with (modulus 1, remainder 0);
       select protect_tenant_table('planted_0'); grant select on planted_0 to app`,
      ['planted_0 is a partition with a grant to app'],
    ],
  ])('finds %s', async (_name, plant, offences) => {
    await api.admin.query(plant);
    try {
      expect(await findCatalogueOffences(api.admin)).toEqual(offences);
    } finally {
      await api.admin.query('drop table planted');
    }
  });

  it('gives the job queue to the worker alone', async () => {
    await expect(queryAs('app', 'select from graphile_worker._private_jobs')).rejects.toMatchObject(permissionDenied);
    expect((await queryAs('worker', 'select from graphile_worker._private_jobs')).rowCount).toBe(0);
  });

  it.each(['app', 'worker'] as const)('lets %s neither change the schema nor reach a partition past its parent', async (role) => {
    const [partition] = (await listTenantTables(api.admin)).filter((name) => name.startsWith('live_events_'));
    await expect(queryAs(role, `select from ${partition}`)).rejects.toMatchObject(permissionDenied);
    await expect(queryAs(role, 'create table mine (id int)')).rejects.toMatchObject(permissionDenied);
    await expect(queryAs(role, 'alter table companies disable row level security')).rejects.toMatchObject(permissionDenied);
    await expect(queryAs(role, 'truncate audit_log')).rejects.toMatchObject(permissionDenied);
    await expect(queryAs(role, `select protect_tenant_table('companies')`)).rejects.toMatchObject(permissionDenied);
  });

  it('matches the generated row types', () => {
    const cli = fileURLToPath(new URL('../../cli/types.ts', import.meta.url));
    const env = { ...process.env, DATABASE_MIGRATOR_URL: api.databaseUrl('migrator') };
    execFileSync(process.execPath, [cli, '--verify'], { env, stdio: 'pipe', cwd: fileURLToPath(new URL('../../../', import.meta.url)) });
  });
});

describe('a query without a company', () => {
  it.each(['companies', 'memberships', 'audit_log', 'audit_heads', 'live_events', 'live_event_heads', 'idempotency_keys'] as const)(
    'finds no row of %s',
    async (table) => {
      await api.signUp();
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(api.platform.db.global);
      expect(rows[0]?.count).toBe(0);
    },
  );

  it('cannot insert', async () => {
    const values = { company_id: randomUUID(), name: 'Nobody’s', paid_until: new Date() };
    await expect(api.platform.db.global.insertInto('companies').values(values).execute()).rejects.toMatchObject(permissionDenied);
  });
});
