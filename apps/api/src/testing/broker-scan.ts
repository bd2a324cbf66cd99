import { type BrokerHistory, brokerEndpoints } from '@headhaul/contracts/brokers';
import { type BrokerLoad, figuresFrom, ownHistory } from '@headhaul/domain/brokers/figures';
import { expect } from 'vitest';
import { figuresStatement, toOwn } from '../features/brokers/broker-history.service.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** The pickup day in UTC is at most twelve months ago, or the load is not picked up yet. */
const counted = `l.deleted_at is null and l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED')
  and (l.pickup_at at time zone 'UTC')::date >= ((now() at time zone 'UTC')::date - interval '12 months')::date`;
/** Null if one of the days is unknown. */
const daysToPay = `case when l.paid_at is not null and l.invoiced_at is not null
  then greatest(extract(epoch from l.paid_at - l.invoiced_at) / 86400, 0) end`;

/** The figures by a look at every load and every fee. This is how they were read before they were kept. */
const scan = `
  with counted as (
    select l.broker_id, l.id, l.status, l.gross_cents, l.loaded_miles + l.deadhead_miles as miles, l.paid_amount_cents, (${daysToPay})::float8 as days_to_pay
    from loads l where l.company_id = $1 and ${counted}),
  fees as (
    select f.load_id, coalesce(sum(f.broker_amount_cents) filter (where f.type = 'LUMPER' and f.status <> 'DENIED'), 0) as lumper_cents,
      count(*) filter (where f.type = 'DETENTION' and f.status in ('PAID', 'DENIED')) as detention_asked,
      count(*) filter (where f.type = 'DETENTION' and f.status = 'PAID') as detention_paid
    from load_fees f where f.company_id = $1 group by f.load_id),
  owed as (
    select c.*, c.gross_cents + coalesce(f.lumper_cents, 0) as owed_cents, f.detention_asked, f.detention_paid
    from counted c left join fees f on f.load_id = c.id),
  sums as (
    select broker_id, count(*)::int as loads, sum(gross_cents)::float8 as gross_cents,
      round(sum(gross_cents) / nullif(sum(miles), 0))::int as rpm_cents,
      (count(days_to_pay) filter (where status = 'PAID'))::int as paid_loads,
      round((avg(days_to_pay) filter (where status = 'PAID'))::numeric, 1)::float8 as days_mean,
      round((percentile_cont(0.5) within group (order by days_to_pay) filter (where status = 'PAID'))::numeric, 1)::float8 as days_median,
      (count(*) filter (where status = 'PAID' and paid_amount_cents < owed_cents))::int as short_pays,
      coalesce(sum(owed_cents - paid_amount_cents) filter (where status = 'PAID' and paid_amount_cents < owed_cents), 0)::float8 as short_paid_cents,
      coalesce(sum(owed_cents) filter (where status = 'INVOICED'), 0)::float8 as open_cents,
      coalesce(sum(detention_asked), 0)::int as detention_asked, coalesce(sum(detention_paid), 0)::int as detention_paid
    from owed group by broker_id)
  select b.id as "brokerId", coalesce(s.loads, 0) as loads, coalesce(s.gross_cents, 0) as "grossCents", s.rpm_cents as "rpmCents",
    coalesce(s.paid_loads, 0) as "paidLoads", s.days_mean as "daysToPayMean", s.days_median as "daysToPayMedian",
    coalesce(s.short_pays, 0) as "shortPays", coalesce(s.short_paid_cents, 0) as "shortPaidCents", coalesce(s.open_cents, 0) as "openCents",
    coalesce(s.detention_asked, 0) as "detentionAsked", coalesce(s.detention_paid, 0) as "detentionPaid", b.last_load_at as "lastLoadAt",
    (select coalesce(l.booked_at, l.created_at) from loads l
      where l.company_id = b.company_id and l.broker_id = b.id and l.deleted_at is null order by l.pickup_at limit 1) as "firstLoadAt"
  from brokers b left join sums s on s.broker_id = b.id where b.company_id = $1`;

