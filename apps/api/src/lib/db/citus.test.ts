import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sessionEndpoints } from '@headhaul/contracts/session';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateSchema } from '../../schema.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { distributionStatements } from './citus.ts';
import { ensureRolesAndDatabase } from './migrate.ts';

const committed = fileURLToPath(new URL('../../../../../deploy/citus/distribute.sql', import.meta.url));

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

describe('deploy/citus/distribute.sql', () => {
  it('is what the catalogue says', async () => {
    const file = await readFile(committed, 'utf8');
    expect(file.split('\n').filter((line) => line !== '' && !line.startsWith('--'))).toEqual(await distributionStatements(client));
  });

  it('takes up a new tenant table by itself', async () => {
    await client.query('begin; create table planted (company_id uuid not null, id uuid not null, primary key (company_id, id))');
    expect(await distributionStatements(client)).toContain(
      `select create_distributed_table('planted', 'company_id', colocate_with => 'companies');`,
    );
    await client.query('rollback');
  });

  it('stops at a new global table nobody gave a place', async () => {
    await client.query('begin; create table planted (id uuid primary key)');
    await expect(distributionStatements(client)).rejects.toThrow('planted has no place');
    await client.query('rollback');
  });
});

/** CITUS_URL: an administrator's address of a coordinator with workers. */
describe.skipIf(!process.env.CITUS_URL)('on a Citus cluster', () => {
  it('migrates, distributes and serves the API’s own queries', async () => {
    const adminUrl = process.env.CITUS_URL ?? '';
    const database = `headhaul_citus_${randomUUID().slice(0, 8)}`;
    const urlOf = (role: string) => Object.assign(new URL(adminUrl), { username: role, pathname: `/${database}` }).href;
    await ensureRolesAndDatabase(adminUrl, urlOf('migrator'));
    const admin = new pg.Client({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href });
    await admin.connect();
    await admin.query('create extension if not exists citus');
    await migrateSchema(urlOf('migrator'));
    for (const statement of await distributionStatements(admin)) await admin.query(statement);
    await admin.end();

    const onCitus = await startTestApp({
      env: { DATABASE_APP_URL: urlOf('app'), DATABASE_WORKER_URL: urlOf('worker'), DATABASE_ENGINE: 'citus' },
    });
    try {
      const one = await onCitus.signUp();
      const other = await onCitus.signUp();
      expect((await one.call(sessionEndpoints.getMe, {})).companyId).not.toBe(other.user.companyId);
      const seen = await onCitus.platform.db.withTenant(one.user.companyId, (tx) =>
        tx.db.selectFrom('companies').select('company_id').execute(),
      );
      expect(seen).toEqual([{ company_id: one.user.companyId }]);
      await one.call(sessionEndpoints.logout, {}, { 'idempotency-key': randomUUID() });
      expect((await one.fetch('/api/users/me')).status).toBe(401);
    } finally {
      await onCitus.close();
    }
  });
});
