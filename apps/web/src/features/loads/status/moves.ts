import type { StatusInput } from '@headhaul/contracts/loads/input';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { grossCents } from '@headhaul/domain/loads/money';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { moves } from '@headhaul/domain/loads/status';

/** The row as it will be after a move, shown until the server answers. */
export function movedRow(row: LoadRow, { newStatus, reason = '' }: StatusInput, at: string): LoadRow {
  const isAtDock = newStatus === 'AT_PICKUP' || newStatus === 'AT_DELIVERY';
  return {
    ...row,
    status: newStatus,
    grossCents: grossCents({ ...row, status: newStatus }),
    statusChangedAt: at,
    statusBeforeProblem: newStatus === 'PROBLEM' ? row.status : null,
    problemReason: newStatus === 'PROBLEM' ? reason : null,
    dockArrivedAt: isAtDock ? at : null,
    invoicedAt: newStatus === 'INVOICED' ? at : newStatus === 'PAID' ? row.invoicedAt : null,
    paidAt: newStatus === 'PAID' ? at : null,
  };
}

/** Truck ordered, not used. Only the new rate counts, and no loaded mile was driven. */
export function tonuRow(row: LoadRow, tonu: { newRate: number; newRc?: string | null }, at: string): LoadRow {
  return {
    ...movedRow(row, { newStatus: 'TONU' }, at),
    rc: tonu.newRc ?? row.rc,
    linehaulCents: tonu.newRate,
    fuelSurchargeCents: 0,
    grossCents: tonu.newRate + row.billableFeesCents,
    loadedMiles: 0,
  };
}

export function canMove(from: LoadStatus, to: LoadStatus): boolean {
  return moves[from].includes(to);
}
