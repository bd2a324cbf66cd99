import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';

/** Numbers start with four digits: a load number 1 looks like a mistake on an invoice. */
const numberBeforeFirst = 1_000;
/** How far ahead the first search for free numbers looks. An import may have used many numbers in a row. */
const firstLook = 1_000;

export function numberTaken(loadNumber: string): AppError {
  return new AppError('already_taken', {
    detail: `Another load has the number ${loadNumber}.`,
    errors: [{ path: 'body.loadNumber', message: 'Another load has this number' }],
  });
}

/** Takes the company's next free numbers. Its counter stays locked until commit, so no other request gets the same ones. */
export async function takeNumbers(tx: TenantTx, count: number): Promise<string[]> {
  if (count === 0) return [];
  const counter = await sql<{ last: string }>`
    insert into load_counters as c (company_id, last_number) values (${tx.companyId}, ${numberBeforeFirst})
    on conflict (company_id) do update set last_number = c.last_number returning c.last_number as last`.execute(tx.db);
  const last = Number(counter.rows[0]?.last ?? numberBeforeFirst);
  for (let look = firstLook + count; ; look *= 10) {
    const { rows } = await sql<{ numbers: string[] }>`
      with free as (
        select n from generate_series(${last + 1}::bigint, ${last + look}::bigint) n
        where not exists (select from loads l where l.company_id = ${tx.companyId} and l.load_number = n::text and l.deleted_at is null)
        order by n limit ${count})
      update load_counters set last_number = (select max(n) from free)
      where company_id = ${tx.companyId} and (select count(*) from free) = ${count}
      returning (select array_agg(n::text order by n) from free) as numbers`.execute(tx.db);
    if (rows[0]) return rows[0].numbers;
  }
}

/** Returns the numbers that other loads have now. */
export async function findTakenNumbers(tx: TenantTx, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('loads')
    .where('company_id', '=', tx.companyId)
    .where('load_number', 'in', numbers)
    .where('deleted_at', 'is', null)
    .select('load_number')
    .execute();
  return new Set(rows.map(({ load_number }) => load_number));
}

/** Two people may take the same number at once. The database accepts one, and the other gets a readable error. */
export async function orNumberTaken<T>(loadNumber: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'loads_number') throw numberTaken(loadNumber);
    throw error;
  }
}
