import { type FitRow, type Fits, type Freight, fitEndpoints } from '@headhaul/contracts/fit';
import { fixedCost } from '@headhaul/contracts/http/endpoint';
import { usualAssumptions } from '@headhaul/domain/fit/assumptions';
import type { FitLoad, RoadMiles } from '@headhaul/domain/fit/facts';
import type { Fit } from '@headhaul/domain/fit/fit';
import { type FormatContext, formatReason, inSentence } from '@headhaul/domain/fit/format-reason';
import { formatNobody, rankFits } from '@headhaul/domain/fit/rank';
import { needsTypedReason } from '@headhaul/domain/fit/reasons';
import type { z } from 'zod';
import { mapBreathing } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { type FitPair, fitPairs, toAnswer } from './fit-answer.ts';
import { type LoadsAround, placeFreight, readFitLoad, readFitLoads, readLoadsAround, readOwnLoadsAround } from './fit-loads.ts';
import { type FitDriver, readCompanyZone, readFitDrivers } from './fit-trucks.ts';

type Asked = { loadId: string } | { freight: z.output<typeof Freight> } | { load: FitLoad };

/** Each takes about 0.1 ms, a fifth of it in the database. */
const placesPerPoint = 100;
/** So that the largest fleet can still ask a few times a minute. */
const highestPrice = 600;

/** In points. Every driver, and every stop of a driver's loads around the pickup, is a place to measure and time. */
function priceFits(pairs: readonly FitPair[]): number {
  const places = pairs.reduce((sum, { loads }) => sum + 1 + loads.flatMap(({ stops }) => stops).length, 0);
  return Math.min(Math.ceil(places / placesPerPoint), highestPrice);
}

async function chargeRest({ charge }: Pick<Ctx, 'charge'>, pairs: readonly FitPair[], paid: number): Promise<void> {
  const more = priceFits(pairs) - paid;
  if (more > 0) await charge(more);
}

/** Which drivers can take the load. The facts are read in one transaction and the fits computed after it, without a connection. */
export async function findFits(ctx: Ctx, asked: Asked): Promise<Fits> {
  const nowMs = Date.now();
  const facts = await ctx.transaction((tx) => readFacts(tx, asked, null, nowMs));
  const pairs = await pairWithLoad(facts);
  await chargeRest(ctx, pairs, fixedCost(fitEndpoints.findFits));
  const rows = await fitPairs(pairs, nowMs);
  const { can, notKnown, cant, closest } = rankFits(rows);
  const context = { nowMs, companyZone: facts.companyZone };
  const [pickup] = facts.load.stops;
  // As long as one isn't known, nobody can say that nobody can.
  const isMissed = rows.length > 0 && cant.length === rows.length && pickup !== undefined && pickup.closesMs !== null;
  const { milesPerHour, liveDockMinutes, dropDockMinutes } = usualAssumptions;
  return {
    rows: await mapBreathing([...can, ...notKnown, ...cant], (row) => toRow(row, context)),
    counts: { can: can.length, notKnown: notKnown.length, cant: cant.length },
    nobody: isMissed
      ? {
          words: formatNobody({ closesMs: pickup.closesMs ?? nowMs, timeZone: pickup.timeZone }, nowMs),
          closestIds: closest.map(({ driver }) => driver.id),
        }
      : null,
    assumptions: { milesPerHour, liveDockMinutes, dropDockMinutes },
  };
}

export interface FitDoubt {
  row: FitRow;
  words: string;
  needsTypedReason: boolean;
}

/** What is against giving a load to one driver. Null when the driver can, and for a driver who isn't active. */
export async function findDoubt(ctx: Ctx, asked: Asked, driverId: string): Promise<FitDoubt | null> {
  const nowMs = Date.now();
  const facts = await ctx.transaction((tx) => readFacts(tx, asked, [driverId], nowMs));
  const [row] = await fitPairs(await pairWithLoad(facts), nowMs);
  return row === undefined ? null : toDoubt(row, { nowMs, companyZone: facts.companyZone });
}

/**
 * The same for many loads that get their drivers at once, with as many statements as for one. By load id, without those that can. The
 * request has paid these points for it, and pays what the drivers' plans cost beyond them.
 */
export async function findDoubts(
  ctx: Pick<Ctx, 'transaction' | 'charge'>,
  given: readonly GivenLoad[],
  paid: number,
): Promise<Map<string, FitDoubt>> {
  if (given.length === 0) return new Map();
  const nowMs = Date.now();
  const { companyZone, pairs } = await ctx.transaction(async (tx) => ({
    companyZone: await readCompanyZone(tx),
    pairs: await pairWithDrivers(tx, given, nowMs),
  }));
  await chargeRest(ctx, pairs, paid);
  const rows = await fitPairs(pairs, nowMs);
  const doubts = await mapBreathing(rows, (row) => toDoubt(row, { nowMs, companyZone }));
  return new Map(rows.flatMap(({ load }, at) => (doubts[at] ? [[load.id, doubts[at]]] : [])));
}

