import type { BrokerHistory } from '@headhaul/contracts/brokers';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';

type HistoryRow = Omit<BrokerHistory, 'firstLoadAt' | 'lastLoadAt'> & {
  brokerId: string;
  firstLoadAt: Date | null;
  lastLoadAt: Date | null;
};

/** Loads that count in totals and were picked up in the last 12 months or will be picked up. */
export const countedLoads = sql.raw(
  `l.deleted_at is null and l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED') and l.pickup_at > now() - interval '12 months'`,
);

/** Null if one of the days is unknown: `greatest` ignores nulls, so the load would count as paid at once. */
const daysToPay = sql.raw(`case when l.paid_at is not null and l.invoiced_at is not null
          then greatest(extract(epoch from l.paid_at - l.invoiced_at) / 86400, 0) end`);

/** What the company's own loads say about these brokers. */
export async function readHistories(tx: TenantTx, brokerIds: readonly string[]): Promise<Map<string, BrokerHistory>> {
  if (brokerIds.length === 0) return new Map();
  const { rows } = await sql<HistoryRow>`
    with counted as (
      select l.broker_id, l.id, l.status, l.gross_cents, l.loaded_miles + l.deadhead_miles as miles, l.paid_amount_cents,
        (${daysToPay})::float8 as days_to_pay
      from loads l
      where l.company_id = ${tx.companyId} and l.broker_id = any(${brokerIds}::uuid[]) and ${countedLoads}),
    fees as (
      select f.load_id, coalesce(sum(f.broker_amount_cents) filter (where f.type = 'LUMPER' and f.status <> 'DENIED'), 0) as lumper_cents,
        count(*) filter (where f.type = 'DETENTION' and f.status in ('PAID', 'DENIED')) as detention_asked,
        count(*) filter (where f.type = 'DETENTION' and f.status = 'PAID') as detention_paid
      from load_fees f join counted c on c.id = f.load_id
      where f.company_id = ${tx.companyId} and f.type in ('LUMPER', 'DETENTION') group by f.load_id),
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
        coalesce(sum(owed_cents - paid_amount_cents) filter (where status = 'PAID' and paid_amount_cents < owed_cents), 0)::float8
          as short_paid_cents,
        coalesce(sum(owed_cents) filter (where status = 'INVOICED'), 0)::float8 as open_cents,
        coalesce(sum(detention_asked), 0)::int as detention_asked, coalesce(sum(detention_paid), 0)::int as detention_paid
      from owed group by broker_id)
    select b.id as "brokerId", coalesce(s.loads, 0) as loads, coalesce(s.gross_cents, 0) as "grossCents", s.rpm_cents as "rpmCents",
      coalesce(s.paid_loads, 0) as "paidLoads", s.days_mean as "daysToPayMean", s.days_median as "daysToPayMedian",
      coalesce(s.short_pays, 0) as "shortPays", coalesce(s.short_paid_cents, 0) as "shortPaidCents",
      coalesce(s.open_cents, 0) as "openCents", coalesce(s.detention_asked, 0) as "detentionAsked",
      coalesce(s.detention_paid, 0) as "detentionPaid", b.last_load_at as "lastLoadAt",
      (select coalesce(l.booked_at, l.created_at) from loads l
        where l.company_id = b.company_id and l.broker_id = b.id and l.deleted_at is null order by l.pickup_at limit 1) as "firstLoadAt"
    from brokers b left join sums s on s.broker_id = b.id
    where b.company_id = ${tx.companyId} and b.id = any(${brokerIds}::uuid[])`.execute(tx.db);
  return new Map(
    rows.map(({ brokerId, firstLoadAt, lastLoadAt, ...sums }) => [
      brokerId,
      { ...sums, firstLoadAt: firstLoadAt?.toISOString() ?? null, lastLoadAt: lastLoadAt?.toISOString() ?? null },
    ]),
  );
}
