import { fixedCost } from '@headhaul/contracts/http/endpoint';
import type { StatusInput, TonuInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { allowedMoves, loadStatusLabels } from '@headhaul/domain/loads/status';
import type { z } from 'zod';
import type { Actor } from '../../../lib/auth/actor.ts';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { lockDrivers } from '../../drivers/driver-rules.service.ts';
import type { FitDoubt } from '../../fit/fit.service.ts';
import { type LoadFacts, type ReadLoads, readLoadFacts, readWholeLoads, undoEnd, type WholeLoad } from '../read/read.service.ts';
import { describeMove } from '../record/changes.ts';
import { writeEvents } from '../record/events.ts';
import { lockLoad, lockLoads, nextTimestamp } from '../record/lock.ts';
import { findClashAmong, findDoubleBookings, isNotBooked, isRolling } from '../write/double-booking.ts';
import { factorQuestion, findFactorDoubts, noteConfirmed } from '../write/factor-doubts.ts';
import { doubtsNow, findDoubtsOfBooking, loadsTold, noteGivenAnyway, refuseFitDoubt } from '../write/fit-doubts.ts';
import { type Moved, planMove, planTonu, rememberBefore, saveMoves } from './moves.ts';

type StatusValues = z.output<typeof StatusInput>;

interface Refused {
  load: LoadFacts;
  error: AppError;
}

function movesOf(load: LoadFacts, actor: Actor): LoadStatus[] {
  return allowedMoves(load, { isTeamOwner: actor.teamRole === 'owner' }, Date.now());
}

export function notAllowed(load: LoadFacts, actor: Actor, detail: string): AppError {
  return new AppError('move_not_allowed', { detail, allowedNext: movesOf(load, actor) });
}

function refuseMove(load: LoadFacts, actor: Actor, { newStatus }: Pick<StatusValues, 'newStatus'>): AppError | undefined {
  if (newStatus === load.status) return notAllowed(load, actor, `Load ${load.loadNumber} is ${loadStatusLabels[newStatus]} already.`);
  if (!movesOf(load, actor).includes(newStatus)) {
    return notAllowed(load, actor, `A load that is ${loadStatusLabels[load.status]} can’t go to ${loadStatusLabels[newStatus]}.`);
  }
  if (isRolling(newStatus) && load.driverId === null) return notAllowed(load, actor, 'Assign a driver first.');
  return undefined;
}

/** Whether this move makes a load take its drivers' time: it goes on the road or is planned again. */
function claimsDrivers(from: LoadStatus, to: LoadStatus): boolean {
  return (isRolling(to) || to === 'BOOKED') && !isRolling(from);
}

/** Refuses loads whose driver is archived, has another load at that time, or has another load of this same move. */
export async function refuseDrivers(
  tx: TenantTx,
  actor: Actor,
  loads: readonly (LoadFacts & { told?: readonly string[] })[],
  { newStatus, confirmDoubleBooking }: Pick<StatusValues, 'newStatus' | 'confirmDoubleBooking'>,
): Promise<Refused[]> {
  const starting = loads.filter(({ status }) => claimsDrivers(status, newStatus));
  const locked = await lockDrivers(
    tx,
    starting.flatMap(({ driverId, coDriverId }) => [driverId, coDriverId]),
  );
  const refused: Refused[] = [];
  const present: (typeof starting)[number][] = [];
  for (const load of starting) {
    const drivers = [load.driverId, load.coDriverId].filter((id) => id !== null);
    const archived = drivers.map((id) => locked.get(id)).find((driver) => driver?.isArchived);
    if (archived) refused.push({ load, error: notAllowed(load, actor, `${archived.name} is archived. Assign another driver.`) });
    else present.push(load);
  }
  if (confirmDoubleBooking) return refused;
  const asMoved = (load: LoadFacts) => ({ ...load, status: newStatus });
  const clashes = await findDoubleBookings(tx, present.map(asMoved));
  const gone: LoadFacts[] = [];
  for (const load of present) {
    const other = findClashAmong(asMoved(load), gone);
    const clash = other === undefined ? clashes.get(load.id) : `The driver goes with load ${other.loadNumber}.`;
    if (clash === undefined) gone.push(load);
    else refused.push({ load, error: new AppError('confirmation_needed', { detail: clash, confirm: 'DOUBLE_BOOKING' }) });
  }
  return refused;
}

/** Moves the loads that can be moved, with a few statements for all of them. */
async function moveLoads<L extends LoadFacts>(
  tx: TenantTx,
  actor: Actor,
  loads: readonly L[],
  input: StatusValues,
  read: ReadLoads<L>,
  fitDoubts: ReadonlyMap<string, FitDoubt> = new Map(),
): Promise<{ done: L[]; refused: Refused[] }> {
  if (input.newStatus === 'PROBLEM' && input.reason === '') {
    throw new AppError('validation_failed', { errors: [{ path: 'body.reason', message: 'Say what happened' }], reason: 'body.reason' });
  }
  const refused: Refused[] = loads.flatMap((load) => {
    const error = refuseMove(load, actor, input);
    return error ? [{ load, error }] : [];
  });
  const fit = (load: LoadFacts) => !refused.some(({ load: other }) => other.id === load.id);
  for (const load of loads.filter(fit)) {
    const doubt = fitDoubts.get(load.id);
    const error = doubt && refuseFitDoubt(doubt, input.anyway);
    if (error) refused.push({ load, error });
  }
  const asked = loads.filter(fit).map((load) => ({ ...load, told: loadsTold(fitDoubts.get(load.id), input.anyway) }));
  refused.push(...(await refuseDrivers(tx, actor, asked, input)));
  const doubts = await findFactorDoubts(tx, input.newStatus === 'BOOKED' ? loads.filter(fit).filter(isNotBooked) : []);
  if (!input.confirmFactor) {
    for (const load of loads) {
      const doubt = doubts.get(load.id);
      if (doubt !== undefined) refused.push({ load, error: factorQuestion(doubt) });
    }
  }
  const moves = loads.filter(fit).map((load) => {
    const at = nextTimestamp(load);
    return { load, at, moved: planMove(load, input.newStatus, at, input) };
  });
  const done = await recordMoves(tx, actor, moves, input.reason, read);
  const common = moves.map(({ load, at }) => ({ load, at, actorId: actor.userId }));
  const given = common.map(({ load, ...event }) => ({ load, ...event, doubt: fitDoubts.get(load.id) ?? null }));
  await noteGivenAnyway(tx, given, input.anyway);
  await noteConfirmed(
    tx,
    common.map(({ load, ...event }) => ({ ...event, loadId: load.id, doubt: doubts.get(load.id) })),
  );
  return { done, refused };
}

async function recordMoves<L extends LoadFacts>(
  tx: TenantTx,
  actor: Actor,
  moves: readonly { load: L; moved: Moved; at: string }[],
  reason: string,
  read: ReadLoads<L>,
): Promise<L[]> {
  if (moves.length === 0) return [];
  await saveMoves(tx, moves);
  const after = await read(
    tx,
    moves.map(({ load }) => load.id),
  );
  const done = after.flatMap((load) => {
    const move = moves.find((one) => one.load.id === load.id);
    return move ? [{ ...move, after: { ...load, undoUntil: undoEnd(move.at) } }] : [];
  });
  await writeEvents(
    tx,
    done.map((move) => ({
      loadId: move.load.id,
      at: move.at,
      kind: 'status' as const,
      actorId: actor.userId,
      changes: describeMove(move.load, move.after),
      reason: reason === '' ? null : reason,
      before: rememberBefore(move.load, move.moved),
    })),
  );
  return done.map((move) => move.after);
}

/** Also publishes `drivers.changed`: the state of a driver follows from their loads. */
export function publishLoadsChanged(
  { actor }: Pick<Ctx, 'platform' | 'actor'>,
  tx: TenantTx,
  loads: readonly Pick<Load, 'id' | 'driverId'>[],
): void {
  const ids = [...new Set(loads.map(({ id }) => id))];
  tx.publish({ type: 'loads.changed', ids, byUserId: actor.userId });
  if (loads.some(({ driverId }) => driverId !== null)) tx.publish({ type: 'drivers.changed' });
}

export async function changeLoadStatus(ctx: Ctx, id: string, input: StatusValues): Promise<Load> {
  const asked =
    input.newStatus === 'BOOKED' ? await findDoubtsOfBooking(ctx, [id], loadEndpoints.changeLoadStatus.cost({ body: input })) : undefined;
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    if (input.newStatus === 'TONU') throw notAllowed(load, ctx.actor, 'A TONU needs its new rate: mark it as TONU.');
    const after = await moveLoad(tx, ctx.actor, load, input, asked && (await doubtsNow(tx, [load], asked)));
    publishLoadsChanged(ctx, tx, [load, after]);
    return after;
  });
}

