import { loadFields, rowFieldKeys } from '@headhaul/domain/loads/fields';
import pg from 'pg';
import { databaseUrl } from './database.ts';
import type { Member } from './sign-in.ts';
import type { Stage } from './stage.ts';

const plainFields = rowFieldKeys.map((key) => `l.${loadFields[key].column} as "${key}"`).join(', ');

/**
 * The same page of loads with the same columns, as plain rows from a prepared statement. The role is not subject to row-level security, and
 * nothing else runs around the query. Each column has the name of its field, so that a field that is later added to the list is noticed as
 * missing.
 */
const text = `
  select l.id, l.version, l.load_number as "loadNumber", l.status, l.status_before_problem as "statusBeforeProblem", l.status_changed_at as "statusChangedAt",
    l.problem_reason as "problemReason", l.urgency, l.tags, l.broker_id as "brokerId", b.name as "brokerName", b.mc as "brokerMc",
    l.broker_load_number as "brokerLoadNumber", l.rc, l.equipment, ${plainFields}, l.pickup_city as "pickupCity", l.pickup_state as "pickupState",
    l.pickup_at as "pickupAt", l.pickup_ends_at as "pickupEndsAt", l.pickup_has_time as "pickupHasTime", l.pickup_zone as "pickupZone",
    l.delivery_city as "deliveryCity", l.delivery_state as "deliveryState", l.delivery_at as "deliveryAt", l.delivery_ends_at as "deliveryEndsAt",
    l.delivery_has_time as "deliveryHasTime", l.delivery_zone as "deliveryZone",
    l.pickup_day as "pickupDay", l.delivery_day as "deliveryDay", l.booked_day as "bookedDay", l.stop_count as "stopCount", l.dock_arrived_at as "dockArrivedAt",
    l.driver_id as "driverId", d.name as "driverName", d.phone as "driverPhone", l.co_driver_id as "coDriverId", t.number as "truckNumber",
    l.dispatcher_id as "dispatcherId", l.loaded_miles as "loadedMiles", l.deadhead_miles as "deadheadMiles", l.linehaul_cents as "linehaulCents",
    l.fuel_surcharge_cents as "fuelSurchargeCents", l.billable_fees_cents as "billableFeesCents", l.gross_cents as "grossCents", l.has_rc as "hasRc", l.has_bol as "hasBol", l.has_pod as "hasPod", l.invoiced_at as "invoicedAt",
    l.payment_terms_days as "dueOn", c.time_zone as "companyZone", l.paid_at as "paidAt", l.created_at as "createdAt", l.deleted_at as "deletedAt"
  from (select * from loads where company_id = $1 and deleted_at is null order by pickup_at, id limit 51) l
    join companies c on c.company_id = $1
    join brokers b on b.company_id = $1 and b.id = l.broker_id
    left join drivers d on d.company_id = $1 and d.id = l.driver_id
    left join trucks t on t.company_id = $1 and t.id = l.truck_id`;

export interface BareList {
  /** The process id of its database backend. */
  pid: number;
  /** Reads one page and returns the names of its columns. */
  read(companyId: string): Promise<string[]>;
  /** Reads this many pages and returns how many it read. */
  loop(members: readonly Member[], count: number): Promise<number>;
}

export async function openBare(stage: Stage, databaseName: string): Promise<BareList> {
  const client = new pg.Client({ connectionString: databaseUrl(databaseName) });
  client.on('error', () => {});
  await client.connect();
  stage.defer(() => client.end());
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Planned once, with index scans only, which is the cheapest way. By default the generic plan reads all brokers of a company and compares
  // each with each load. In a company with thousands of brokers that costs several times as much as the rest.
  const ways = ['hashjoin', 'mergejoin', 'material', 'bitmapscan', 'seqscan'].map((way) => `set enable_${way} = off`);
  await client.query(['set jit = off', 'set plan_cache_mode = force_generic_plan', ...ways].join('; '));
  const read = async (companyId: string) => {
    const { rowCount, fields } = await client.query({ name: 'bare_list', text, values: [companyId], rowMode: 'array' });
    if (rowCount !== 51) throw new Error(`The bare list has ${rowCount} loads.`);
    return fields.map(({ name }) => name);
  };
  const loop = async (members: readonly Member[], count: number) => {
    for (let index = 0; index < count; index++) await read((members[index % members.length] as Member).companyId);
    return count;
  };
  return { pid: rows[0]?.pid ?? 0, read, loop };
}
