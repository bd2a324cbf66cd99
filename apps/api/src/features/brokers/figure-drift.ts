import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { countColumns } from './broker-history.service.ts';

const columns = Object.values(countColumns);
const pairs = (value: (column: string) => string) => columns.map((column) => `('${column}', (${value(column)})::numeric)`).join(', ');
const lane = (source: string, [pickup, delivery]: [string, string]) =>
  `concat_ws('/', 'lane', ${pickup}, ${source}.pickup_state, ${delivery}, ${source}.delivery_state)`;
const keptLane = lane('f', ['f.pickup_word', 'f.delivery_word']);
const lineLane = lane('l', ['lower(l.pickup_city)', 'lower(l.delivery_city)']);

/**
 * Every kept number plus the changes since, minus what the loads say now. One statement, so that all is of one moment. What is left over is
 * wrong.
 */
const comparison = `
  with span as materialized (
    select (counted_on - interval '12 months')::date as kept_from, (counted_on - interval '12 months') at time zone 'UTC' as kept_from_at
    from (select coalesce((select counted_on from broker_figure_dates where company_id = $1), (now() at time zone 'UTC')::date) as counted_on) d),
  lines as materialized (
    select d.* from span s join broker_figure_deltas d on d.company_id = $1 and d.day >= s.kept_from
    union all
    select c.* from span s join loads l on l.company_id = $1 and l.deleted_at is null and l.pickup_at >= s.kept_from_at
      cross join lateral broker_contribution(l, -1) c),
  sums as (select broker_id, ${columns.map((column) => `sum(sign * ${column}) as ${column}`).join(', ')} from lines group by broker_id),
  facts (broker_id, fact, amount) as (
    select f.broker_id, v.* from broker_figures f cross join lateral (values ${pairs((column) => `f.${column}`)}) v where f.company_id = $1
    union all select s.broker_id, v.* from sums s cross join lateral (values ${pairs((column) => `s.${column}`)}) v
    union all select f.broker_id, t.name || e.key, e.value::numeric from broker_figures f
      cross join lateral (values ('payments/', f.payments), ('due loads/', f.due_loads), ('due cents/', f.due_cents)) t (name, tally)
      cross join lateral jsonb_each_text(t.tally) e where f.company_id = $1
    union all select broker_id, 'payments/' || pay_tenths, sign from lines where pay_tenths is not null
    union all select broker_id, 'due loads/' || due_day, sign from lines where due_day is not null
    union all select broker_id, 'due cents/' || due_day, sign * open_cents from lines where due_day is not null
    union all select f.broker_id, ${keptLane} || v.name, v.amount from broker_lane_figures f
      cross join lateral (values ('/loads', f.loads), ('/gross', f.gross_cents), ('/miles', f.miles)) v (name, amount) where f.company_id = $1
    union all select l.broker_id, ${lineLane} || v.name, l.sign * v.amount from lines l
      cross join lateral (values ('/loads', l.loads), ('/gross', l.gross_cents), ('/miles', l.miles)) v (name, amount) where l.loads <> 0
    union all select f.broker_id, ${keptLane} || e.key, e.value::numeric from broker_lane_figures f
      cross join lateral jsonb_each_text(f.spellings) e where f.company_id = $1
    union all select l.broker_id, ${lineLane} || jsonb_build_array(l.pickup_city, l.delivery_city), l.sign * l.loads from lines l where l.loads <> 0)
  select broker_id, fact, sum(amount) from facts group by 1, 2 having sum(amount) <> 0 order by 1, 2 limit 100`;

/** Figures of brokers that are not what the loads say, each as "broker, figure, by how much". At most a hundred. */
export async function findDrift(tx: TenantTx): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(tx.db);
  const cells = await tx.read({ text: comparison, values: [tx.companyId] });
  return cells.map((row) => row.join(', '));
}

/** Counts the figures of brokers anew. People go on working meanwhile. */
export async function recount(tx: TenantTx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx.db);
  await sql`select recount_broker_figures(${tx.companyId})`.execute(tx.db);
}
