import type { FitReason, FitRow } from '@headhaul/contracts/fit';
import type { LoadValues } from '@headhaul/contracts/loads/input';
import type { Load, Stop } from '@headhaul/contracts/loads/record';
import type { FitLoad } from '@headhaul/domain/fit/facts';
import { inSentence } from '@headhaul/domain/fit/format-reason';
import { type ReasonKind, verdictOf } from '@headhaul/domain/fit/reasons';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { type FitDoubt, findDoubts } from '../../fit/fit.service.ts';
import { type LoadFacts, readLoadFacts } from '../read/read.service.ts';
import { anywayField, driverField } from '../record/changes.ts';
import { type Change, writeEvents } from '../record/events.ts';
import { isBookedOrRolling, isNotBooked } from './double-booking.ts';

type Needs = Pick<
  Load,
  'equipment' | 'lengthFt' | 'weightLb' | 'temperatureMinF' | 'temperatureMaxF' | 'hazmatClass' | 'requirements' | 'driverId'
>;

/** A load before or after a save, as far as the question who can haul it goes. */
interface Hauled {
  id: string;
  loadNumber: string;
  status: LoadStatus;
  needs: Needs;
  stops: readonly Stop[];
}

/** A load that is formed or changed, as fit reads it when it is saved. */
export function toFitLoad({ id, loadNumber, status, needs, stops }: Hauled): FitLoad {
  return {
    id,
    loadNumber,
    status,
    equipment: needs.equipment,
    lengthFt: needs.lengthFt,
    weightLb: needs.weightLb,
    isTemperatureSet: needs.temperatureMinF !== null || needs.temperatureMaxF !== null,
    isHazmat: needs.hazmatClass !== null,
    requirements: needs.requirements,
    stops: stops.map(({ kind, city, state, timeZone, lat, lng, schedule, startsAt, endsAt, time, handling, ...stop }) => ({
      kind,
      city,
      state,
      timeZone,
      point: lat === null || lng === null ? null : { lat, lng },
      schedule,
      opensMs: Date.parse(startsAt),
      closesMs: Date.parse(endsAt),
      hasTime: time !== null,
      handling,
      arrivedMs: stop.arrivedAt === null ? null : Date.parse(stop.arrivedAt),
      isDone: stop.departedAt !== null || stop.status === 'COMPLETED' || stop.status === 'SKIPPED',
    })),
  };
}

/**
 * Whether a changed load asks again who can haul it: for another driver, and until the truck is at the pickup also when its stops or its
 * freight changed. A driver who has it on the road hauls it.
 */
export function asksFit(before: Hauled, after: Hauled): boolean {
  if (after.needs.driverId === null || !isBookedOrRolling(before.status)) return false;
  if (after.needs.driverId !== before.needs.driverId) return true;
  const isAhead = before.status === 'BOOKED' || before.status === 'DISPATCHED';
  return isAhead && JSON.stringify(toFitLoad(before)) !== JSON.stringify(toFitLoad({ ...after, loadNumber: before.loadNumber }));
}

/** What is against the driver of a load, and the version of the load that was asked about. */
interface Asked {
  version: number;
  doubt: FitDoubt | undefined;
}

/**
 * What is against the drivers of these drafts and cancelled loads, by load id, when they become booked: until then nobody asked. Computed
 * before the loads are locked, because a trip may take a while to plan. `doubtsNow` is called under the lock. `paid` is what the request has
 * cost so far.
 */
export async function findDoubtsOfBooking(ctx: Ctx, ids: readonly string[], paid: number): Promise<ReadonlyMap<string, Asked>> {
  return askFit(ctx, await ctx.transaction((tx) => readLoadFacts(tx, ids)), paid);
}

async function askFit(ctx: Pick<Ctx, 'transaction' | 'charge'>, loads: readonly LoadFacts[], paid: number): Promise<Map<string, Asked>> {
  const unbooked = loads.filter(isNotBooked);
  const given = unbooked.flatMap(({ driverId, stops, ...load }) => {
    // A cancelled load is hauled from its first stop.
    const open = stops.map((stop) => ({ ...stop, status: 'EN_ROUTE' as const, arrivedAt: null, departedAt: null }));
    const needs = { ...load, driverId };
    return driverId === null ? [] : [{ load: toFitLoad({ ...load, status: 'BOOKED', needs, stops: open }), driverId }];
  });
  const doubts = await findDoubts(ctx, given, paid);
  return new Map(unbooked.map(({ id, version }) => [id, { version, doubt: doubts.get(id) }]));
}

