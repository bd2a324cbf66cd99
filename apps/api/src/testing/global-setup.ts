import type { TestProject } from 'vitest/node';
import { dropDatabase, ensureRolesAndDatabase } from '../lib/db/migrate.ts';
import { readDevelopmentEnv } from '../lib/env.ts';
import { migrateSchema } from '../schema.ts';
import { startSandbox } from './sandbox-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    templateDatabase: string;
    sandboxPort: number;
  }
}

/** Prepares one migrated database that every test file clones (or uses `TEMPLATE_DATABASE`), and one sandbox for all of them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { DATABASE_ADMIN_URL } = readDevelopmentEnv();
  const ready = process.env.TEMPLATE_DATABASE;
  const templateDatabase = ready ?? `headhaul_test_template_${process.pid}`;
  if (ready === undefined) {
    const migratorUrl = Object.assign(new URL(DATABASE_ADMIN_URL), { username: 'migrator', pathname: `/${templateDatabase}` }).href;
    await ensureRolesAndDatabase(DATABASE_ADMIN_URL, migratorUrl);
    await migrateSchema(migratorUrl);
  }
  project.provide('templateDatabase', templateDatabase);

  const sandbox = await startSandbox();
  project.provide('sandboxPort', sandbox.port);

  return async () => {
    sandbox.stop();
    if (ready === undefined) await dropDatabase(DATABASE_ADMIN_URL, templateDatabase);
  };
}
