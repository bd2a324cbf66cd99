import type { Load } from '@headhaul/contracts/loads/record';
import type { TenantTx } from '../../../lib/db/database.ts';
import { updateRows } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { lockDrivers } from '../../drivers/driver-rules.service.ts';
import { readLoad, undoEnd, type WholeLoad } from '../read/read.service.ts';
import { describeMove } from '../record/changes.ts';
import { writeEvents } from '../record/events.ts';
import { lockLoad, nextTimestamp } from '../record/lock.ts';
import { assertNotDoubleBooked, isBookedOrRolling, isWork } from '../write/double-booking.ts';
import { factorQuestion, findUnconfirmedDoubt, noteConfirmed } from '../write/factor-doubts.ts';
import { orNumberTaken } from '../write/load-numbers.ts';
import { findReferences } from '../write/references.ts';
import { type Moved, planReturn, rememberBefore, saveMoves } from './moves.ts';
import { publishLoadsChanged } from './status.service.ts';

/** Another load may take its number from now on. Everything else stays and comes back with a restore. */
export function deleteLoad(ctx: Ctx, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const at = nextTimestamp(load);
    await updateRows(tx, 'loads', [{ id, version: load.version + 1, updated_at: at, deleted_at: at }]);
    await writeEvents(tx, [{ loadId: id, at, kind: 'deleted', actorId: ctx.actor.userId }]);
    tx.audit({ action: 'load.deleted', actorId: ctx.actor.userId, detail: { loadId: id, loadNumber: load.loadNumber } });
    publishLoadsChanged(ctx, tx, [load]);
  });
}

interface RestoreConfirmed {
  confirmDoubleBooking?: boolean | undefined;
  confirmFactor?: boolean | undefined;
}

/**
 * Returns a load that isn't in the bin as it is, so a repeated call does no harm. Checks again whether its drivers are still available,
 * and what the factor says now.
 */
export function restoreLoad(
  ctx: Ctx,
  id: string,
  { confirmDoubleBooking = false, confirmFactor = false }: RestoreConfirmed,
): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const locked = await tx.db
      .selectFrom('loads')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .select('id')
      .executeTakeFirst();
    if (!locked) throw new AppError('not_found');
    const load = await readLoad(tx, id);
    if (load.deletedAt === null) return load;
    const at = nextTimestamp(load);
    const moved = await settleDrivers(tx, load, at, confirmDoubleBooking);
    const row = { id, version: load.version + 1, updated_at: at, deleted_at: null };
    await orNumberTaken(load.loadNumber, () => updateRows(tx, 'loads', [row]));
    if (moved) await saveMoves(tx, [{ load, moved, at }]);
    const after = await readLoad(tx, id);
    const common = { loadId: id, at, actorId: ctx.actor.userId };
    const doubt = isBookedOrRolling(after.status) ? await findUnconfirmedDoubt(tx, after) : undefined;
    if (doubt !== undefined && !confirmFactor) throw factorQuestion(doubt);
    const isMoved = after.status !== load.status;
    const changes = describeMove(load, after);
    await writeEvents(tx, [
      { ...common, kind: 'restored', changes: isMoved ? [] : changes },
      ...(moved && isMoved ? [{ ...common, kind: 'status' as const, changes, before: rememberBefore(load, moved) }] : []),
    ]);
    await noteConfirmed(tx, [{ ...common, doubt }]);
    tx.audit({ action: 'load.restored', actorId: ctx.actor.userId, detail: { loadId: id, loadNumber: load.loadNumber } });
    publishLoadsChanged(ctx, tx, [load, after]);
    return isMoved ? { ...after, undoUntil: undoEnd(at) } : after;
  });
}

/** The changes to a load whose drivers may be gone. Null if the load comes back as it was. */
async function settleDrivers(tx: TenantTx, load: WholeLoad, at: string, confirmDoubleBooking: boolean): Promise<Moved | null> {
  if (!isWork(load.status)) return null;
  await lockDrivers(tx, [load.driverId, load.coDriverId]);
  const { drivers } = await findReferences(tx, [load]);
  const moved = planReturn(load, drivers, at);
  await assertNotDoubleBooked(tx, { ...load, ...moved?.crew, status: moved?.money.status ?? load.status }, confirmDoubleBooking);
  return moved;
}