/**
 * What is against the drivers of loads that are locked. A load that somebody changed since it was asked about may have another driver,
 * trailer or pickup, so it is asked about again. That is rare and about few loads, so their locks may be held for it.
 */
export async function doubtsNow(
  tx: TenantTx,
  loads: readonly LoadFacts[],
  asked: ReadonlyMap<string, Asked>,
): Promise<Map<string, FitDoubt>> {
  const changed = loads.filter(({ id, version }) => asked.get(id)?.version !== version);
  // They have been paid for. Nothing is counted elsewhere while locks are held.
  const free = async () => undefined;
  const again = await askFit({ transaction: (work) => work(tx), charge: free }, changed, 0);
  return new Map(
    loads.filter(isNotBooked).flatMap(({ id }) => {
      const doubt = (again.get(id) ?? asked.get(id))?.doubt;
      return doubt === undefined ? [] : [[id, doubt]];
    }),
  );
}

type Anyway = LoadValues['anyway'];

/**
 * A reason that decides and that the person wasn't told. Who wants a driver who can't also wants one of whom it isn't known. A load at the
 * same time is told by its number. A person whose request names no loads is asked about them as a double booking.
 */
function findNews({ verdict, reasons }: FitRow, { seen, seenLoads }: NonNullable<Anyway>): FitReason | undefined {
  if (seen === undefined) return undefined;
  if (verdict !== 'CANT' && seen.some((kind) => verdictOf({ kind: kind as ReasonKind }) === 'CANT')) return undefined;
  const isTold = ({ kind, loadNumber }: FitReason) =>
    seen.includes(kind) && (loadNumber === undefined || seenLoads === undefined || seenLoads.includes(loadNumber));
  return reasons.find((reason) => verdictOf(reason) === verdict && !isTold(reason));
}

/** Why a driver against whom the fit is doesn't get the load. Undefined when the person was told and wants it so. */
export function refuseFitDoubt(doubt: FitDoubt, anyway: Anyway): AppError | undefined {
  const news = anyway && findNews(doubt.row, anyway);
  if (anyway === undefined || news !== undefined) {
    const detail = `${doubt.row.name}: ${news === undefined ? doubt.words : inSentence(news.words)}.`;
    return new AppError('confirmation_needed', { detail, confirm: 'FIT', current: doubt.row });
  }
  if (doubt.needsTypedReason && anyway.reason === null) {
    const errors = [{ path: 'body.anyway.reason', message: 'Say why this trailer is fine' }];
    return new AppError('validation_failed', { errors, reason: 'anyway.reason' });
  }
  return undefined;
}

/** Refuses a driver against whom the fit is, unless the person wants it so; then the history says so. */
export function settleFitDoubt(doubt: FitDoubt | null, anyway: Anyway): { change: Change; reason: string | null } | null {
  if (doubt === null) return null;
  const refused = refuseFitDoubt(doubt, anyway);
  if (refused) throw refused;
  return { change: { field: anywayField, from: null, to: doubt.words }, reason: anyway?.reason ?? null };
}

/**
 * The driver's other loads of which the question about the fit has told the person, as far as they are still at that time. Nobody is asked
 * about them twice.
 */
export function loadsTold(doubt: FitDoubt | null | undefined, anyway: Anyway): string[] {
  const reasons = doubt?.row.reasons ?? [];
  return (anyway?.seenLoads ?? []).filter((number) => reasons.some(({ loadNumber }) => loadNumber === number));
}

interface GivenAnyway {
  load: Pick<Load, 'id' | 'driverName'>;
  at: string;
  actorId: string;
  doubt: FitDoubt | null;
}

/** The line in the history of loads that are booked for such a driver, each with its doubt. */
export async function noteGivenAnyway(tx: TenantTx, given: readonly GivenAnyway[], anyway: Anyway): Promise<void> {
  await writeEvents(
    tx,
    given.flatMap(({ load, at, actorId, doubt }) => {
      const settled = settleFitDoubt(doubt, anyway);
      if (settled === null) return [];
      const changes = [{ field: driverField, from: null, to: load.driverName }, settled.change];
      return [{ loadId: load.id, at, kind: 'assigned' as const, actorId, changes, reason: settled.reason }];
    }),
  );
}
