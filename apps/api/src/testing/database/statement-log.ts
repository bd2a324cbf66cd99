import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';

/** The same connection, and a list of the statements that go through it. */
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

/** Counts the statements that the work sends in this transaction. */
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

/** One step of a query plan, with the steps it takes its rows from. */
export interface PlanStep {
  'Node Type': string;
  /** "CTE boards" */
  'Subplan Name'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  /** The columns it returns. */
  Output?: string[];
  Plans?: PlanStep[];
}

type Statement = { sql: string; parameters: readonly unknown[] } | undefined;
interface PlanRow {
  'QUERY PLAN': [{ Plan: PlanStep }];
}

const explaining = 'explain (analyze, verbose, buffers, timing off, format json)';

const withSteps = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(withSteps)];
const stepsOf = (rows: readonly PlanRow[]) => rows.flatMap((row) => withSteps(row['QUERY PLAN'][0].Plan));

/** Runs the statement and returns its query plan: each step, then the steps below it. */
export async function explain(admin: pg.Pool, statement: Statement): Promise<PlanStep[]> {
  const { rows } = await admin.query<PlanRow>(`${explaining} ${statement?.sql}`, [...(statement?.parameters ?? [])]);
  return stepsOf(rows);
}

/** The same in a transaction of the server: row-level security forbids it plans that an administrator's query may have. */
export async function explainInTx({ db }: TenantTx, statement: Statement): Promise<PlanStep[]> {
  const { rows } = await db.executeQuery<PlanRow>(CompiledQuery.raw(`${explaining} ${statement?.sql}`, [...(statement?.parameters ?? [])]));
  return stepsOf(rows);
}

/** Pages of tables and indexes that the statement read. */
export function pagesOf([whole]: readonly PlanStep[]): number {
  return (whole?.['Shared Hit Blocks'] ?? Number.NaN) + (whole?.['Shared Read Blocks'] ?? Number.NaN);
}

/** Rows that the statement looked at, over all steps. */
export function rowsOf(steps: readonly PlanStep[]): number {
  return steps.reduce((sum, step) => {
    const seen = step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0);
    return sum + seen * step['Actual Loops'];
  }, 0);
}
