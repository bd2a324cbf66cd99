import { makeOwnDatabase, runAsAdmin, runCli } from './database.ts';
import type { Stage } from './stage.ts';

/** One company with this many loads, of which at least `dispatched` are dispatched. */
export async function makeScreenDatabase(stage: Stage, loads: number, dispatched: number): Promise<string> {
  const name = await makeOwnDatabase(stage, 'screen');
  await runCli(stage, 'seed.ts', name, ['--loads', String(loads), '--one-company']);
  await runAsAdmin(
    ['set session_replication_role = replica', 'set synchronous_commit = off', dispatchMore(dispatched), ...makeStops],
    name,
  );
  return name;
}

/**
 * The seed makes loads of three years, so only a large company has many that are not picked up yet. Some of those picked up last become
 * late dispatched loads: to change a status forty times, the bench needs forty of them near the top of the list.
 */
const dispatchMore = (wanted: number) => `
  update loads set status = 'DISPATCHED', invoiced_at = null, delivered_at = null, has_bol = false, has_pod = false
  where id in (select id from loads where status in ('DELIVERED', 'INVOICED') order by pickup_at desc
    limit greatest(0, ${wanted} - (select count(*) from loads where status = 'DISPATCHED')))`;

/** Adds the stops of every load. Without them the load's drawer would be lighter than in production. */
const insertStop = (sequence: number, kind: 'pickup' | 'delivery', donePlaces: string) => `
  insert into load_stops (company_id, id, load_id, sequence, kind, status, facility, address, city, state, time_zone, schedule, day, "time", starts_at, ends_at)
  select company_id, gen_random_uuid(), id, ${sequence}, '${kind.toUpperCase()}', case when status in (${donePlaces}) then 'COMPLETED' else 'PENDING' end,
    ${kind}_city || ' Distribution Center', '1200 Industrial Pkwy', ${kind}_city, ${kind}_state, ${kind}_zone, 'APPOINTMENT', ${kind}_day,
    (${kind}_at at time zone ${kind}_zone)::time, ${kind}_at, ${kind}_ends_at
  from loads`;
const settled = `'DELIVERED', 'INVOICED', 'PAID'`;
const makeStops = [
  insertStop(0, 'pickup', `'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', ${settled}`),
  insertStop(1, 'delivery', settled),
  'analyze loads, load_stops',
];
