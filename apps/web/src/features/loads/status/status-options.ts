import type { LoadRow } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { allowedMoves, moveEffects } from '@headhaul/domain/loads/status';
import { formatStopClock } from '../../../shared/format/stop-time.ts';
import type { StatusOption } from './status-menu.tsx';

/** Moves below the line at the end of the menu. */
const dangerous: readonly LoadStatus[] = ['PROBLEM', 'CANCELLED', 'DISCARDED'];
/** Moves that need a reason or an amount before they are made. */
const asking: readonly LoadStatus[] = ['PROBLEM', 'TONU', 'PAID'];

export function asksFirst(status: LoadStatus): boolean {
  return asking.includes(status);
}

/** What a move does to this load. */
function effectOf(row: LoadRow, to: LoadStatus, nowMs: number): string {
  if (to === 'AT_PICKUP' || to === 'AT_DELIVERY') {
    const [at, hasTime, zone] =
      to === 'AT_PICKUP' ? [row.pickupAt, row.pickupHasTime, row.pickupZone] : [row.deliveryAt, row.deliveryHasTime, row.deliveryZone];
    const isAhead = hasTime && Date.parse(at) > nowMs;
    return isAhead ? `${moveEffects[to]} at ${formatStopClock(at, zone)}` : `${moveEffects[to]} now`;
  }
  if (to === 'DISPATCHED' && row.driverName !== null) return `${row.driverName} has it`;
  if (to === 'BOOKED' && row.status === 'DISPATCHED') return `Unassigns ${row.driverName ?? 'the driver'}`;
  if (to === 'DELIVERED' && !row.hasPod) return 'Waits for the POD';
  return moveEffects[to];
}

/** The menu of one load: the likeliest move first, dangerous moves last. */
export function statusOptions(row: LoadRow, by: { isTeamOwner: boolean }, nowMs: number): StatusOption[] {
  const allowed = allowedMoves(row, by, nowMs);
  const safe = allowed.filter((status) => !dangerous.includes(status));
  const risky = allowed.filter((status) => dangerous.includes(status));
  return [...safe, ...risky].map((status) => ({
    status,
    effect: effectOf(row, status, nowMs),
    dangerous: dangerous.includes(status),
    asks: asksFirst(status),
  }));
}

/** The moves that all of these loads can make, in the order of the first load. */
export function commonMoves(rows: readonly LoadRow[], by: { isTeamOwner: boolean }, nowMs: number): LoadStatus[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  return allowedMoves(first, by, nowMs).filter((to) => others.every((row) => allowedMoves(row, by, nowMs).includes(to)));
}
