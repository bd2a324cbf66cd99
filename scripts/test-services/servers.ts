import { resolve } from 'node:path';
import { startPostgres } from '../../packages/test-servers/src/postgres.ts';
import { startRedis } from '../../packages/test-servers/src/redis.ts';
import { runCommand } from '../run-command.ts';

export interface TestServices {
  /** Environment variables that point programs to these servers. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');
const template = 'headhaul_template';

/** A PostgreSQL and a Redis for this run only, so that nothing else on the machine is touched. They are removed at the end. */
export async function startTestServices(): Promise<TestServices> {
  const [postgres, redis] = await Promise.all([startPostgres('fast'), startRedis()]);
  return {
    env: { DATABASE_ADMIN_URL: postgres.url('postgres', 'postgres'), REDIS_URL: redis.url },
    async stop() {
      await Promise.all([postgres.remove(), redis.kill()]);
    },
  };
}

/** Migrates a template database once. Programs that need a migrated database clone it. */
export async function makeTemplate(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const migratorUrl = Object.assign(new URL(env.DATABASE_ADMIN_URL ?? ''), { username: 'migrator', pathname: `/${template}` }).href;
  const { code, output } = await runCommand(process.execPath, ['apps/api/src/cli/migrate.ts'], {
    cwd: root,
    env: { NODE_ENV: 'development', ...env, DATABASE_MIGRATOR_URL: migratorUrl },
  });
  if (code !== 0) throw new Error(`The template database could not be migrated.\n${output}`);
  return { TEMPLATE_DATABASE: template };
}
