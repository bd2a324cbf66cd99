import { type Equipment, equipmentLabels } from '@headhaul/domain/equipment';
import { estimateRoadMiles, type Point } from '@headhaul/domain/places/distance';
import { formatMiles } from '../../../shared/format/distance.ts';

/** A truck at the moment it could take a load: when and where it is empty. What isn't known is no reason against it. */
export interface EmptyTruck {
  equipment: Equipment | null;
  atMs: number | null;
  at: Point | null;
}

export interface OfferedLoad {
  equipment: Equipment;
  /** Until when it can be picked up. */
  pickupEndsAt: string;
  pickup: Point | null;
}

/** Miles to the pickup on the road; null when one of the two places isn't known. */
export type Fit =
  | { isFit: true; miles: number | null }
  /** Late is a truck that would take it if the broker waited. */
  | { isFit: false; reason: string; miles: number | null; isLate: boolean };

/** A truck on its way to a pickup, fuel and breaks included. */
const emptyMilesPerHour = 50;
const hourMs = 3_600_000;

/** What else each trailer may carry: a reefer turned off is a van. */
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

/** Whether a truck can take a load, and if not why, in the words a row has room for. */
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

/** The nearest first; those nobody knows the way of come last. */
export function byMiles(a: { miles: number | null }, b: { miles: number | null }): number {
  return (a.miles ?? Number.POSITIVE_INFINITY) - (b.miles ?? Number.POSITIVE_INFINITY) || 0;
}