function toDoubt(row: FitPair & { fit: Fit }, context: FormatContext): FitDoubt | null {
  const { reasons, verdict } = row.fit;
  const [first] = reasons;
  if (first === undefined || verdict === 'CAN' || verdict === 'LOOK') return null;
  return {
    row: toRow(row, context),
    words: inSentence(formatReason(first, context)),
    needsTypedReason: needsTypedReason(reasons),
  };
}

/**
 * The miles from where a driver is, or will be empty, to the pickup. The facts are read in the transaction; the function that is returned
 * measures without it. Null when the driver's place or the pickup isn't known.
 */
export async function prepareDeadhead(
  tx: TenantTx,
  driverId: string,
  asked: Asked,
  nowMs: number,
): Promise<() => Promise<RoadMiles | null>> {
  const facts = await readFacts(tx, asked, [driverId], nowMs);
  return async () => {
    const [row] = await fitPairs(await pairWithLoad(facts), nowMs);
    return row?.fit.deadhead ?? null;
  };
}

/** A saved load and the driver who comes for it. */
interface AssignedLoad {
  loadId: string;
  driverId: string;
}

/** The same for many saved loads, with as many statements as for one. In the order of the loads. */
export async function prepareDeadheads(
  tx: TenantTx,
  assigned: readonly AssignedLoad[],
  nowMs: number,
): Promise<() => Promise<(RoadMiles | null)[]>> {
  if (assigned.length === 0) return async () => [];
  const found = await readFitLoads(
    tx,
    assigned.map(({ loadId }) => loadId),
  );
  const loads = new Map(found.map((load) => [load.id, load]));
  const given = assigned.flatMap(({ loadId, driverId }, at) => {
    const load = loads.get(loadId);
    return load === undefined ? [] : [{ at, load, driverId }];
  });
  const pairs = await pairWithDrivers(tx, given, nowMs);
  return async () => {
    const miles = new Map((await fitPairs(pairs, nowMs)).map(({ at, fit }) => [at, fit.deadhead]));
    return assigned.map((_, at) => miles.get(at) ?? null);
  };
}

/** A load and the driver who hauls it. */
interface GivenLoad {
  load: FitLoad;
  driverId: string;
}

/** Each load with its driver. Those of a driver who isn't active are left out. */
async function pairWithDrivers<Given extends GivenLoad>(
  tx: TenantTx,
  given: readonly Given[],
  nowMs: number,
): Promise<(Given & FitPair)[]> {
  const driverIds = [...new Set(given.map(({ driverId }) => driverId))];
  const drivers = new Map((await readFitDrivers(tx, nowMs, driverIds)).map((driver) => [driver.id, driver]));
  const loadsAround = await readOwnLoadsAround(
    tx,
    given.map(({ load, driverId }) => ({ momentMs: load.stops[0]?.closesMs ?? nowMs, driverId })),
  );
  return given.flatMap((one, place) => {
    const driver = drivers.get(one.driverId);
    return driver === undefined ? [] : [{ ...one, driver, loads: loadsAround(one.driverId, place) }];
  });
}

interface Facts {
  load: FitLoad;
  drivers: FitDriver[];
  loadsAround: LoadsAround;
  companyZone: string;
}

/** About all active drivers, or about those with these ids. */
async function readFacts(tx: TenantTx, asked: Asked, driverIds: readonly string[] | null, nowMs: number): Promise<Facts> {
  const companyZone = await readCompanyZone(tx);
  const load = await readAsked(tx, asked, companyZone);
  const drivers = await readFitDrivers(tx, nowMs, driverIds);
  const loadsAround = await readLoadsAround(tx, [load.stops[0]?.closesMs ?? nowMs], driverIds);
  return { load, drivers, loadsAround, companyZone };
}

async function readAsked(tx: TenantTx, asked: Asked, companyZone: string): Promise<FitLoad> {
  if ('load' in asked) return asked.load;
  return 'loadId' in asked ? readFitLoad(tx, asked.loadId) : placeFreight(tx, asked.freight, companyZone);
}

function pairWithLoad({ load, drivers, loadsAround }: Facts): Promise<FitPair[]> {
  return mapBreathing(drivers, (driver) => ({ driver, load, loads: loadsAround(driver.id, 0) }));
}

function toRow(pair: FitPair & { fit: Fit }, context: FormatContext): FitRow {
  const { id, name, truckNumber, teamPartnerId, truck } = pair.driver;
  return { driverId: id, name, truckNumber, teamPartnerId, ownStatus: truck.ownStatus, ...toAnswer(pair, context) };
}
