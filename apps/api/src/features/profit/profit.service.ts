import type { LoadNet, LoadProfit, ProfitDraft } from '@headhaul/contracts/profit';
import type { RoadMiles } from '@headhaul/domain/fit/facts';
import type { CompanySettings } from '@headhaul/domain/profit/company-settings';
import type { Miles } from '@headhaul/domain/profit/facts';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import type { z } from 'zod';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { prepareDeadhead, prepareDeadheads } from '../fit/fit.service.ts';
import { type FindDieselPrice, readDieselPrices } from '../fuel/diesel.service.ts';
import { findKeptTolls, type TollFinder, type TollWay } from '../fuel/tolls.service.ts';
import { toLoadNet, toLoadProfit } from './answer.ts';
import { type Averages, readAverages } from './averages.ts';
import { freightOfDraft, readCrew, readDraftTrip } from './draft-trip.ts';
import { gatherFacts, type TripContext } from './gather-facts.ts';
import { readLanePaid } from './lane-rates.ts';
import { readRates, toSettings } from './rates.service.ts';
import { readTrips, type StoredTrip } from './stored-trips.ts';
import type { Trip, TripDriver } from './trip.ts';

/** What the company's trips are counted with. */
export interface CompanyFacts {
  settings: CompanySettings;
  today: string;
  findDiesel: FindDieselPrice;
  averagesOf: (trip: Trip) => Averages | null;
}

export async function readCompanyFacts(tx: TenantTx, trips: readonly Trip[]): Promise<CompanyFacts> {
  const company = await tx.db.selectFrom('companies').select('time_zone').where('company_id', '=', tx.companyId).executeTakeFirstOrThrow();
  const today = dayAt(Date.now(), company.time_zone);
  const days = trips.map(({ pickupDay }) => pickupDay ?? today).toSorted();
  const withoutDriver = trips.filter(({ driver }) => driver === null);
  const averages = await readAverages(
    tx,
    withoutDriver.map(({ equipment }) => equipment),
  );
  return {
    settings: toSettings(await readRates(tx)),
    today,
    findDiesel: await readDieselPrices(tx.db, days[0] ?? today, days.at(-1) ?? today),
    averagesOf: ({ driver, equipment }) => (driver === null ? (averages.get(equipment) ?? null) : null),
  };
}

/** What it takes to find out where a load's truck comes from. Null when the load says it, or nobody can know. */
type MeasureDeadhead = (() => Promise<RoadMiles | null>) | null;

interface Read {
  trip: Trip;
  company: CompanyFacts;
  lanePaidCents: number[];
  measureDeadhead: MeasureDeadhead;
}

async function readAround(tx: TenantTx, trip: Trip, measureDeadhead: MeasureDeadhead): Promise<Read> {
  const company = await readCompanyFacts(tx, [trip]);
  return { trip, company, lanePaidCents: await readLanePaid(tx, trip, company.today), measureDeadhead };
}

/** What a load that isn't saved yet would bring. */
export async function findProfit(ctx: Ctx, tolls: TollFinder, draft: z.output<typeof ProfitDraft>): Promise<LoadProfit> {
  return (await findProfitAndDeadhead(ctx, tolls, draft)).profit;
}

/** With the empty miles that it counts. */
export async function findProfitAndDeadhead(ctx: Ctx, tolls: TollFinder, draft: z.output<typeof ProfitDraft>): Promise<Answered> {
  const read = await ctx.transaction(async (tx) => {
    const trip = await readDraftTrip(tx, draft);
    const freight = trip.deadhead === null ? freightOfDraft(draft) : null;
    const { driver } = trip;
    return readAround(tx, trip, driver && freight ? await prepareDeadhead(tx, driver.id, { freight }, Date.now()) : null);
  });
  return answer(ctx, tolls, read);
}

/** What a saved load brings. */
export async function getLoadProfit(ctx: Ctx, tolls: TollFinder, id: string): Promise<LoadProfit> {
  const read = await ctx.transaction(async (tx) => {
    const [trip] = await readTrips(tx, [id]);
    if (!trip) throw new AppError('not_found');
    const { loadId } = trip;
    return readAround(tx, trip, isMeasured(trip) ? await prepareDeadhead(tx, trip.driver.id, { loadId }, Date.now()) : null);
  });
  return (await answer(ctx, tolls, read)).profit;
}

