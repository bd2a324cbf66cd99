import { join } from 'node:path';
import pg from 'pg';
import { runProgram } from './programs.ts';
import { apiSource, type Stage } from './stage.ts';

const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** The address of a database for a role; without one for the cluster's administrator. */
export function databaseUrl(name: string, role?: 'app' | 'worker' | 'migrator'): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${name}`, ...(role === undefined ? {} : { username: role }) }).href;
}

/** Each statement by itself, in this database or the cluster's own. */
export async function runAsAdmin(statements: readonly string[], name?: string): Promise<void> {
  const client = new pg.Client({ connectionString: name === undefined ? adminUrl : databaseUrl(name) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A command of the product's own, `migrate.ts` or `seed.ts`, on this database. */
export function runCli(stage: Stage, script: string, name: string, args: readonly string[] = []): Promise<void> {
  return runProgram(stage, {
    label: `${script} on ${name}`,
    args: [join(apiSource, 'cli', script), ...args],
    env: { DATABASE_ADMIN_URL: adminUrl, DATABASE_MIGRATOR_URL: databaseUrl(name, 'migrator') },
  });
}

/** An empty database with all tables: a clone of `TEMPLATE_DATABASE` if there is one, else migrated here. */
export async function makeDatabase(stage: Stage, name: string): Promise<void> {
  const template = process.env.TEMPLATE_DATABASE;
  if (template === undefined) return runCli(stage, 'migrate.ts', name);
  // Rights on the database itself are no part of what is cloned.
  await runAsAdmin([`create database ${name} template ${template} owner migrator`, `revoke temporary on database ${name} from public`]);
}

/** The same for this run alone: it goes at the end. */
export async function makeOwnDatabase(stage: Stage, purpose: string): Promise<string> {
  const name = `headhaul_bench_${purpose}_${process.pid}`;
  stage.defer(() => dropDatabase(name));
  await makeDatabase(stage, name);
  return name;
}

export function dropDatabase(name: string): Promise<void> {
  return runAsAdmin([`drop database if exists ${name} with (force)`]);
}

/** The administrator in this database, until the end of the run. */
export function openAdmin(stage: Stage, name: string, connections: number): pg.Pool {
  const admin = new pg.Pool({ connectionString: databaseUrl(name), max: connections });
  // A drop cuts whatever is still idle.
  admin.on('error', () => {});
  stage.defer(() => admin.end());
  return admin;
}
