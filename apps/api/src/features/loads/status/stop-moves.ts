import type { Stop } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { rollingStatuses } from '@headhaul/domain/loads/status';

/** What happened at a stop. */
export type StopState = Pick<Stop, 'id' | 'kind' | 'status' | 'arrivedAt' | 'departedAt'>;

function isOpen({ status }: StopState): boolean {
  return status !== 'COMPLETED' && status !== 'SKIPPED';
}

/** If a clock was set back, the departure must still not be before the arrival. */
function leave<S extends StopState>(stop: S, at: string, status: 'COMPLETED' | 'SKIPPED'): S {
  const departedAt = stop.departedAt ?? (stop.arrivedAt !== null && at < stop.arrivedAt ? stop.arrivedAt : at);
  return { ...stop, status, departedAt };
}

function leaveDock<S extends StopState>(stops: readonly S[], at: string, status: 'COMPLETED' | 'SKIPPED' = 'COMPLETED'): S[] {
  return stops.map((stop) => (stop.status === 'ARRIVED' ? leave(stop, at, status) : stop));
}

/** The truck heads for the first stop that is still open. */
function headOn<S extends StopState>(stops: readonly S[]): S[] {
  const next = stops.find(isOpen);
  return stops.map((stop) => {
    if (stop === next && stop.status === 'PENDING') return { ...stop, status: 'EN_ROUTE' };
    return stop !== next && stop.status === 'EN_ROUTE' ? { ...stop, status: 'PENDING' } : stop;
  });
}

/** Arrives at the next open stop of this kind. Open stops before it are completed. */
function arrive<S extends StopState>(stops: readonly S[], kind: Stop['kind'], at: string): S[] {
  const target =
    stops.find((stop) => stop.kind === kind && stop.status === 'ARRIVED') ?? stops.find((stop) => stop.kind === kind && isOpen(stop));
  if (!target) return [...stops];
  const index = stops.indexOf(target);
  return stops.map((stop, position) => {
    if (position === index) return { ...stop, status: 'ARRIVED', arrivedAt: stop.arrivedAt ?? at };
    if (position > index || !isOpen(stop)) return stop;
    return stop.status === 'ARRIVED' ? leave(stop, at, 'COMPLETED') : { ...stop, status: 'COMPLETED' };
  });
}

function startAgain<S extends StopState>(stop: S): S {
  return { ...stop, status: 'PENDING', arrivedAt: null, departedAt: null };
}

/** The truck leaves its dock, or the pickup that nobody reported. After DELIVERED, it heads for the last stop again. */
function takeOff<S extends StopState>(stops: readonly S[], from: LoadStatus, at: string): S[] {
  if (from === 'DELIVERED') {
    const last = stops.at(-1);
    return headOn(stops.map((stop) => (stop === last ? startAgain(stop) : stop)));
  }
  const unreported = from === 'DISPATCHED' ? stops.find((stop) => stop.kind === 'PICKUP' && isOpen(stop)) : undefined;
  const left = stops.map((stop) => (stop === unreported && stop.status !== 'ARRIVED' ? ({ ...stop, status: 'COMPLETED' } as S) : stop));
  return headOn(leaveDock(left, at));
}

/**
 * What a move means for the stops. A move writes a time only if it tells one: arriving at a dock or leaving it. A stop that nobody
 * reported is completed without times, and counts on its planned day.
 */
export function moveStops<S extends StopState>(stops: readonly S[], from: LoadStatus, to: LoadStatus, at: string): S[] {
  switch (to) {
    case 'DISPATCHED':
      return headOn(stops);
    case 'AT_PICKUP':
      return arrive(stops, 'PICKUP', at);
    case 'IN_TRANSIT':
      return takeOff(stops, from, at);
    case 'AT_DELIVERY':
      return arrive(stops, 'DELIVERY', at);
    case 'DELIVERED':
      return leaveDock(stops, at).map((stop) => (isOpen(stop) ? { ...stop, status: 'COMPLETED' } : stop));
    case 'TONU':
    case 'CANCELLED':
      return leaveDock(stops, at, 'SKIPPED').map((stop) => (stop.status === 'EN_ROUTE' ? { ...stop, status: 'PENDING' } : stop));
    case 'BOOKED':
      return stops.map(startAgain);
    default:
      return [...stops];
  }
}

/** Sets the times of a stop that a person entered by hand. */
export function setTimes<S extends StopState>(
  stops: readonly S[],
  id: string,
  times: Pick<Stop, 'arrivedAt' | 'departedAt'>,
  loadStatus: LoadStatus,
): S[] {
  const isDone = loadStatus === 'DELIVERED' || loadStatus === 'INVOICED' || loadStatus === 'PAID';
  const changed = stops.map((stop): S => {
    if (stop.id !== id) return stop;
    if (isDone || times.departedAt !== null) return { ...stop, ...times, status: 'COMPLETED' };
    return { ...stop, ...times, status: times.arrivedAt === null ? 'PENDING' : 'ARRIVED' };
  });
  return (rollingStatuses as readonly LoadStatus[]).includes(loadStatus) ? headOn(changed) : changed;
}
