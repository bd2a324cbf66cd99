import { maxLoadsCounted, type NetFigures, type NetLane, type NetSum } from '@headhaul/contracts/profit';
import { type LeftOut, type MissingFact, missingFacts, type Profit } from '@headhaul/domain/profit/facts';
import { loadProfit } from '@headhaul/domain/profit/profit';
import { type WeekRule, weekStart, weeksBetween } from '@headhaul/domain/time/weeks';
import { daysBetween } from '@headhaul/domain/time/zoned-time';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { gatherFacts } from './gather-facts.ts';
import { readCompanyFacts, readKeptTolls } from './profit.service.ts';
import { type CountedTrip, readCountedTrips } from './stored-trips.ts';

interface Period {
  from: string;
  to: string;
  driverId?: string[] | undefined;
  dispatcherId?: string[] | undefined;
}

/** Two years of weeks, as many as the screen shows. */
const longestDays = 732;
const trucksShown = 50;
const lanesShown = 5;
/** One load says little about a lane. */
const fewestLoads = 2;

const dayColumns = { PICKUP: 'pickup_day', DELIVERY: 'delivery_day', BOOKING: 'booked_day' } as const;

interface Counted {
  trip: CountedTrip;
  profit: Profit;
}

/** Net by truck and week, and lanes by net a day. Each load is computed as on its own page, and one whose net isn't known is counted apart. */
export async function getNetFigures(ctx: Ctx, period: Period): Promise<NetFigures> {
  const { from, to } = period;
  const length = daysBetween(from, to);
  const message = length < 0 ? 'The last day is before the first' : length >= longestDays ? 'Choose a shorter period' : null;
  if (message) throw new AppError('validation_failed', { errors: [{ path: 'query.to', message }], reason: 'query.to' });

  const { rule, counted, isCut } = await countTrips(ctx, period);
  const weeks = weeksBetween(from, to, rule.startsOn);
  const lanes = sumLanes(counted);
  return {
    from,
    to,
    weeks,
    total: sumOf(counted),
    trucks: sumTrucks(counted, weeks, rule.startsOn),
    bestLanes: lanes.slice(0, lanesShown),
    worstLanes: lanes.slice(lanesShown).slice(-lanesShown).reverse(),
    before: (['TOLLS', 'FIXED_COST'] satisfies LeftOut[]).filter((left) => counted.some(({ profit }) => profit.before.includes(left))),
    missing: countMissing(counted),
    isCut,
  };
}

async function countTrips(ctx: Ctx, period: Period): Promise<{ rule: WeekRule; counted: Counted[]; isCut: boolean }> {
  const { rule, trips, isCut, company, tolls } = await ctx.transaction(async (tx) => {
    const week = await readRule(tx);
    // One more than is counted, to see whether there are more.
    const found = await readCountedTrips(tx, { ...period, day: dayColumns[week.countsBy], limit: maxLoadsCounted + 1 });
    const some = found.slice(0, maxLoadsCounted);
    return {
      rule: week,
      trips: some,
      isCut: found.length > some.length,
      company: await readCompanyFacts(tx, some),
      tolls: await readKeptTolls(tx, some),
    };
  });
  const breathe = createBreather();
  const counted: Counted[] = [];
  for (const [index, trip] of trips.entries()) {
    const { averagesOf, ...shared } = company;
    const context = { ...shared, averages: averagesOf(trip), deadhead: null, tolls: tolls[index] ?? null };
    counted.push({ trip, profit: loadProfit(gatherFacts(trip, context)) });
    await breathe();
  }
  return { rule, counted, isCut };
}

async function readRule(tx: TenantTx): Promise<WeekRule> {
  const row = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select(['week_starts_on', 'week_counts_by', 'time_zone'])
    .executeTakeFirstOrThrow();
  return {
    startsOn: row.week_starts_on as WeekRule['startsOn'],
    countsBy: row.week_counts_by as WeekRule['countsBy'],
    timeZone: row.time_zone,
  };
}

/** Net a day counts only trips whose days are known. */
function sumOf(counted: readonly Counted[]): NetSum {
  const known = counted.filter(({ profit }) => profit.netCents !== null);
  const timed = known.filter(({ profit }) => profit.days !== null);
  const sum = (some: readonly Counted[], of: (profit: Profit) => number | null) =>
    some.reduce((all, { profit }) => all + (of(profit) ?? 0), 0);
  // Days are in tenths, so their sum is rounded to tenths again.
  const tenths = Math.round(sum(timed, ({ days }) => days) * 10);
  return {
    netCents: known.length === 0 ? null : sum(known, ({ netCents }) => netCents),
    days: tenths / 10,
    netPerDayCents: tenths === 0 ? null : Math.round((sum(timed, ({ netCents }) => netCents) * 10) / tenths),
    loads: known.length,
    unknownLoads: counted.length - known.length,
  };
}

function sumTrucks(counted: readonly Counted[], weeks: readonly string[], startsOn: WeekRule['startsOn']): NetFigures['trucks'] {
  const groups = Map.groupBy(counted, ({ trip }) => trip.truck?.id ?? null);
  const trucks = [...groups].map(([truckId, group]) => {
    const byWeek = Map.groupBy(
      group.filter(({ profit }) => profit.netCents !== null),
      ({ trip }) => weekStart(trip.countedDay, startsOn),
    );
    const weekCents = weeks.map((week) => byWeek.get(week)?.reduce((sum, { profit }) => sum + (profit.netCents ?? 0), 0) ?? null);
    return { ...sumOf(group), truckId, number: group[0]?.trip.truck?.number ?? null, weekCents };
  });
  // A truck without a known net comes last.
  const net = ({ netCents }: NetSum) => netCents ?? Number.NEGATIVE_INFINITY;
  return trucks
    .toSorted((a, b) => (net(a) === net(b) ? (a.number ?? '').localeCompare(b.number ?? '') : net(b) - net(a)))
    .slice(0, trucksShown);
}

/** Best net a day first. Lanes with too few loads, or without days, are left out. */
function sumLanes(counted: readonly Counted[]): NetLane[] {
  const groups = Map.groupBy(counted, ({ trip: { stops } }) => {
    const [from, to] = [stops[0], stops.at(-1)];
    return JSON.stringify([from?.city, from?.state, to?.city, to?.state].map((part) => part?.toLowerCase() ?? ''));
  });
  return [...groups.values()]
    .flatMap((group): NetLane[] => {
      const [from, to] = [group[0]?.trip.stops[0], group[0]?.trip.stops.at(-1)];
      const lane = sumOf(group);
      if (from === undefined || to === undefined || lane.loads < fewestLoads || lane.netPerDayCents === null) return [];
      return [{ ...lane, originCity: from.city, originState: from.state, destinationCity: to.city, destinationState: to.state }];
    })
    .toSorted((a, b) => (b.netPerDayCents ?? 0) - (a.netPerDayCents ?? 0) || a.originCity.localeCompare(b.originCity));
}

function countMissing(counted: readonly Counted[]): NetFigures['missing'] {
  const unknown = counted.filter(({ profit }) => profit.netCents === null);
  // A net is shown without these.
  const decisive = missingFacts.filter((fact): fact is MissingFact => fact !== 'TOLLS' && fact !== 'FIXED_COST');
  return decisive
    .map((fact) => ({ fact, loads: unknown.filter(({ profit }) => profit.missing.includes(fact)).length }))
    .filter(({ loads }) => loads > 0)
    .toSorted((a, b) => b.loads - a.loads);
}