/** The load doesn't say where its driver comes from, and that can still be found out. */
function isMeasured(trip: StoredTrip): trip is StoredTrip & { driver: TripDriver } {
  return trip.deadhead === null && trip.driver !== null && trip.isAhead;
}

interface Answered {
  profit: LoadProfit;
  deadhead: Miles | null;
}

async function answer({ actor }: Ctx, tolls: TollFinder, { trip, company, lanePaidCents, measureDeadhead }: Read): Promise<Answered> {
  const way = tollWayOf(trip);
  const { averagesOf, ...shared } = company;
  const averages = averagesOf(trip);
  const context: TripContext = {
    ...shared,
    averages,
    deadhead: toMiles((await measureDeadhead?.()) ?? null),
    tolls: way === null ? null : await tolls.findTolls(actor.companyId, way),
  };
  const facts = gatherFacts(trip, context);
  return { profit: toLoadProfit({ trip, facts, averages, rule: company.settings.rateRule, lanePaidCents }), deadhead: facts.deadhead };
}

/** The net of several loads. Tolls are those that are known already: HERE is not asked for a list. */
export async function findNets(ctx: Ctx, { loadIds, driverId }: NetsAsked): Promise<{ nets: LoadNet[] }> {
  const read = await ctx.transaction(async (tx) => {
    const saved = await readTrips(tx, [...new Set(loadIds)]);
    const trips = driverId === null ? saved : await giveTo(tx, driverId, saved);
    const open = trips.flatMap((trip) => (isMeasured(trip) ? [{ loadId: trip.loadId, driverId: trip.driver.id }] : []));
    const measure = await prepareDeadheads(tx, open, Date.now());
    return { trips, open, measure, company: await readCompanyFacts(tx, trips), tolls: await readKeptTolls(tx, trips) };
  });
  const { trips, open, company, tolls } = read;
  const measured = await read.measure();
  const deadheads = new Map(open.map(({ loadId }, index) => [loadId, measured[index] ?? null]));
  const breathe = createBreather();
  const nets: LoadNet[] = [];
  for (const [index, trip] of trips.entries()) {
    const { averagesOf, ...shared } = company;
    const deadhead = toMiles(deadheads.get(trip.loadId) ?? null);
    const context = { ...shared, averages: averagesOf(trip), deadhead, tolls: tolls[index] ?? null };
    nets.push(toLoadNet(trip.loadId, gatherFacts(trip, context)));
    await breathe();
  }
  return { nets };
}

interface NetsAsked {
  loadIds: readonly string[];
  driverId: string | null;
}

/** The loads without a driver as this driver and their team partner would haul them, from where the driver is. */
async function giveTo(tx: TenantTx, driverId: string, trips: readonly StoredTrip[]): Promise<StoredTrip[]> {
  const driver = await tx.db
    .selectFrom('drivers')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', driverId)
    .select('team_partner_id')
    .executeTakeFirst();
  const crew = await readCrew(tx, { driverId, coDriverId: driver?.team_partner_id ?? null, truckId: null });
  return trips.map((trip) => {
    if (trip.driver !== null) return trip;
    const given = { ...trip, ...crew, truck: trip.truck ?? crew.truck };
    // Miles that a person typed stay when the load is assigned.
    if (trip.deadhead?.source === 'ENTERED') return given;
    return { ...given, paysMeasured: true, deadhead: null, paidMiles: trip.loaded?.miles ?? null };
  });
}

/** In the order of the trips. Null also for a trip of which a place isn't known. */
export async function readKeptTolls(tx: TenantTx, trips: readonly Trip[]) {
  const ways = trips.map(tollWayOf);
  const known = await findKeptTolls(
    tx.db,
    ways.filter((way) => way !== null),
  );
  let next = 0;
  return ways.map((way) => (way === null ? null : (known[next++] ?? null)));
}

/** From the pickup to the last delivery. Null when a place isn't known. */
function tollWayOf({ stops, equipment }: Trip): TollWay | null {
  const points = stops.flatMap(({ point }) => point ?? []);
  return points.length < stops.length ? null : { stops: points, equipment };
}

function toMiles(found: RoadMiles | null): Miles | null {
  return found && { miles: Math.round(found.miles), source: found.source === 'ROAD' ? 'NETWORK' : 'ESTIMATE' };
}
