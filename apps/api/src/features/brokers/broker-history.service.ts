import type { BrokerHistory } from '@headhaul/contracts/brokers';
import {
  type BrokerCounts,
  countKeys,
  meanDays,
  medianDays,
  noCounts,
  type OwnHistory,
  overdueAt,
  type Tally,
} from '@headhaul/domain/brokers/figures';
import { daysBetween } from '@headhaul/domain/time/zoned-time';
import type { Ctx } from '../../lib/http/guards.ts';
import { foldBrokerFigures } from './brokers.jobs.ts';

/** The stored sums. */
export const countColumns: Record<keyof BrokerCounts, string> = {
  loads: 'loads',
  grossCents: 'gross_cents',
  miles: 'miles',
  settledLoads: 'settled_loads',
  paidLoads: 'paid_loads',
  cleanLoads: 'clean_loads',
  paidMs: 'paid_ms',
  termsDays: 'terms_days',
  late: 'late',
  late15: 'late15',
  late30: 'late30',
  shortPays: 'short_pays',
  shortPaidCents: 'short_paid_cents',
  openCents: 'open_cents',
  detentionAsked: 'detention_asked',
  detentionPaid: 'detention_paid',
  canceled: 'canceled',
  tonuPaid: 'tonu_paid',
  tonuUnpaid: 'tonu_unpaid',
};
const columns = countKeys.map((key) => countColumns[key]);
const lineColumns = [
  'broker_id',
  'sign',
  'pickup_city',
  'pickup_state',
  'delivery_city',
  'delivery_state',
  ...columns,
  'pay_tenths',
  'due_day',
];
const lineList = (table: string) => lineColumns.map((column) => `${table}.${column}`).join(', ');

/** Each read adds up the changes since the last fold. If there are more lines than this, it starts a fold. */
const patientLines = 500;

const firstLoadAt = `(select to_json(coalesce(l.booked_at, l.created_at)) #>> '{}' from loads l
  where l.company_id = $1 and l.broker_id = p.id and l.deleted_at is null order by l.pickup_at limit 1)`;

/** The cells that `toOwn` reads: of the kept figures `f`, the changes `c`, the page `p` and the days `s`. */
const figureCells = [
  ...columns.map((column) => `coalesce(f.${column}, 0) + coalesce(c.${column}, 0)`),
  's.waiting',
  's.is_behind',
  's.today',
  's.from_day',
  'f.median_tenths',
  'c.payments',
  'case when c.payments is not null then f.payments end',
  'f.overdue_loads',
  'f.overdue_cents',
  'f.overdue_since',
  'c.dues',
  'case when c.dues is not null or s.is_behind then f.due_loads end',
  'case when c.dues is not null or s.is_behind then f.due_cents end',
  firstLoadAt,
  `to_json(p.last_load_at) #>> '{}'`,
];
export const figureCellCount = figureCells.length;

interface Parts {
  /** Selects rows of `brokers` of the company $1. */
  page: string;
  /** More common table expressions. They can use `page` and `lines`, the changes since the last fold. */
  also?: string;
  /** What is selected after the figures, of the page `p`. */
  cells: readonly string[];
  orderBy?: string;
}

/**
 * Reads brokers with their figures. Until the first fold of a new UTC day, the kept figures contain loads that are too old by now; these are
 * lines too, with the sign -1. All is one statement, so it is exact even during a fold.
 */
export function figuresStatement({ page, also, cells, orderBy = 'p.id' }: Parts): string {
  return `
    with span as materialized (
      select today, counted_on < today as is_behind, (counted_on - interval '12 months')::date as kept_from,
        (today - interval '12 months')::date as from_day,
        (counted_on - interval '12 months') at time zone 'UTC' as kept_from_at, (today - interval '12 months') at time zone 'UTC' as from_at,
        (select count(*) from (select from broker_figure_deltas where company_id = $1 limit ${patientLines + 1}) w) as waiting
      from (select greatest(n.day, d.counted_on) as today, coalesce(d.counted_on, n.day) as counted_on
        from (select (now() at time zone 'UTC')::date as day) n left join broker_figure_dates d on d.company_id = $1) d),
    page as materialized (${page}),
    lines as materialized (
      select ${lineList('d')} from span s cross join page p
        join broker_figure_deltas d on d.company_id = $1 and d.broker_id = p.id and d.day >= s.kept_from
      union all
      select ${lineList('c')} from span s cross join page p
        join loads l on l.company_id = $1 and l.broker_id = p.id and l.deleted_at is null and l.pickup_at >= s.kept_from_at and l.pickup_at < s.from_at
        cross join lateral broker_contribution(l, -1) c
      where s.is_behind),
    changes as materialized (
      select broker_id, ${columns.map((column) => `sum(sign * ${column}) as ${column}`).join(', ')},
        json_agg(json_build_array(pay_tenths, sign)) filter (where pay_tenths is not null) as payments,
        json_agg(json_build_array(due_day, sign, open_cents)) filter (where due_day is not null) as dues
      from lines group by broker_id)${also === undefined ? '' : `, ${also}`}
    select ${[...figureCells, ...cells].join(', ')}
    from page p cross join span s
      left join broker_figures f on f.company_id = $1 and f.broker_id = p.id left join changes c on c.broker_id = p.id
    order by ${orderBy}`;
}

