import type { AssignmentInput } from '@headhaul/contracts/loads/input';
import type { Load } from '@headhaul/contracts/loads/record';
import { isPayByTerms, payToSave } from '@headhaul/domain/loads/cut';
import type { z } from 'zod';
import { updateRows } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { lockDrivers } from '../../drivers/driver-rules.service.ts';
import { findDoubt } from '../../fit/fit.service.ts';
import { readLoad, type WholeLoad } from '../read/read.service.ts';
import { describeChanges } from '../record/changes.ts';
import { writeEvents } from '../record/events.ts';
import { lockLoad, nextTimestamp } from '../record/lock.ts';
import { isSameCrew } from '../status/moves.ts';
import { moveLoad, publishLoadsChanged } from '../status/status.service.ts';
import { assertSeen } from './assigned-since.ts';
import { assertNotDoubleBooked, isRolling } from './double-booking.ts';
import { loadsTold, settleFitDoubt } from './fit-doubts.ts';
import { type Crew, findReferences, type References, validateReferences } from './references.ts';

type AssignmentValues = z.output<typeof AssignmentInput>;

/** If the input names no truck or trailer, a new driver brings their own. With the same driver they stay. */
function crewOf(load: WholeLoad, input: AssignmentValues, known: References): Crew {
  const { driverId, coDriverId } = input;
  const driver = driverId === null ? undefined : known.drivers.get(driverId);
  const own = driverId === load.driverId ? load : { truckId: driver?.truckId ?? null, trailerId: driver?.trailerId ?? null };
  return {
    driverId,
    coDriverId,
    truckId: input.truckId === undefined ? own.truckId : input.truckId,
    trailerId: input.trailerId === undefined ? own.trailerId : input.trailerId,
  };
}

/** Pay that nobody typed in follows the driver and the miles. 0 is pay that nobody knew. */
function payOfCrew(load: WholeLoad, driverId: string | null, deadheadMiles: number, known: References): number {
  const isTyped = load.driverPayCents > 0 && !isPayByTerms(load);
  if (isTyped) return load.driverPayCents;
  const terms =
    driverId === load.driverId ? load.payTerms : ((driverId === null ? undefined : known.drivers.get(driverId)?.payTerms) ?? null);
  return payToSave(terms, { ...load, deadheadMiles });
}

export async function assignLoad(ctx: Ctx, id: string, input: AssignmentValues): Promise<Load> {
  const { driverId, anyway } = input;
  // Computed before the load is locked, because a trip may take a while to plan.
  const doubt = anyway === undefined || driverId === null ? null : await findDoubt(ctx, { loadId: id }, driverId);
  const settled = settleFitDoubt(doubt, anyway);
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const { actor } = ctx;
    await assertSeen(tx, load, input);
    await lockDrivers(tx, [input.driverId, input.coDriverId]);
    const named = { brokerId: null, dispatcherId: null, ...input, truckId: input.truckId ?? null, trailerId: input.trailerId ?? null };
    const known = await findReferences(tx, [named]);
    const errors = validateReferences(named, known, load);
    if (errors.length > 0) throw new AppError('validation_failed', { errors, reason: errors.map(({ path }) => path).join(', ') });
    if (input.driverId === null && load.status === 'DISPATCHED') {
      const after = await moveLoad(tx, actor, load, {
        newStatus: 'BOOKED',
        reason: '',
        paidAmountCents: null,
        confirmDoubleBooking: false,
        confirmFactor: false,
      });
      publishLoadsChanged(ctx, tx, [load, after]);
      return after;
    }
    if (input.driverId === null && isRolling(load.status)) {
      throw new AppError('move_not_allowed', { detail: 'This load is on the road. Assign another driver instead.', allowedNext: [] });
    }
    const crew = crewOf(load, input, known);
    const isNewCrew = crew.driverId !== load.driverId || crew.coDriverId !== load.coDriverId;
    if (isNewCrew) await assertNotDoubleBooked(tx, { ...load, ...crew, told: loadsTold(doubt, anyway) }, input.confirmDoubleBooking);
    const deadheadMiles = input.deadheadMiles ?? load.deadheadMiles;
    if (isSameCrew(load, crew) && deadheadMiles === load.deadheadMiles) return load;
    const at = nextTimestamp(load);
    await updateRows(tx, 'loads', [
      {
        id,
        version: load.version + 1,
        updated_at: at,
        driver_id: crew.driverId,
        co_driver_id: crew.coDriverId,
        truck_id: crew.truckId,
        trailer_id: crew.trailerId,
        deadhead_miles: deadheadMiles,
        driver_pay_cents: payOfCrew(load, crew.driverId, deadheadMiles, known),
      },
    ]);
    const after = await readLoad(tx, id);
    const changes = [...describeChanges(load, after), ...(settled === null ? [] : [settled.change])];
    await writeEvents(tx, [{ loadId: id, at, kind: 'assigned', actorId: actor.userId, changes, reason: settled?.reason ?? null }]);
    publishLoadsChanged(ctx, tx, [load, after]);
    return after;
  });
}
