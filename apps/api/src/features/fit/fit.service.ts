import type { FitRow, Fits, Freight } from '@headhaul/contracts/fit';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { usualAssumptions } from '@headhaul/domain/fit/assumptions';
import type { FitLoad, PlannedLoad } from '@headhaul/domain/fit/facts';
import { type Fit, fitOf, legsToMeasure } from '@headhaul/domain/fit/fit';
import { type FormatContext, formatFit, formatReason } from '@headhaul/domain/fit/format-reason';
import { formatNobody, rankFits } from '@headhaul/domain/fit/rank';
import { actionFor } from '@headhaul/domain/fit/reasons';
import { formatNearTime } from '@headhaul/domain/time/when';
import type { z } from 'zod';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { type Leg, measureLegs } from '../roads/legs.service.ts';
import { placeFreight, readFitLoad, readLoadsAround } from './fit-loads.ts';
import { type FitDriver, readFitDrivers } from './fit-trucks.ts';

type Asked = { loadId: string } | { freight: z.output<typeof Freight> };

/** Which drivers can take the load. The facts are read in one transaction and the fits computed after it, without a connection. */
export async function findFits(ctx: Ctx, asked: Asked): Promise<Fits> {
  const nowMs = Date.now();
  const facts = await ctx.transaction((tx) => readFacts(tx, asked, nowMs));
  const rows = await fitAll(facts, nowMs);
  const { can, notKnown, cant, closest } = rankFits(rows);
  const context = { nowMs, companyZone: facts.companyZone };
  const [pickup] = facts.load.stops;
  // As long as one isn't known, nobody can say that nobody can.
  const isMissed = rows.length > 0 && cant.length === rows.length && pickup !== undefined && pickup.closesMs !== null;
  const { milesPerHour, liveDockMinutes, dropDockMinutes } = usualAssumptions;
  return {
    rows: [...can, ...notKnown, ...cant].map(({ driver, fit }) => toRow(driver, fit, context)),
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

interface Facts {
  load: FitLoad;
  drivers: FitDriver[];
  loadsByDriver: ReadonlyMap<string, PlannedLoad[]>;
  companyZone: string;
}

async function readFacts(tx: TenantTx, asked: Asked, nowMs: number): Promise<Facts> {
  const company = await tx.db.selectFrom('companies').select('time_zone').where('company_id', '=', tx.companyId).executeTakeFirstOrThrow();
  const companyZone = company.time_zone;
  const load = 'loadId' in asked ? await readFitLoad(tx, asked.loadId) : await placeFreight(tx, asked.freight, companyZone);
  const drivers = await readFitDrivers(tx, nowMs);
  const loadsByDriver = await readLoadsAround(tx, load.stops[0]?.closesMs ?? nowMs);
  return { load, drivers, loadsByDriver, companyZone };
}

async function fitAll({ load, drivers, loadsByDriver }: Facts, nowMs: number): Promise<{ driver: FitDriver; fit: Fit }[]> {
  const breathe = createBreather();
  const loadsOf = ({ id }: FitDriver) => loadsByDriver.get(id) ?? [];
  const legs: Leg[] = [];
  for (const driver of drivers) {
    legs.push(...legsToMeasure(driver.truck, load, loadsOf(driver), usualAssumptions, nowMs));
    await breathe();
  }
  const measure = await measureLegs(legs);
  const rows: { driver: FitDriver; fit: Fit }[] = [];
  for (const driver of drivers) {
    rows.push({ driver, fit: fitOf(driver.truck, load, { loads: loadsOf(driver), measure }, usualAssumptions, nowMs) });
    await breathe();
  }
  return rows;
}

function toRow({ id, name, truckNumber, teamPartnerId, truck }: FitDriver, fit: Fit, context: FormatContext): FitRow {
  const { deadhead, pickup, delivery, empty, segments, slackMinutes } = fit;
  const [first] = fit.reasons;
  return {
    driverId: id,
    name,
    truckNumber,
    teamPartnerId,
    ownStatus: truck.ownStatus,
    verdict: fit.verdict,
    ...formatFit(fit, context),
    reasons: fit.reasons.map((reason) => ({
      kind: reason.kind,
      words: formatReason(reason, context),
      minutes: 'minutes' in reason ? Math.round(reason.minutes) : null,
    })),
    action: first === undefined ? null : actionFor(first),
    slackMinutes,
    deadhead: deadhead && { miles: Math.round(deadhead.miles), source: deadhead.source },
    driveMinutesLeft: pickup === null ? null : Math.floor(pickup.clocks.driveMinutes),
    isAfterRest: segments.some(({ kind, endMs }) => (kind === 'REST' || kind === 'RESTART') && endMs <= (pickup?.arriveMs ?? 0)),
    from: formatFrom(truck, fit, context),
    pickupAt: toInstant(pickup?.arriveMs),
    deliveryAt: toInstant(delivery?.arriveMs),
    empty: empty && { at: new Date(empty.atMs).toISOString(), city: empty.place.city, state: empty.place.state },
  };
}

function formatFrom({ equipment, trailerLengthFt }: FitDriver['truck'], { from }: Fit, { nowMs, companyZone }: FormatContext): string {
  const trailer =
    equipment === null ? '' : `${equipmentLabels[equipment].toLowerCase()}${trailerLengthFt === null ? '' : ` ${trailerLengthFt}`}`;
  if (from.city === null) return trailer;
  const place = `${from.city}, ${from.state ?? ''}`;
  if (from.atMs === null) return place;
  return from.atMs <= nowMs ? `empty in ${place}` : `${place}, ${formatNearTime(from.atMs, companyZone, nowMs)}`;
}

function toInstant(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
