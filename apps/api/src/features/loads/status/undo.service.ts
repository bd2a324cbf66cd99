import { Load } from '@headhaul/contracts/loads/record';
import type { Actor } from '../../../lib/auth/actor.ts';
import type { TenantTx } from '../../../lib/db/database.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { readLastMove, readLoad, undoEnd, type WholeLoad } from '../read/read.service.ts';
import { describeMove } from '../record/changes.ts';
import { writeEvents } from '../record/events.ts';
import { lockLoad, nextTimestamp } from '../record/lock.ts';
import { isBookedOrRolling, isRolling } from '../write/double-booking.ts';
import { findUnconfirmedDoubt } from '../write/factor-doubts.ts';
import { type Crew, findReferences } from '../write/references.ts';
import { type BeforeMove, planUndo, saveMoves } from './moves.ts';
import { notAllowed, publishLoadsChanged, refuseDrivers } from './status.service.ts';

/** Undoes the last move. Calling it again undoes the move before that. */
export function undoLoadStatus(ctx: Ctx, id: string, movedAt: string | undefined): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const move = await readLastMove(tx, id);
    if (!move) throw notAllowed(load, ctx.actor, 'There is no change of status from the last 24 hours to take back.');
    if (movedAt !== undefined && Date.parse(movedAt) !== Date.parse(move.at)) {
      const detail = `Load ${load.loadNumber} has another status since then, so nothing was taken back.`;
      throw new AppError('version_stale', { detail, current: Load.parse(load) });
    }
    const planned = planUndo(load, move.before as BeforeMove);
    const moved = { ...planned, crew: await withFleetInUse(tx, planned.crew, load) };
    const { status: newStatus } = moved.money;
    if (isRolling(newStatus) && moved.crew.driverId === null) throw notAllowed(load, ctx.actor, 'Assign a driver first.');
    const [refused] = await refuseDrivers(tx, ctx.actor, [{ ...load, ...moved.crew }], { newStatus, confirmDoubleBooking: false });
    if (refused) throw notAllowed(load, ctx.actor, refused.error.details.detail ?? '');
    const at = nextTimestamp(load);
    await saveMoves(tx, [{ load, moved, at }]);
    const after = await readLoad(tx, id);
    await refuseFactorDoubt(tx, ctx.actor, load, after);
    const changes = describeMove(load, after);
    await writeEvents(tx, [{ loadId: id, at, kind: 'undone', actorId: ctx.actor.userId, changes, before: { undoes: move.id } }]);
    const next = await readLastMove(tx, id);
    publishLoadsChanged(ctx, tx, [load, after]);
    return { ...after, undoUntil: next ? undoEnd(next.at) : null };
  });
}

/** An undo can't ask, so what a move to Booked would ask about is refused here, as a busy driver is. */
async function refuseFactorDoubt(tx: TenantTx, actor: Actor, load: WholeLoad, after: WholeLoad): Promise<void> {
  const wasGivenUp = load.status === 'CANCELLED' || load.status === 'TONU';
  const doubt = wasGivenUp && isBookedOrRolling(after.status) ? await findUnconfirmedDoubt(tx, after) : undefined;
  if (doubt === undefined) return;
  const way = load.status === 'TONU' ? 'cancel the load and set it to Booked' : 'set the load to Booked';
  throw notAllowed(load, actor, `${doubt} To book it anyway, ${way}.`);
}

/** A truck or trailer that was taken out of use since the move is not restored. */
async function withFleetInUse(tx: TenantTx, crew: Crew, now: Crew): Promise<Crew> {
  if (crew.truckId === now.truckId && crew.trailerId === now.trailerId) return crew;
  const { trucks, trailers } = await findReferences(tx, [{ ...crew, brokerId: null, dispatcherId: null }]);
  const inUse = (id: string | null, known: ReadonlySet<string>) => (id !== null && known.has(id) ? id : null);
  return { ...crew, truckId: inUse(crew.truckId, trucks), trailerId: inUse(crew.trailerId, trailers) };
}
