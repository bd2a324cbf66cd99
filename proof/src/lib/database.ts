import { join } from 'node:path';
import pg from 'pg';
import { runToEnd } from './children.ts';
import { apiSource, type Stage } from './stage.ts';

export interface ProofDatabase {
  name: string;
  url(role: 'app' | 'worker' | 'migrator'): string;
  /** The cluster's administrator in this database. It seeds rows and reads without row-level security. */
  admin: pg.Pool;
}

/** The administrator of the cluster that proofs make their databases in. */
export function readAdminUrl(): string {
  return process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
}

async function runAsAdmin(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: readAdminUrl() });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database for this run only, dropped at the end. It is a clone of `TEMPLATE_DATABASE` if that is set, otherwise it is migrated here. */
export async function createDatabase(stage: Stage): Promise<ProofDatabase> {
  const adminUrl = readAdminUrl();
  const template = process.env.TEMPLATE_DATABASE;
  const name = `headhaul_proof_${process.pid}`;
  const url = (role: string) => Object.assign(new URL(adminUrl), { username: role, pathname: `/${name}` }).href;
  stage.defer(() => runAsAdmin(`drop database if exists ${name} with (force)`));
  if (template === undefined) {
    await runToEnd(join(apiSource, 'cli/migrate.ts'), { DATABASE_ADMIN_URL: adminUrl, DATABASE_MIGRATOR_URL: url('migrator') });
  } else {
    // A clone does not copy the rights on the database itself.
    await runAsAdmin(`create database ${name} template ${template} owner migrator`, `revoke temporary on database ${name} from public`);
  }
  const admin = new pg.Pool({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href, max: 4 });
  // The drop above cuts connections that are still idle.
  admin.on('error', () => {});
  stage.defer(() => admin.end());
  return { name, url, admin };
}
