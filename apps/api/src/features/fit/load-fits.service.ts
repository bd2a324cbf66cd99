import type { DriverLoadFits, LoadFits } from '@headhaul/contracts/fit';
import type { Fit } from '@headhaul/domain/fit/fit';
import type { FormatContext } from '@headhaul/domain/fit/format-reason';
import { byEmptyMiles, rankFits } from '@headhaul/domain/fit/rank';
import { mapBreathing } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { type FitPair, fitPairs, toAnswer } from './fit-answer.ts';
import { type FitOpenLoad, type LoadsAround, readLoadsAround, readOpenLoads } from './fit-loads.ts';
import { type FitDriver, readCompanyZone, readFitDrivers } from './fit-trucks.ts';

/** A truck that is empty soon needs no load beyond the sixty that pick up next, and each takes up to a millisecond for each driver. */
const mostLoads = 60;

/** Which open loads each of these drivers can take, by the same function that says which drivers can take a load. */
export async function findLoadFits(ctx: Ctx, driverIds: readonly string[]): Promise<LoadFits> {
  const nowMs = Date.now();
  const { drivers, open, hasMore, loadsAround, companyZone } = await ctx.transaction((tx) => readFacts(tx, driverIds, nowMs));
  const context = { nowMs, companyZone };
  const answers: DriverLoadFits[] = [];
  for (const driver of drivers) {
    const pairs = open.map(({ load, shown }, index) => ({ driver, load, shown, loads: loadsAround(driver.id, index) }));
    answers.push(await toDriverFits(driver, await fitPairs(pairs, nowMs), context));
  }
  return { drivers: answers, looked: open.length, hasMore };
}

interface Facts {
  drivers: FitDriver[];
  open: FitOpenLoad[];
  hasMore: boolean;
  loadsAround: LoadsAround;
  companyZone: string;
}

async function readFacts(tx: TenantTx, driverIds: readonly string[], nowMs: number): Promise<Facts> {
  const companyZone = await readCompanyZone(tx);
  const found = new Map((await readFitDrivers(tx, nowMs, driverIds)).map((driver) => [driver.id, driver]));
  const drivers = [...new Set(driverIds)].map((id) => {
    const driver = found.get(id);
    if (driver === undefined) throw new AppError('not_found');
    return driver;
  });
  const loads = await readOpenLoads(tx, nowMs, mostLoads + 1);
  const open = loads.slice(0, mostLoads);
  const pickups = open.map(({ load }) => load.stops[0]?.closesMs ?? nowMs);
  return { drivers, open, hasMore: loads.length > open.length, loadsAround: await readLoadsAround(tx, pickups, driverIds), companyZone };
}

async function toDriverFits(
  driver: FitDriver,
  rows: readonly (FitPair & Pick<FitOpenLoad, 'shown'> & { fit: Fit })[],
  context: FormatContext,
): Promise<DriverLoadFits> {
  const { can, notKnown, cant } = rankFits(rows, byEmptyMiles);
  return {
    driverId: driver.id,
    rows: await mapBreathing([...can, ...notKnown, ...cant], (row) => ({ load: row.shown, ...toAnswer(row, context) })),
    counts: { can: can.length, notKnown: notKnown.length, cant: cant.length },
  };
}
