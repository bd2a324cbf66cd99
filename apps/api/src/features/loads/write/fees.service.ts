import type { FeeInput, LoadFee } from '@headhaul/contracts/loads/fees';
import type { Load } from '@headhaul/contracts/loads/record';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../../lib/db/database.ts';
import { updateRows } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { readLoad, type WholeLoad } from '../read/read.service.ts';
import { formatFee } from '../record/changes.ts';
import { type NewEvent, writeEvents } from '../record/events.ts';
import { lockLoad, nextTimestamp } from '../record/lock.ts';
import { summarizeFees } from '../record/summary.ts';
import { publishLoadsChanged } from '../status/status.service.ts';

/** No real load has this many fees. */
const maxFees = 100;

function checkDocument(load: WholeLoad, { documentId }: FeeInput): void {
  if (documentId === null || load.documents.some(({ id }) => id === documentId)) return;
  const errors = [{ path: 'body.documentId', message: 'This document is not on the load' }];
  throw new AppError('validation_failed', { errors, reason: 'body.documentId' });
}

function findFee(load: WholeLoad, feeId: string): LoadFee {
  const fee = load.fees.find(({ id }) => id === feeId);
  if (!fee) throw new AppError('not_found');
  return fee;
}

function toRow({ type, brokerAmountCents, driverAmountCents, reason, status, documentId }: FeeInput) {
  return {
    type,
    broker_amount_cents: brokerAmountCents,
    driver_amount_cents: driverAmountCents,
    reason,
    status,
    document_id: documentId,
  };
}

/** Updates the load's sums in the same transaction as its fees. */
async function finish(
  ctx: Ctx,
  tx: TenantTx,
  load: WholeLoad,
  fees: readonly LoadFee[],
  event: Pick<NewEvent, 'kind' | 'changes'>,
): Promise<Load> {
  const at = nextTimestamp(load);
  await updateRows(tx, 'loads', [{ id: load.id, version: load.version + 1, updated_at: at, ...summarizeFees(fees) }]);
  await writeEvents(tx, [{ loadId: load.id, at, actorId: ctx.actor.userId, ...event }]);
  const after = await readLoad(tx, load.id);
  publishLoadsChanged(ctx, tx, [after]);
  return after;
}

export function addFee(ctx: Ctx, id: string, input: FeeInput): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    checkDocument(load, input);
    if (load.fees.length >= maxFees) throw new AppError('limit_reached', { detail: `A load has at most ${maxFees} fees.` });
    const fee = { id: uuidv7(), ...input };
    await tx.db
      .insertInto('load_fees')
      .values({ company_id: tx.companyId, id: fee.id, load_id: id, created_by: ctx.actor.userId, ...toRow(input) })
      .execute();
    return finish(ctx, tx, load, [...load.fees, fee], { kind: 'fee.added', changes: [{ field: 'Fee', from: null, to: formatFee(fee) }] });
  });
}

export function changeFee(ctx: Ctx, { id, feeId }: { id: string; feeId: string }, input: FeeInput): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const before = findFee(load, feeId);
    checkDocument(load, input);
    await updateRows(tx, 'load_fees', [{ id: feeId, ...toRow(input) }]);
    const after = { id: feeId, ...input };
    const fees = load.fees.map((fee) => (fee.id === feeId ? after : fee));
    return finish(ctx, tx, load, fees, {
      kind: 'fee.changed',
      changes: [{ field: 'Fee', from: formatFee(before), to: formatFee(after) }],
    });
  });
}

export function removeFee(ctx: Ctx, { id, feeId }: { id: string; feeId: string }): Promise<Load> {
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const before = findFee(load, feeId);
    await tx.db.deleteFrom('load_fees').where('company_id', '=', tx.companyId).where('id', '=', feeId).execute();
    const fees = load.fees.filter(({ id: other }) => other !== feeId);
    return finish(ctx, tx, load, fees, { kind: 'fee.removed', changes: [{ field: 'Fee', from: formatFee(before), to: null }] });
  });
}