export interface BrokerFiguresRow extends OwnHistory {
  /** The UTC day for which the figures are. */
  today: string;
  firstLoadAt: string | null;
  lastLoadAt: string | null;
  /** A fold is due. */
  isUnfolded: boolean;
}

const toInstant = (cell: string | null | undefined) => (cell ? new Date(cell).toISOString() : null);

function addLines(tally: string | null | undefined, lines: readonly (readonly [key: string | number, count: number])[]): Tally {
  const sum: Record<string, number> = JSON.parse(tally ?? '{}');
  for (const [key, count] of lines) sum[key] = (sum[key] ?? 0) + count;
  return Object.fromEntries(Object.entries(sum).filter(([, count]) => count !== 0));
}

function readMedian(kept: string | null, lines: string | null, tally: string | null): number | null {
  if (lines !== null) return medianDays(addLines(tally, JSON.parse(lines)));
  return kept === null ? null : Number(kept) / 10;
}

function readOverdue(cells: readonly (string | null | undefined)[], isBehind: boolean, today: string) {
  const [loads, cents, since, lines, dueLoads, dueCents] = cells;
  if (!lines && !isBehind) {
    return { overdueLoads: Number(loads ?? 0), overdueCents: Number(cents ?? 0), overdueDays: since ? daysBetween(since, today) : 0 };
  }
  const changes = JSON.parse(lines ?? '[]') as [due: string, sign: number, cents: number][];
  const counts = changes.map(([due, sign]) => [due, sign] as const);
  const amounts = changes.map(([due, sign, amount]) => [due, sign * amount] as const);
  return overdueAt({ dueLoads: addLines(dueLoads, counts), dueCents: addLines(dueCents, amounts) }, today);
}

/** The figures of a row of `figuresStatement`. */
export function toOwn(cells: readonly (string | null)[]): BrokerFiguresRow {
  const counts = { ...noCounts };
  for (const [index, key] of countKeys.entries()) counts[key] = Number(cells[index]);
  const [waiting, behind, today, from, median = null, payLines = null, payments = null, ...rest] = cells.slice(countKeys.length);
  const [firstLoadAt, lastLoadAt] = rest.slice(6);
  const isBehind = behind === 't';
  return {
    ...counts,
    today: today ?? '',
    from: from ?? '',
    daysToPayMean: meanDays(counts),
    daysToPayMedian: readMedian(median, payLines, payments),
    ...readOverdue(rest, isBehind, today ?? ''),
    firstLoadAt: toInstant(firstLoadAt),
    lastLoadAt: toInstant(lastLoadAt),
    isUnfolded: isBehind || Number(waiting) > patientLines,
  };
}

export function toHistory(own: BrokerFiguresRow): BrokerHistory {
  const { loads, grossCents, miles, paidLoads, daysToPayMean, daysToPayMedian, shortPays, shortPaidCents, openCents } = own;
  return {
    loads,
    grossCents,
    rpmCents: miles === 0 ? null : Math.round(grossCents / miles),
    paidLoads,
    daysToPayMean,
    daysToPayMedian,
    shortPays,
    shortPaidCents,
    openCents,
    detentionAsked: own.detentionAsked,
    detentionPaid: own.detentionPaid,
    firstLoadAt: own.firstLoadAt,
    lastLoadAt: own.lastLoadAt,
  };
}

/** Enqueues a fold if one of these rows has found many lines, or figures of an earlier day. */
export async function foldIfDue({ actor, transaction }: Ctx, rows: readonly BrokerFiguresRow[]): Promise<void> {
  const { companyId } = actor;
  if (rows.some(({ isUnfolded }) => isUnfolded))
    await transaction((tx) => foldBrokerFigures(tx, { companyId }, { key: `fold broker figures of ${companyId}` }));
}
