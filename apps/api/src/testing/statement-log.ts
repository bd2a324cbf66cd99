import type { CompiledQuery, Kysely } from 'kysely';
import type { TenantTx } from '../lib/db/database.ts';
import type { DB } from '../lib/db/generated.ts';

/** The same connection; each statement that goes through it is written down. */
export function logStatements(db: Kysely<DB>): { db: Kysely<DB>; statements: CompiledQuery[] } {
  const statements: CompiledQuery[] = [];
  const logged = db.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: logged, statements };
}

/** How many statements the work takes in this transaction. */
export async function countStatements(tx: TenantTx, work: (tx: TenantTx) => Promise<unknown>): Promise<number> {
  const { db, statements } = logStatements(tx.db);
  let reads = 0;
  await work({
    ...tx,
    db,
    read: (read) => {
      reads += 1;
      return tx.read(read);
    },
  });
  return statements.length + reads;
}
