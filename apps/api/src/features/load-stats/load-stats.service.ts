import type { Company } from '@headhaul/contracts/company';
import type { Answer } from '@headhaul/contracts/http/endpoint';
import type { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { addFigures, type LoadFigures, noFigures } from '@headhaul/domain/loads/money';
import { type WeekRule, weekOf, weekStart, weeksBetween } from '@headhaul/domain/time/weeks';
import { addDays, dayAt, daysBetween } from '@headhaul/domain/time/zoned-time';
import type { Cells } from '../../lib/db/tenant-read.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { contributionSums, dayColumns, figureColumns, figureList, figureSums, isCountedLoad, toFigures } from './load-figures.ts';
import { foldFigures } from './load-stats.jobs.ts';

interface Period {
  from: string;
  to: string;
  driverId?: string[] | undefined;
  dispatcherId?: string[] | undefined;
}

/** Ten years of weeks or three years of days. A screen shows no more, and the answer has every week or day, even an empty one. */
const longestDays = { WEEK: 3_700, DAY: 1_100 };
/** Each read adds up the changes since the last fold. If there are more lines than this, it starts a fold. */
const patientDeltas = 500;

export async function getLoadStats(
  ctx: Ctx,
  query: Period & { by: 'WEEK' | 'DAY' },
): Promise<Answer<typeof loadStatsEndpoints.getLoadStats>> {
  assertPeriod(query, longestDays[query.by]);
  const rule = await readRule(ctx);
  const days = await readDays(ctx, rule, query);
  const starts =
    query.by === 'WEEK'
      ? weeksBetween(query.from, query.to, rule.startsOn)
      : Array.from({ length: daysBetween(query.from, query.to) + 1 }, (_, index) => addDays(query.from, index));
  const parts = new Map(starts.map((start) => [start, noFigures]));
  for (const { day, figures } of days) {
    const start = query.by === 'WEEK' ? weekStart(day, rule.startsOn) : day;
    parts.set(start, addFigures(parts.get(start) ?? noFigures, figures));
  }
  return {
    rule: toCountedBy(rule),
    from: query.from,
    to: query.to,
    totals: [...parts.values()].reduce(addFigures, noFigures),
    parts: [...parts].map(([start, figures]) => ({ start, ...figures })),
  };
}

export async function getLoadStatsByDrivers(
  ctx: Ctx,
  { from, to, ...filters }: { [K in keyof Period]?: Period[K] | undefined },
): Promise<Answer<typeof loadStatsEndpoints.getLoadStatsByDrivers>> {
  const rule = await readRule(ctx);
  const week = weekOf(from ?? to ?? dayAt(Date.now(), rule.timeZone), rule.startsOn);
  const period = { from: from ?? week.from, to: to ?? week.to, ...filters };
  assertPeriod(period, longestDays.WEEK);
  const cells = await readFigures(
    ctx,
    rule,
    period,
    'driver_id',
    'load_stats_by_driver',
    (figures) => `
    select driver_id, (select nullif(trim(d.name || ' ' || d.family_name), '') from drivers d where d.company_id = $1 and d.id = f.driver_id), ${figureList}
    from (${figures}) f where ${figureColumns.map((column) => `${column} <> 0`).join(' or ')} order by gross_cents desc, driver_id`,
  );
  const drivers = cells.map(([driverId, driverName, ...sums]) => ({
    driverId: driverId === nobody ? null : (driverId ?? null),
    driverName: driverName ?? null,
    ...toFigures(sums),
  }));
  return { rule: toCountedBy(rule), from: period.from, to: period.to, drivers };
}

export async function getTopLanes(ctx: Ctx, query: Period & { limit: number }): Promise<Answer<typeof loadStatsEndpoints.getTopLanes>> {
  assertPeriod(query, longestDays.WEEK);
  const cells = await readLoads(
    ctx,
    await readRule(ctx),
    query,
    (loads, limit) => `
    select l.pickup_city, l.pickup_state, l.delivery_city, l.delivery_state, ${contributionSums} ${loads}
    group by 1, 2, 3, 4 order by gross_cents desc, 1, 2, 3, 4 limit ${limit}`,
  );
  return {
    lanes: cells.map(([originCity, originState, destinationCity, destinationState, ...sums]) => ({
      originCity: originCity ?? '',
      originState: originState ?? '',
      destinationCity: destinationCity ?? '',
      destinationState: destinationState ?? '',
      ...toFigures(sums),
    })),
  };
}

/**
 * The median over the twelve months that end with the period: loads of the last weeks are rarely paid yet. The broker list also uses
 * twelve months. A load without an invoice date or a payment date counts in neither.
 */
const daysToPay = `(
      select round((percentile_cont(0.5) within group (order by greatest(extract(epoch from p.paid_at - p.invoiced_at) / 86400, 0)))::numeric, 1)
      from loads p where p.company_id = $1 and p.broker_id = t.broker_id and p.deleted_at is null and p.status = 'PAID'
        and p.paid_at is not null and p.invoiced_at is not null
        and p.pickup_at > $3::date - interval '12 months' and p.pickup_at < $3::date + interval '1 day')`;

export async function getTopBrokers(ctx: Ctx, query: Period & { limit: number }): Promise<Answer<typeof loadStatsEndpoints.getTopBrokers>> {
  assertPeriod(query, longestDays.WEEK);
  const cells = await readLoads(
    ctx,
    await readRule(ctx),
    query,
    (loads, limit) => `
    select b.id, b.name, b.payment_terms_days, ${daysToPay}, ${figureColumns.map((column) => `t.${column}`).join(', ')}
    from (select l.broker_id, ${contributionSums} ${loads} group by l.broker_id order by gross_cents desc, l.broker_id limit ${limit}) t
    join brokers b on b.company_id = $1 and b.id = t.broker_id order by t.gross_cents desc, b.id`,
  );
  return {
    brokers: cells.map(([brokerId, brokerName, terms, days, ...sums]) => ({
      brokerId: brokerId ?? '',
      brokerName: brokerName ?? '',
      paymentTermsDays: Number(terms),
      daysToPay: days === null || days === undefined ? null : Number(days),
      ...toFigures(sums),
    })),
  };
}

/** Stands for no driver, because a column of a primary key can't be null. */
const nobody = '00000000-0000-0000-0000-000000000000';

async function readRule({ platform, actor }: Ctx): Promise<WeekRule> {
  const text = 'select week_starts_on, week_counts_by, time_zone from companies where company_id = $1';
  const [row] = await platform.db.readAsTenant(actor.companyId, { name: 'week_rule', text, values: [actor.companyId] });
  const [startsOn, countsBy, timeZone] = row ?? [];
  return {
    startsOn: startsOn as Company['weekStartsOn'],
    countsBy: countsBy as Company['weekCountsBy'],
    timeZone: timeZone ?? 'America/Chicago',
  };
}

function toCountedBy({ startsOn, countsBy, timeZone }: WeekRule) {
  return { weekStartsOn: startsOn, countsBy, timeZone };
}

function assertPeriod({ from, to }: { from: string; to: string }, longest: number): void {
  const days = daysBetween(from, to);
  const message = days < 0 ? 'The last day is before the first' : days >= longest ? 'Choose a shorter period' : null;
  if (message) throw new AppError('validation_failed', { errors: [{ path: 'query.to', message }], reason: 'query.to' });
}

async function readDays(ctx: Ctx, rule: WeekRule, period: Period): Promise<{ day: string; figures: LoadFigures }[]> {
  const cells = await readFigures(ctx, rule, period, 'day', 'load_stats', (figures) => `select day, ${figureList} from (${figures}) f`);
  return cells.map(([day, ...sums]) => ({ day: day ?? '', figures: toFigures(sums) }));
}

/**
 * Reads the stored figures and the changes since in one statement, so the result is exact even during a fold. Without a filter, days
 * come from the daily totals, one row a day. Figures by driver use monthly rows for every whole month in the period.
 */
async function readFigures(
  ctx: Ctx,
  { countsBy }: WeekRule,
  { from, to, driverId, dispatcherId }: Period,
  key: 'day' | 'driver_id',
  name: string,
  select: (figures: string) => string,
): Promise<Cells> {
  const { companyId } = ctx.actor;
  const values: string[] = [companyId, from, to];
  const conditions = ['company_id = $1'];
  const narrow = (column: string, ids: string[] | undefined) => {
    if (ids?.length) conditions.push(`${column} = any($${values.push(`{${ids.join(',')}}`)}::uuid[])`);
  };
  narrow('driver_id', driverId);
  narrow('dispatcher_id', dispatcherId);
  const isWhole = key === 'day' && conditions.length === 1;
  const own = conditions.join(' and ');
  const day = dayColumns[countsBy];
  const kept = (table: string, days: string) =>
    `select ${key}, ${figureList} from ${table} where ${own} and basis = '${countsBy}' and ${days}`;
  const parts = [kept(isWhole ? 'load_day_totals' : 'load_day_figures', 'day between $2::date and $3::date')];
  if (key === 'driver_id') {
    const [first, end] = wholeMonths(from, to).map((month) => `$${values.push(month)}::date`);
    parts.splice(
      0,
      1,
      kept('load_day_figures', `day >= $2::date and day < ${first}`),
      kept('load_month_figures', `month >= ${first} and month < ${end}`),
      kept('load_day_figures', `day >= ${end} and day <= $3::date`),
    );
  }
  const figures = `
    select ${key}, ${figureSums} from (
      ${parts.join(' union all ')}
      union all
      select ${key === 'day' ? `${day} as day` : key}, ${figureList} from load_figure_deltas where ${own} and ${day} between $2::date and $3::date) f
    group by ${key}`;
  const waiting = `(select count(*) from (select from load_figure_deltas where company_id = $1 limit ${patientDeltas + 1}) d)`;
  const text = `select ${waiting} as waiting, f.* from (select) one left join (${select(figures)}) f on true`;
  const prepared = { text, values, ...(conditions.length === 1 ? { name: `${name}_${countsBy}` } : {}) };
  const cells = await ctx.platform.db.readAsTenant(companyId, prepared);
  if (Number(cells[0]?.[0]) > patientDeltas)
    await ctx.transaction((tx) => foldFigures(tx, { companyId }, { key: `fold figures of ${companyId}` }));
  return cells.filter((row) => row[1] !== null).map(([, ...rest]) => rest);
}

/** The first day of the first whole month in the period, and the day after the last one. Both are `from` if there is no whole month. */
function wholeMonths(from: string, to: string): [first: string, end: string] {
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
  const first = from === monthOf(from) ? from : monthOf(addDays(monthOf(from), 31));
  const end = monthOf(addDays(to, 1));
  return first < end ? [first, end] : [from, from];
}

/** Lanes and brokers are counted from the loads themselves, not from stored figures. */
function readLoads(
  { platform, actor }: Ctx,
  { countsBy }: WeekRule,
  { from, to, driverId, dispatcherId, limit }: Period & { limit: number },
  select: (loads: string, limit: string) => string,
): Promise<Cells> {
  const values: string[] = [actor.companyId, from, to, String(limit)];
  const conditions = [`l.company_id = $1 and ${isCountedLoad} and l.${dayColumns[countsBy]} between $2::date and $3::date`];
  const narrow = (column: string, ids: string[] | undefined) => {
    if (ids?.length) conditions.push(`l.${column} = any($${values.push(`{${ids.join(',')}}`)}::uuid[])`);
  };
  narrow('driver_id', driverId);
  narrow('dispatcher_id', dispatcherId);
  return platform.db.readAsTenant(actor.companyId, { text: select(`from loads l where ${conditions.join(' and ')}`, '$4::int'), values });
}
