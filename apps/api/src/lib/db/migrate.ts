import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations as installJobQueue } from 'graphile-worker';
import pg from 'pg';
import { migrationsFolder } from './migrations-folder.ts';

const lockTimeoutMs = 3_000;
const lockAttempts = 10;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Roles belong to the cluster, so they are made once by an administrator, not by a migration. */
export async function ensureRolesAndDatabase(adminUrl: string, migratorUrl: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    for (const role of ['migrator', 'app', 'worker']) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      // Two processes may start at once on a new machine. The second one ignores that the role exists.
      if (rowCount === 0) await client.query(`create role ${role} login nosuperuser nobypassrls`).catch(ignoreDuplicate);
    }
    const name = databaseName(migratorUrl);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)} owner migrator`).catch(ignoreDuplicate);
    // We use no temporary tables, and a caller could use a temporary name to shadow a name that a trusted function uses.
    await client.query(`revoke temporary on database ${client.escapeIdentifier(name)} from public`);
  });
}

function ignoreDuplicate(error: unknown): void {
  const code = (error as { code?: string }).code;
  if (code !== '42710' && code !== '42P04' && code !== '23505') throw error;
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`));
}

/** A table whose rows come with the product, from a file. */
export interface DataFile {
  name: string;
  /** True when the table had to be loaded. */
  load(client: pg.Client): Promise<boolean>;
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(migrationsFolder)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Applies new migrations and loads changed data files. Returns the names of those applied now. */
export async function migrate(migratorUrl: string, dataFiles: readonly DataFile[]): Promise<string[]> {
  await installJobQueue({ connectionString: migratorUrl });
  return withClient(migratorUrl, async (client) => {
    await client.query('select pg_advisory_lock(727411)');
    await client.query(
      `create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    const applied: string[] = [];
    for (const migration of await readMigrations()) {
      const checksum = known.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) throw new Error(`${migration.name} was changed after it was applied; write a new migration instead`);
      await applyOne(client, migration);
      applied.push(migration.name);
    }
    for (const { name, load } of dataFiles) if (await load(client)) applied.push(name);
    await grantJobQueue(client);
    return applied;
  });
}

/** A migration that can't get its lock within 3 s rolls back and tries again, so that requests do not queue behind it. */
async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '${lockTimeoutMs}ms'`);
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const lockTimedOut = (error as { code?: string }).code === '55P03';
      if (!lockTimedOut || attempt === lockAttempts) throw new Error(`${migration.name}: ${(error as Error).message}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, attempt * 200));
    }
  }
}

/** The tables of graphile-worker have row-level security without a policy, so only their owner sees rows. This adds one for the worker. */
async function grantJobQueue(client: pg.Client): Promise<void> {
  await client.query(`
    grant usage on schema graphile_worker to worker;
    grant execute on all functions in schema graphile_worker to worker;
    grant select, insert, update, delete on all tables in schema graphile_worker to worker;
    grant usage on all sequences in schema graphile_worker to worker;
    do $$
    declare target regclass;
    begin
      for target in select c.oid::regclass from pg_class c
        where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'worker_queue')
      loop
        execute format('create policy worker_queue on %s to worker using (true) with check (true)', target);
      end loop;
    end $$`);
}
