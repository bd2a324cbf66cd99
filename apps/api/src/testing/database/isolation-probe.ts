import { createServer } from 'node:http';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { readApiEnv } from '../../lib/env.ts';
import { createTracing } from '../../lib/telemetry/trace.ts';

/**
 * The product's data path with the application's own company filter switched off: statements without a WHERE, run through the same
 * `withTenant` and the same pool. `pnpm proof isolation` calls it and checks every row in its answers. An answer is the outcome, then
 * the company of each row that the statement saw.
 */
const env = readApiEnv();
const db = openDatabase(env.DATABASE_APP_URL, env, { tracing: createTracing(undefined), onPublished: () => {} });

interface Act {
  company: string;
  /** Another company: the one whose rows the act tries to reach, or the second of a pair. */
  other: string;
  table: string;
}

/** Carries the rows that were seen before the transaction was rolled back on purpose. */
class GivenUp extends Error {
  readonly seen: string[];
  constructor(seen: string[]) {
    super('given up on purpose');
    this.seen = seen;
  }
}

async function companiesIn(query: { execute(db: Kysely<DB>): Promise<{ rows: unknown[] }> }, on: Kysely<DB>): Promise<string[]> {
  return (await query.execute(on)).rows.map((row) => (row as { company_id: string }).company_id);
}

const readAll = (table: string, on: Kysely<DB>) => companiesIn(sql`select company_id from ${sql.table(table)}`, on);
const touchAll = (table: string, on: Kysely<DB>) =>
  companiesIn(sql`update ${sql.table(table)} set company_id = company_id returning company_id`, on);
const deleteAll = (table: string, on: Kysely<DB>) => companiesIn(sql`delete from ${sql.table(table)} returning company_id`, on);

const acts: Record<string, (act: Act) => Promise<string[]>> = {
  read: ({ company, table }) => db.withTenant(company, (tx) => readAll(table, tx.db)),
  hot: async ({ company, table }) => {
    const rows = await db.readAsTenant(company, { name: `probe_${table}`, text: `select company_id from ${table}`, values: [] });
    return rows.map(([id]) => id ?? '');
  },
  touch: ({ company, table }) => db.withTenant(company, (tx) => touchAll(table, tx.db)),
  pair: async ({ company, other, table }) => {
    const seen = await Promise.all([company, other].map((one) => db.withTenant(one, (tx) => readAll(table, tx.db))));
    return seen.flat();
  },
  delete: ({ company, table }) =>
    db.withTenant(company, async (tx) => {
      throw new GivenUp(await deleteAll(table, tx.db));
    }),
  throw: ({ company, table }) =>
    db.withTenant(company, async (tx) => {
      throw new GivenUp(await readAll(table, tx.db));
    }),
  fail: ({ company, table }) =>
    db.withTenant(company, async (tx) => {
      const seen = await readAll(table, tx.db);
      await sql`select 1 / 0`.execute(tx.db).catch(() => {
        throw new GivenUp(seen);
      });
      return seen;
    }),
  slow: ({ company, table }) =>
    db.withTenant(company, async (tx) => {
      const before = await readAll(table, tx.db);
      await sql`select pg_sleep(0.005)`.execute(tx.db);
      return [...before, ...(await readAll(table, tx.db))];
    }),
  unset: ({ table }) => readAll(table, db.global),
  unsetInTransaction: ({ table }) => db.transaction((on) => readAll(table, on)),
  trespass: ({ company, other, table }) =>
    db.withTenant(company, (tx) => companiesIn(sql`update ${sql.table(table)} set company_id = ${other} returning company_id`, tx.db)),
  plant: ({ company, other }) =>
    db.withTenant(company, (tx) =>
      companiesIn(sql`insert into live_events (company_id, seq, event) values (${other}, 0, '{}') returning company_id`, tx.db),
    ),
};

async function perform(url: string): Promise<string> {
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const act = acts[query.get('act') ?? ''];
  if (!act) return 'unknown';
  try {
    const seen = await act({ company: query.get('company') ?? '', other: query.get('other') ?? '', table: query.get('table') ?? '' });
    return `ok ${seen.join()}`;
  } catch (error) {
    if (error instanceof GivenUp) return `gave-up ${error.seen.join()}`;
    return `failed ${(error as { code?: string }).code ?? (error as Error).message}`;
  }
}

const server = createServer((request, response) => {
  void perform(request.url ?? '/').then((body) => response.end(body));
});
server.listen(env.PORT, 'localhost');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void db.close();
});
