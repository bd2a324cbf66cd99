import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadFitRow, LoadFits } from '@headhaul/contracts/fit';
import { needsLoad } from '../labels.ts';

export interface EmptyMatch {
  driver: Driver;
  /** The nearest load that the driver can take. Null while nobody said so, and when there is none. */
  near: LoadFitRow | null;
}

export interface EmptySoon {
  drivers: Driver[];
  /** How many more trucks are empty by then. */
  more: number;
}

const dayMs = 24 * 3_600_000;
/** In miles. A load farther away does not count as near. */
const nearMiles = 150;
/** A longer list is hard to act on, and one question to the API is about no more drivers. */
const shownDrivers = 12;

/** Trucks that need a load and are empty within a day, the soonest first. */
export function findEmptySoon(drivers: readonly Driver[], nowMs: number): EmptySoon {
  const soon = drivers
    .filter((driver) => needsLoad(driver) && driver.currentLoad?.status !== 'PROBLEM' && emptyAt(driver, nowMs) <= nowMs + dayMs)
    .sort((a, b) => emptyAt(a, nowMs) - emptyAt(b, nowMs));
  return { drivers: soon.slice(0, shownDrivers), more: Math.max(soon.length - shownDrivers, 0) };
}

/** Each truck with the nearest load that it can take and that no earlier truck was given. */
export function matchLoads(drivers: readonly Driver[], fits: LoadFits | undefined): EmptyMatch[] {
  const taken = new Set<string>();
  return drivers.map((driver) => {
    const rows = fits?.drivers.find(({ driverId }) => driverId === driver.id)?.rows ?? [];
    const near = rows.find(
      ({ verdict, load, deadhead }) =>
        (verdict === 'CAN' || verdict === 'LOOK') && !taken.has(load.id) && deadhead !== null && deadhead.miles <= nearMiles,
    );
    if (near !== undefined) taken.add(near.load.id);
    return { driver, near: near ?? null };
  });
}

/** Without a time, a ready driver counts as empty now, and any other as not empty soon. */
function emptyAt({ readyAt, status }: Driver, nowMs: number): number {
  if (readyAt !== null) return Date.parse(readyAt);
  return status === 'READY' ? nowMs : Number.POSITIVE_INFINITY;
}
