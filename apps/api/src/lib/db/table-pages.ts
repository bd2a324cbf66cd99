import { type RawBuilder, sql } from 'kysely';
import { createBreather } from '../breathe.ts';
import type { TenantTx } from './database.ts';

/** Runs `work` in a transaction of one company. The caller decides how the transaction is made. */
export type ReadInTransaction = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

/** Columns that are unique within a company, with their types. Pages are sorted and split by them. */
export type TableKey = Record<string, 'uuid' | 'timestamptz' | 'bigint' | 'int' | 'text'>;

const pageRows = 1_000;
/** The page size for tables whose rows may hold a mail of half a megabyte. */
export const longRows = 10;

/**
 * Goes through a company's table page by page. Each page is a transaction and covers at most `rows` rows, even if `work` needs
 * only a few of them. `work` must name the table `t` and select the rows by the condition `page`.
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
  /** Rows per page. Use few where a row may be long: memory holds several copies of a page, beside the pages of other requests. */
  rows?: number;
  /** Columns to leave out, because nobody outside can use them. */
  without?: readonly string[];
  /** A condition on the row `t`. This reader may not see other rows. */
  onlyIf?: RawBuilder<unknown>;
  /** Columns that are read only if the condition holds. The other columns are always read. */
  textsOnlyIf?: { condition: RawBuilder<unknown>; texts: readonly string[] };
}

/** All rows of a table that this reader may see. */
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

/** Renames the columns to the names that the API uses. */
function withCamelKeys(row: TableRecord): TableRecord {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}

/** Writes a list as JSON, one item per line. The whole list is never in memory. */
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
