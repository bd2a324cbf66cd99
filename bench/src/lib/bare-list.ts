import pg from 'pg';
import { adminUrl, type BenchApi } from './bench-api.ts';
import type { Member } from './sign-in.ts';

/** The same fifty loads with the same columns as plain rows, prepared, as a role that no row-level rule holds; nothing around it. */
const text = `
  select l.id, l.version, l.load_number, l.status, l.status_before_problem, l.status_changed_at, l.problem_reason, l.urgency, l.tags, l.broker_id, b.name, b.mc,
    l.broker_load_number, l.rc, l.equipment, l.weight_lb, l.pickup_city, l.pickup_state, l.pickup_at, l.pickup_ends_at, l.pickup_has_time, l.pickup_zone,
    l.delivery_city, l.delivery_state, l.delivery_at, l.delivery_ends_at, l.delivery_has_time, l.delivery_zone, l.stop_count, l.dock_arrived_at, l.driver_id,
    d.name, d.phone, t.number, l.dispatcher_id, l.loaded_miles, l.deadhead_miles, l.linehaul_cents, l.gross_cents, l.has_rc, l.has_bol, l.has_pod, l.invoiced_at,
    l.payment_terms_days, l.paid_at, l.created_at, l.deleted_at
  from (select * from loads where company_id = $1 and deleted_at is null order by pickup_at, id limit 51) l
    join brokers b on b.company_id = $1 and b.id = l.broker_id
    left join drivers d on d.company_id = $1 and d.id = l.driver_id
    left join trucks t on t.company_id = $1 and t.id = l.truck_id`;

export async function openBare(api: BenchApi): Promise<{ client: pg.Client; pid: number }> {
  const connectionString = Object.assign(new URL(adminUrl), { pathname: `/${api.databaseName}` }).href;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Planned once, by index alone: as cheap as the engine can do it.
  await client.query('set jit = off; set plan_cache_mode = force_generic_plan; set enable_hashjoin = off; set enable_mergejoin = off');
  return { client, pid: rows[0]?.pid ?? 0 };
}

export async function loopBare(client: pg.Client, members: readonly Member[], count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { companyId } = members[index % members.length] as Member;
    const { rowCount } = await client.query({ name: 'bare_list', text, values: [companyId], rowMode: 'array' });
    if (rowCount !== 51) throw new Error(`The bare list has ${rowCount} loads.`);
  }
}
