import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { figureColumns, figureList, figureSums } from './load-figures.ts';

export const linesPerFold = 10_000;

const add = (table: string) => sql.raw(figureColumns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', '));
const sums = sql.raw(figureSums);
const list = sql.raw(figureList);

/** Adds at most `linesPerFold` lines of changes to the daily and monthly figures and returns how many it took. */
export async function foldOnce(tx: TenantTx): Promise<number> {
  // One fold per company at a time: two folds could deadlock on the rows of the days. Writers only insert lines and wait for nobody.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fold figures of ${tx.companyId}`}, 0))`.execute(tx.db);
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from load_figure_deltas where company_id = ${tx.companyId}
        and id in (select id from load_figure_deltas where company_id = ${tx.companyId} limit ${linesPerFold})
      returning *),
    changed as (
      select taken.company_id, d.basis, d.day, driver_id, dispatcher_id, ${sums}
      from taken cross join lateral (values ('PICKUP', pickup_day), ('DELIVERY', delivery_day), ('BOOKING', booked_day)) d (basis, day)
      group by 1, 2, 3, 4, 5),
    days as (
      insert into load_day_figures as kept (company_id, basis, day, driver_id, dispatcher_id, ${list})
      select * from changed on conflict (company_id, basis, day, driver_id, dispatcher_id) do update set ${add('kept')}),
    months as (
      insert into load_month_figures as kept (company_id, basis, month, driver_id, dispatcher_id, ${list})
      select company_id, basis, date_trunc('month', day)::date, driver_id, dispatcher_id, ${sums} from changed group by 1, 2, 3, 4, 5
      on conflict (company_id, basis, month, driver_id, dispatcher_id) do update set ${add('kept')}),
    totals as (
      insert into load_day_totals as kept (company_id, basis, day, ${list})
      select company_id, basis, day, ${sums} from changed group by 1, 2, 3
      on conflict (company_id, basis, day) do update set ${add('kept')})
    select count(*)::int as folded from taken`.execute(tx.db);
  return rows[0]?.folded ?? 0;
}
