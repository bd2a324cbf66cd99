import type { FitRow, Fits, Freight } from '@headhaul/contracts/fit';
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
import { type LoadsAround, placeFreight, readFitLoad, readFitLoads, readLoadsAround } from './fit-loads.ts';
import { type FitDriver, readCompanyZone, readFitDrivers } from './fit-trucks.ts';

type Asked = { loadId: string } | { freight: z.output<typeof Freight> };

/** Which drivers can take the load. The facts are read in one transaction and the fits computed after it, without a connection. */
export async function findFits(ctx: Ctx, asked: Asked): Promise<Fits> {
  const nowMs = Date.now();
  const facts = await ctx.transaction((tx) => readFacts(tx, asked, null, nowMs));
  const rows = await fitAll(facts, nowMs);
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

/** What is against giving a saved load to one driver. Null when the driver can, and for a driver who isn't active. */
export async function findDoubt(ctx: Ctx, loadId: string, driverId: string): Promise<{ words: string; needsTypedReason: boolean } | null> {
  const nowMs = Date.now();
  const facts = await ctx.transaction((tx) => readFacts(tx, { loadId }, [driverId], nowMs));
  const [row] = await fitAll(facts, nowMs);
  const [first] = row?.fit.reasons ?? [];
  if (row === undefined || first === undefined || row.fit.verdict === 'CAN' || row.fit.verdict === 'LOOK') return null;
  return {
    words: inSentence(formatReason(first, { nowMs, companyZone: facts.companyZone })),
    needsTypedReason: needsTypedReason(row.fit.reasons),
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
    const [row] = await fitAll(facts, nowMs);
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
  const driverIds = [...new Set(assigned.map(({ driverId }) => driverId))];
  const loads = await readFitLoads(
    tx,
    assigned.map(({ loadId }) => loadId),
  );
  const drivers = new Map((await readFitDrivers(tx, nowMs, driverIds)).map((driver) => [driver.id, driver]));
  const loadsAround = await readLoadsAround(
    tx,
    loads.map(({ stops }) => stops[0]?.closesMs ?? nowMs),
    driverIds,
  );
  const placeOf = new Map(loads.map(({ id }, place) => [id, place]));
  const pairs = assigned.flatMap(({ loadId, driverId }, at) => {
    const [driver, place] = [drivers.get(driverId), placeOf.get(loadId) ?? -1];
    const load = loads[place];
    return driver === undefined || load === undefined ? [] : [{ at, driver, load, loads: loadsAround(driverId, place) }];
  });
  return async () => {
    const miles = new Map((await fitPairs(pairs, nowMs)).map(({ at, fit }) => [at, fit.deadhead]));
    return assigned.map((_, at) => miles.get(at) ?? null);
  };
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
  const load = 'loadId' in asked ? await readFitLoad(tx, asked.loadId) : await placeFreight(tx, asked.freight, companyZone);
  const drivers = await readFitDrivers(tx, nowMs, driverIds);
  const loadsAround = await readLoadsAround(tx, [load.stops[0]?.closesMs ?? nowMs], driverIds);
  return { load, drivers, loadsAround, companyZone };
}

async function fitAll({ load, drivers, loadsAround }: Facts, nowMs: number): Promise<(FitPair & { fit: Fit })[]> {
  const pairs = await mapBreathing(drivers, (driver) => ({ driver, load, loads: loadsAround(driver.id, 0) }));
  return fitPairs(pairs, nowMs);
}

function toRow(pair: FitPair & { fit: Fit }, context: FormatContext): FitRow {
  const { id, name, truckNumber, teamPartnerId, truck } = pair.driver;
  return { driverId: id, name, truckNumber, teamPartnerId, ownStatus: truck.ownStatus, ...toAnswer(pair, context) };
}
