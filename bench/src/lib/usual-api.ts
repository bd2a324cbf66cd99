import { createHmac, timingSafeEqual } from 'node:crypto';
import { LoadListQuery, LoadPage } from '@headhaul/contracts/loads/list';
import { loadFields, rowFieldKeys } from '@headhaul/domain/loads/fields';
import fastify from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

/**
 * The list as it is usually built, for comparison: a query built on each request, the company filtered by WHERE alone as a role without
 * row-level security, rows turned into objects, objects validated by the schema and sent as JSON. No rate limit, no log, no session lookup.
 */
const [port = '', databaseUrl = '', secret = ''] = process.argv.slice(2);
// biome-ignore lint/suspicious/noExplicitAny: it has no types of the tables, which costs it nothing at run time.
const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 10 }) }) });
const server = fastify();

function companyOf(authorization: string | undefined): string {
  const [, token = ''] = (authorization ?? '').split(' ');
  const [head, body = '', signature = ''] = token.split('.');
  const wanted = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Error('not signed in');
  return (JSON.parse(Buffer.from(body, 'base64url').toString()) as { company: string }).company;
}

const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : null);

server.get('/ready', () => ({ isReady: true }));

server.get('/api/loads', async (request, reply) => {
  const companyId = companyOf(request.headers.authorization);
  const query = LoadListQuery.parse(request.query);
  const rows = await db
    .selectFrom('loads as l')
    .innerJoin('brokers as b', (join) => join.onRef('b.company_id', '=', 'l.company_id').onRef('b.id', '=', 'l.broker_id'))
    .leftJoin('drivers as d', (join) => join.onRef('d.company_id', '=', 'l.company_id').onRef('d.id', '=', 'l.driver_id'))
    .leftJoin('trucks as t', (join) => join.onRef('t.company_id', '=', 'l.company_id').onRef('t.id', '=', 'l.truck_id'))
    .innerJoin('companies as c', 'c.company_id', 'l.company_id')
    .where('l.company_id', '=', companyId)
    .where('l.deleted_at', 'is', null)
    .selectAll('l')
    .select([
      'b.name as broker_name',
      'b.mc as broker_mc',
      'd.name as driver_name',
      'd.family_name',
      'd.phone as driver_phone',
      't.number as truck_number',
    ])
    .select(sql<string>`((l.invoiced_at at time zone c.time_zone)::date + l.payment_terms_days)::text`.as('due_on'))
    .select([sql<string>`l.pickup_day::text`.as('pickup_day'), sql<string>`l.delivery_day::text`.as('delivery_day')])
    .select(sql<string>`l.booked_day::text`.as('booked_day'))
    .select('c.time_zone as company_zone')
    .orderBy('l.pickup_at')
    .orderBy('l.id')
    .limit(query.limit + 1)
    .execute();
  const loads = rows.slice(0, query.limit).map((row) => ({
    id: row.id,
    version: row.version,
    loadNumber: row.load_number,
    status: row.status,
    statusBeforeProblem: row.status_before_problem,
    statusChangedAt: iso(row.status_changed_at),
    problemReason: row.problem_reason,
    urgency: row.urgency,
    tags: row.tags,
    brokerId: row.broker_id,
    brokerName: row.broker_name,
    brokerMc: row.broker_mc,
    brokerLoadNumber: row.broker_load_number,
    rc: row.rc,
    equipment: row.equipment,
    ...Object.fromEntries(rowFieldKeys.map((key) => [key, row[loadFields[key].column]])),
    pickupCity: row.pickup_city,
    pickupState: row.pickup_state,
    pickupAt: iso(row.pickup_at),
    pickupEndsAt: iso(row.pickup_ends_at),
    pickupHasTime: row.pickup_has_time,
    pickupZone: row.pickup_zone,
    deliveryCity: row.delivery_city,
    deliveryState: row.delivery_state,
    deliveryAt: iso(row.delivery_at),
    deliveryEndsAt: iso(row.delivery_ends_at),
    deliveryHasTime: row.delivery_has_time,
    deliveryZone: row.delivery_zone,
    pickupDay: row.pickup_day,
    deliveryDay: row.delivery_day,
    bookedDay: row.booked_day,
    stopCount: row.stop_count,
    dockArrivedAt: iso(row.dock_arrived_at),
    driverId: row.driver_id,
    driverName: row.driver_name === null ? null : `${row.driver_name} ${row.family_name}`.trim(),
    driverPhone: row.driver_phone,
    coDriverId: row.co_driver_id,
    truckNumber: row.truck_number,
    dispatcherId: row.dispatcher_id,
    loadedMiles: row.loaded_miles,
    deadheadMiles: row.deadhead_miles,
    linehaulCents: Number(row.linehaul_cents),
    fuelSurchargeCents: Number(row.fuel_surcharge_cents),
    billableFeesCents: Number(row.billable_fees_cents),
    grossCents: Number(row.gross_cents),
    hasRc: row.has_rc,
    hasBol: row.has_bol,
    hasPod: row.has_pod,
    invoicedAt: iso(row.invoiced_at),
    dueOn: row.due_on,
    companyZone: row.company_zone,
    paidAt: iso(row.paid_at),
    createdAt: iso(row.created_at),
    deletedAt: iso(row.deleted_at),
  }));
  const last = rows.length > query.limit ? loads.at(-1) : undefined;
  const nextCursor = last ? Buffer.from(JSON.stringify([last.pickupAt, last.id])).toString('base64url') : null;
  return reply.type('application/json').send(JSON.stringify(LoadPage.parse({ loads, nextCursor })));
});

await server.listen({ port: Number(port), host: '127.0.0.1' });