const scanLanes = `
  select concat(min(l.pickup_city), ', ', l.pickup_state, ' → ', min(l.delivery_city), ', ', l.delivery_state) as lane,
    count(*)::int as loads, sum(l.gross_cents)::float8 as "grossCents",
    round(sum(l.gross_cents) / nullif(sum(l.loaded_miles + l.deadhead_miles), 0))::int as "rpmCents"
  from loads l where l.company_id = $1 and l.broker_id = $2 and ${counted}
  group by lower(l.pickup_city), l.pickup_state, lower(l.delivery_city), l.delivery_state order by 2 desc, 3 desc, 1 limit 5`;

type Scanned = Omit<BrokerHistory, 'firstLoadAt' | 'lastLoadAt'> & { brokerId: string; firstLoadAt: Date | null; lastLoadAt: Date | null };

/** Loads as the domain counts them. */
export const domainLoads = `
  select l.id, l.broker_id as "brokerId", l.status, l.status_before_problem as "statusBeforeProblem", l.deleted_at as "deletedAt", l.pickup_at as "pickupAt",
    l.driver_id as "driverId", l.gross_cents::float8 as "grossCents", l.loaded_miles as "loadedMiles", l.deadhead_miles as "deadheadMiles",
    l.payment_terms_days as "paymentTermsDays", l.invoiced_at as "invoicedAt", l.paid_at as "paidAt", l.paid_amount_cents::float8 as "paidAmountCents",
    coalesce((select json_agg(json_build_object('type', f.type, 'status', f.status, 'brokerAmountCents', f.broker_amount_cents)) from load_fees f
      where f.company_id = l.company_id and f.load_id = l.id), '[]') as fees
  from loads l where l.company_id = $1`;

/** The list, every broker's page and the figures for the score are what a look at every load gives. */
export async function expectScanned(api: TestApp, client: TestClient): Promise<void> {
  const { companyId } = client.user;
  const { rows } = await api.admin.query<Scanned>(scan, [companyId]);
  const { brokers } = await client.call(brokerEndpoints.listBrokers, { query: { limit: 100 } });
  expect(brokers).toHaveLength(rows.length);
  const { rows: loads } = await api.admin.query(domainLoads, [companyId]);
  const plain = JSON.parse(JSON.stringify(loads)) as (BrokerLoad & { brokerId: string })[];
  const cells = await api.platform.db.readAsTenant(companyId, {
    text: figuresStatement({ page: 'select b.* from brokers b where b.company_id = $1', cells: ['p.id'] }),
    values: [companyId],
  });
  const today = new Date().toISOString().slice(0, 10);
  for (const { brokerId, daysToPayMedian, ...scanned } of rows) {
    const history = brokers.find(({ id }) => id === brokerId)?.history;
    expect(history).toMatchObject({
      ...scanned,
      firstLoadAt: scanned.firstLoadAt?.toISOString() ?? null,
      lastLoadAt: scanned.lastLoadAt?.toISOString() ?? null,
    });
    // A load's days to pay are kept to a tenth. Between two middle loads that can move the median by a tenth, otherwise never.
    if (scanned.paidLoads % 2 === 1) expect(history?.daysToPayMedian).toBe(daysToPayMedian);
    else if (daysToPayMedian === null) expect(history?.daysToPayMedian).toBeNull();
    else expect(Math.abs((history?.daysToPayMedian ?? -9) - daysToPayMedian)).toBeLessThan(0.11);
    const page = await client.call(brokerEndpoints.getBroker, { params: { id: brokerId } });
    expect(page.history).toEqual(history);
    expect(page.topLanes).toEqual((await api.admin.query(scanLanes, [companyId, brokerId])).rows);
    const { today: _countedOn, firstLoadAt, lastLoadAt, isUnfolded, ...own } = toOwn(cells.find((row) => row.at(-1) === brokerId) ?? []);
    const theirs = plain.filter((load) => load.brokerId === brokerId);
    expect(own).toEqual(ownHistory(figuresFrom(theirs), today));
  }
}
