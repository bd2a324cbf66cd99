import { join } from 'node:path';
import pg from 'pg';
import { runToEnd } from './children.ts';
import { apiSource, type Stage } from './stage.ts';

export interface ProofDatabase {
  name: string;
  url(role: 'app' | 'worker' | 'migrator'): string;
  /** The cluster's administrator in this database: seeds it and looks behind row-level security. */
  admin: pg.Pool;
}

/** A migrated database of this run's own, dropped at the end. */
export async function createDatabase(stage: Stage): Promise<ProofDatabase> {
  const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `headhaul_proof_${process.pid}`;
  const url = (role: string) => Object.assign(new URL(adminUrl), { username: role, pathname: `/${name}` }).href;
  stage.defer(async () => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  });
  await runToEnd(join(apiSource, 'cli/migrate.ts'), { DATABASE_ADMIN_URL: adminUrl, DATABASE_MIGRATOR_URL: url('migrator') });
  const admin = new pg.Pool({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href, max: 4 });
  // The drop above cuts whatever is still idle.
  admin.on('error', () => {});
  stage.defer(() => admin.end());
  return { name, url, admin };
}
