import { join } from 'node:path';
import { startPostgres } from '@headhaul/test-servers/postgres';
import pg from 'pg';
import { runToEnd } from '../lib/children.ts';
import type { ProofDatabase } from '../lib/database.ts';
import { apiSource, type Stage } from '../lib/stage.ts';

/** A database server for this run only, so a proof may cut its power. */
export interface OwnPostgres {
  database: ProofDatabase;
  /** Kills the server without a shutdown and starts it again. Gives how long it was away, in milliseconds. */
  cutPower(): Promise<number>;
}

export async function startOwnPostgres(stage: Stage): Promise<OwnPostgres> {
  const server = await startPostgres('durable');
  stage.defer(server.remove);
  const name = 'headhaul_mail';
  await runToEnd(join(apiSource, 'cli/migrate.ts'), {
    DATABASE_ADMIN_URL: server.url('postgres', 'postgres'),
    DATABASE_MIGRATOR_URL: server.url('migrator', name),
  });
  const admin = new pg.Pool({ connectionString: server.url('postgres', name), max: 4 });
  admin.on('error', () => {});
  admin.on('connect', (client) => client.on('error', () => {}));
  stage.defer(() => admin.end());
  return {
    database: { name, url: (role) => server.url(role, name), admin },
    async cutPower() {
      const from = performance.now();
      await server.cutPower();
      await server.start();
      return performance.now() - from;
    },
  };
}
