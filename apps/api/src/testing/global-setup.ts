import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import type { TestProject } from 'vitest/node';
import { dropDatabase, ensureRolesAndDatabase } from '../lib/db/migrate.ts';
import { readDevelopmentEnv } from '../lib/env.ts';
import { migrateSchema } from '../schema.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    templateDatabase: string;
    sandboxPort: number;
  }
}

/** One migrated database that every test file clones (`TEMPLATE_DATABASE` if there is one), and one sandbox for all of them. */
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

  const sandboxPort = await findFreePorts(10);
  const main = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url));
  const sandbox = spawn(process.execPath, [main], {
    env: { ...process.env, SANDBOX_PORT: String(sandboxPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilAnswers(`http://localhost:${sandboxPort}/health`);
  project.provide('sandboxPort', sandboxPort);

  return async () => {
    sandbox.kill('SIGTERM');
    if (ready === undefined) await dropDatabase(DATABASE_ADMIN_URL, templateDatabase);
  };
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await pause(100);
  }
  throw new Error(`${url} does not answer`);
}
