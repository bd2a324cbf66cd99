import { type LoadStatus, rollingStatuses } from '../loads/status.ts';
import type { FitStop, PlannedLoad } from './facts.ts';

export function isRolling({ status }: PlannedLoad): boolean {
  return (rollingStatuses as readonly LoadStatus[]).includes(status);
}

/** The loads that take the truck's time, in the order in which it hauls them. */
export function loadsAhead(loads: readonly PlannedLoad[]): PlannedLoad[] {
  return loads
    .filter((load) => (load.status === 'BOOKED' || isRolling(load)) && openStops(load).length > 0)
    .toSorted((a, b) => Number(isRolling(b)) - Number(isRolling(a)) || compare(latestPickup(a), latestPickup(b)));
}

/** Puts a load between the others: after those on the road and those whose latest pickup isn't later. */
export function placeLoad(load: PlannedLoad, loads: readonly PlannedLoad[]): { before: PlannedLoad[]; after: PlannedLoad[] } {
  const others = loadsAhead(loads).filter(({ id }) => id !== load.id);
  const isBefore = (other: PlannedLoad) => isRolling(other) || compare(latestPickup(other), latestPickup(load)) <= 0;
  return { before: others.filter(isBefore), after: others.filter((other) => !isBefore(other)) };
}

/**
 * Whether one truck can't haul both even if each is picked up as late and delivered as early as its appointments allow. False when a time
 * isn't known.
 */
export function isSameTime(a: PlannedLoad, b: PlannedLoad): boolean {
  const isInside = (one: PlannedLoad, other: PlannedLoad) => (latestPickup(one) ?? Infinity) < (other.stops.at(-1)?.opensMs ?? -Infinity);
  return isInside(a, b) && isInside(b, a);
}

export function openStops({ stops }: PlannedLoad): FitStop[] {
  return stops.filter(({ isDone }) => !isDone);
}

function latestPickup({ stops }: PlannedLoad): number | null {
  return stops[0]?.closesMs ?? null;
}

/** A load without a day comes last. */
function compare(a: number | null, b: number | null): number {
  return a === b ? 0 : (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY);
}
