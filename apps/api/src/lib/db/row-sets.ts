import { type Insertable, sql, type Updateable } from 'kysely';
import type { TenantTx } from './database.ts';
import type { DB } from './generated.ts';

/**
 * The functions below write many rows with one statement and pass them as one JSON parameter: a thousand rows of seventy columns
 * would need more parameters than a statement can have. All rows of a call must have the same columns.
 */
type TenantTable = { [T in keyof DB]: DB[T] extends { company_id: unknown; id: unknown } ? T : never }[keyof DB];
type CompanyTable = { [T in keyof DB]: DB[T] extends { company_id: unknown } ? T : never }[keyof DB];

/** JSON that PostgreSQL accepts. It refuses half of a surrogate pair, so that becomes the replacement character (U+FFFD). */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
}

export async function insertRows<T extends CompanyTable>(tx: TenantTx, table: T, rows: readonly Insertable<DB[T]>[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${toJsonText(rows)}::json)`.execute(tx.db);
}

export async function updateRows<T extends TenantTable>(
  tx: TenantTx,
  table: T,
  rows: readonly (Updateable<DB[T]> & { id: string })[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const settings = Object.keys(first)
    .filter((column) => column !== 'id')
    .map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`);
  await sql`
    update ${sql.table(table)} t set ${sql.join(settings)}
    from json_populate_recordset(null::${sql.table(table)}, ${toJsonText(rows)}::json) given
    where t.company_id = ${tx.companyId} and t.id = given.id`.execute(tx.db);
}