/** Moves one load whose row is already locked. */
export async function moveLoad(
  tx: TenantTx,
  actor: Actor,
  load: WholeLoad,
  input: StatusValues,
  fitDoubts?: ReadonlyMap<string, FitDoubt>,
): Promise<WholeLoad> {
  const { done, refused } = await moveLoads(tx, actor, [load], input, readWholeLoads, fitDoubts);
  if (refused[0]) throw refused[0].error;
  if (!done[0]) throw new Error('a load that can be moved was not');
  return done[0];
}

export function markTonu(ctx: Ctx, id: string, tonu: z.output<typeof TonuInput>): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const refused = refuseMove(load, ctx.actor, { newStatus: 'TONU' });
    if (refused) throw refused;
    const at = nextTimestamp(load);
    const newRc = tonu.newRc === '' ? null : tonu.newRc;
    const [after] = await recordMoves(tx, ctx.actor, [{ load, at, moved: planTonu(load, { ...tonu, newRc }, at) }], '', readWholeLoads);
    if (!after) throw new Error('a load that can be moved was not');
    publishLoadsChanged(ctx, tx, [load, after]);
    return after;
  });
}

interface BulkResult {
  done: LoadRow[];
  refused: { id: string; loadNumber: string; why: string }[];
}

/** Moves each load that can be moved. The others are returned with the reason and don't hold up the rest. */
export async function changeManyStatuses(ctx: Ctx, { ids, ...values }: StatusValues & { ids: string[] }): Promise<BulkResult> {
  // One paid amount can't be right for every load.
  const input = { ...values, paidAmountCents: null };
  const asked = input.newStatus === 'BOOKED' ? await findDoubtsOfBooking(ctx, ids, fixedCost(loadEndpoints.changeManyStatuses)) : undefined;
  return ctx.transaction(async (tx) => {
    const wanted = [...new Set(ids)];
    const loads = await lockLoads(tx, wanted);
    const fitDoubts = asked && (await doubtsNow(tx, loads, asked));
    const { done, refused } = await moveLoads(tx, ctx.actor, input.newStatus === 'TONU' ? [] : loads, input, readLoadFacts, fitDoubts);
    const noTonu = input.newStatus === 'TONU' ? loads : [];
    const absent = wanted.filter((id) => !loads.some((load) => load.id === id));
    if (done.length > 0) {
      tx.audit({
        action: 'loads.moved',
        actorId: ctx.actor.userId,
        detail: { loads: done.length, status: loadStatusLabels[input.newStatus] },
      });
      publishLoadsChanged(ctx, tx, done);
    }
    return {
      done,
      refused: [
        ...refused.map(({ load, error }) => ({ id: load.id, loadNumber: load.loadNumber, why: error.details.detail ?? error.message })),
        ...noTonu.map(({ id, loadNumber }) => ({ id, loadNumber, why: 'A TONU needs a rate of its own.' })),
        ...absent.map((id) => ({ id, loadNumber: '', why: 'This load is no longer there.' })),
      ],
    };
  });
}
