import { join } from 'node:path';
import pg from 'pg';
import { runProgram } from './programs.ts';
import { apiSource, type Stage } from './stage.ts';

const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The address of a database for a role. Without a role it is for the cluster's administrator. */
export function databaseUrl(name: string, role?: 'app' | 'worker' | 'migrator'): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${name}`, ...(role === undefined ? {} : { username: role }) }).href;
}

/** Runs the statements one by one, in this database or else in the administrator's. */
export async function runAsAdmin(statements: readonly string[], name?: string): Promise<void> {
  const client = new pg.Client({ connectionString: name === undefined ? adminUrl : databaseUrl(name) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs one of the product's commands, such as `migrate.ts` or `seed.ts`, on this database. */
export function runCli(stage: Stage, script: string, name: string, args: readonly string[] = []): Promise<void> {
  return runProgram(stage, {
    label: `${script} on ${name}`,
    args: [join(apiSource, 'cli', script), ...args],
    env: { DATABASE_ADMIN_URL: adminUrl, DATABASE_MIGRATOR_URL: databaseUrl(name, 'migrator') },
  });
}

/** An empty database with all tables. It is a clone of `TEMPLATE_DATABASE` if that is set, otherwise it is migrated here. */
export async function makeDatabase(stage: Stage, name: string): Promise<void> {
  const template = process.env.TEMPLATE_DATABASE;
  if (template === undefined) return runCli(stage, 'migrate.ts', name);
  // A clone does not copy the rights on the database itself.
  await runAsAdmin([`create database ${name} template ${template} owner migrator`, `revoke temporary on database ${name} from public`]);
}

/** The same for this run only. It is dropped at the end. */
export async function makeOwnDatabase(stage: Stage, purpose: string): Promise<string> {
  const name = `headhaul_bench_${purpose}_${process.pid}`;
  stage.defer(() => dropDatabase(name));
  await makeDatabase(stage, name);
  return name;
}

export function dropDatabase(name: string): Promise<void> {
  return runAsAdmin([`drop database if exists ${name} with (force)`]);
}

/** A pool for the administrator in this database, open until the end of the run. */
export function openAdmin(stage: Stage, name: string, connections: number): pg.Pool {
  const admin = new pg.Pool({ connectionString: databaseUrl(name), max: connections });
  // Dropping the database cuts connections that are still idle.
  admin.on('error', () => {});
  stage.defer(() => admin.end());
  return admin;
}
