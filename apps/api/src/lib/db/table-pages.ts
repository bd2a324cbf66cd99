import { type RawBuilder, sql } from 'kysely';
import { createBreather } from '../breathe.ts';
import type { TenantTx } from './database.ts';

/** How one company's rows are read, whoever's transactions these are. */
export type ReadInTransaction = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

/** Unique and in order within a company; pages are cut by it. */
export type TableKey = Record<string, 'uuid' | 'timestamptz' | 'bigint' | 'int' | 'text'>;

const pageRows = 1_000;
/** For tables whose rows may hold a mail: half a megabyte each. */
export const longRows = 10;

/**
 * A table of a company page by page, each page a transaction of its own with so many rows at most, however few of them the work is about.
 * The work calls the table `t` and takes the rows that fit `page`.
 */
export async function* walkPages<T>(
  transaction: ReadInTransaction,
  { table, key, rows = pageRows }: { table: string; key: TableKey; rows?: number },
  work: (tx: TenantTx, page: RawBuilder<boolean>) => Promise<T>,
): AsyncGenerator<T> {
  const columns = sql.join(Object.keys(key).map((name) => sql.ref(`t.${name}`)));
  const asText = sql.join(Object.keys(key).map((name) => sql`${sql.ref(`t.${name}`)}::text`));
  const place = (values: readonly string[]) =>
    sql.join(values.map((value, at) => sql`${value}::${sql.raw(Object.values(key)[at] ?? 'text')}`));
  let after: string[] | undefined;
  do {
    const behind = after === undefined ? sql<boolean>`true` : sql<boolean>`(${columns}) > (${place(after)})`;
    const { last, result } = await transaction(async (tx) => {
      const { rows: ends } = await sql<{ place: string[] }>`
        select array[${asText}] as place from ${sql.table(table)} t where t.company_id = ${tx.companyId} and ${behind}
        order by ${columns} limit 1 offset ${rows - 1}`.execute(tx.db);
      const last = ends[0]?.place;
      const page = sql<boolean>`(t.company_id = ${tx.companyId} and ${behind} and ${last ? sql`(${columns}) <= (${place(last)})` : sql`true`})`;
      return { last, result: await work(tx, page) };
    });
    yield result;
    after = last;
  } while (after);
}

export type TableRecord = Record<string, unknown>;

export interface ReadTable {
  table: string;
  key: TableKey;
  /** At once. Few where a row may be long: a page is in memory, several times over, beside everybody else's. */
  rows?: number;
  /** Of use to nobody outside. */
  without?: readonly string[];
  /** Of the row `t`: the rest is not for this reader. */
  onlyIf?: RawBuilder<unknown>;
  /** What is read of a row only if the condition holds; the rest of it is read in any case. */
  textsOnlyIf?: { condition: RawBuilder<unknown>; texts: readonly string[] };
}

/** All rows of a table that are for this reader. */
export async function* readRows(
  transaction: ReadInTransaction,
  { table, key, rows: atOnce, without = [], onlyIf = sql`true`, textsOnlyIf = { condition: sql`true`, texts: [] } }: ReadTable,
): AsyncGenerator<TableRecord[]> {
  const order = sql.join(Object.keys(key).map((name) => sql.ref(`t.${name}`)));
  yield* walkPages(transaction, { table, key, ...(atOnce === undefined ? {} : { rows: atOnce }) }, async (tx, page) => {
    const { rows } = await sql<{ data: TableRecord }>`
      select to_jsonb(t) - 'company_id' - ${without}::text[]
        - case when ${textsOnlyIf.condition} then '{}'::text[] else ${textsOnlyIf.texts}::text[] end as data
      from ${sql.table(table)} t where ${page} and ${onlyIf} order by ${order}`.execute(tx.db);
    return rows.map(({ data }) => withCamelKeys(data));
  });
}

/** Named as the API names them. */
function withCamelKeys(row: TableRecord): TableRecord {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}

/** A list as JSON, one item to a line, never in memory as a whole. */
export async function* writeJsonList(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  const breathe = createBreather();
  let separator = '[\n';
  for await (const batch of batches) {
    for (const item of batch) {
      await breathe();
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
