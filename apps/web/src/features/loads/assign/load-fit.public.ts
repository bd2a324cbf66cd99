import { type Equipment, equipmentLabels } from '@headhaul/domain/equipment';
import { estimateRoadMiles, type Point } from '@headhaul/domain/places/distance';
import { formatMiles } from '../../../shared/format/distance.ts';

/** When and where a truck is empty. A value that isn't known (null) never counts against the truck. */
export interface EmptyTruck {
  equipment: Equipment | null;
  atMs: number | null;
  at: Point | null;
}

export interface OfferedLoad {
  equipment: Equipment;
  /** The end of the pickup window. */
  pickupEndsAt: string;
  pickup: Point | null;
}

/** `miles` is the road distance to the pickup. It is null when one of the two places isn't known. */
export type Fit =
  | { isFit: true; miles: number | null }
  /** `isLate` means that the truck could take the load if the broker waited. */
  | { isFit: false; reason: string; miles: number | null; isLate: boolean };

/** Average speed of a truck on its way to a pickup, fuel stops and breaks included. */
const emptyMilesPerHour = 50;
const hourMs = 3_600_000;

/** The other kinds of freight that each trailer can carry. A reefer that is turned off is a dry van. */
const alsoHauls: Partial<Record<Equipment, readonly Equipment[]>> = {
  REEFER: ['DRY_VAN'],
  STEP_DECK: ['FLATBED'],
  CONESTOGA: ['FLATBED'],
  BOX_TRUCK: ['SPRINTER', 'CARGO_VAN'],
  SPRINTER: ['CARGO_VAN'],
};

export function canHaul(truck: Equipment | null, load: Equipment): boolean {
  if (truck === null || truck === load || load === 'OTHER' || load === 'POWER_ONLY') return true;
  return alsoHauls[truck]?.includes(load) ?? false;
}

export function milesBetween(a: Point | null, b: Point | null): number | null {
  return a === null || b === null ? null : estimateRoadMiles([a, b]);
}

/** Says whether a truck can take a load, and if not, why. The reason is short enough for a row. */
export function fitOf(truck: EmptyTruck, load: OfferedLoad): Fit {
  const miles = milesBetween(truck.at, load.pickup);
  const refuse = (reason: string, isLate = true): Fit => ({ isFit: false, reason, miles, isLate });
  if (!canHaul(truck.equipment, load.equipment)) return refuse(`Needs ${equipmentLabels[load.equipment].toLowerCase()}`, false);
  if (truck.atMs === null) return { isFit: true, miles };
  const leftMs = Date.parse(load.pickupEndsAt) - truck.atMs;
  if (leftMs < 0) return refuse('Empty after the pickup');
  if (miles !== null && (miles / emptyMilesPerHour) * hourMs > leftMs) {
    return refuse(`${formatMiles(miles)} away, ${Math.floor(leftMs / hourMs)} h left`);
  }
  return { isFit: true, miles };
}

/** Sorts by miles, nearest first. Unknown distances come last. */
export function byMiles(a: { miles: number | null }, b: { miles: number | null }): number {
  return (a.miles ?? Number.POSITIVE_INFINITY) - (b.miles ?? Number.POSITIVE_INFINITY) || 0;
}
