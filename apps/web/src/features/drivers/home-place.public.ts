import type { Driver } from '@headhaul/contracts/drivers';

type Homed = Pick<Driver, 'readyCity' | 'readyLat' | 'currentLoad' | 'nextLoad' | 'homeCity' | 'homeState'>;

/** "Omaha, NE", where an empty driver of whom nobody said more most likely is: at home. Null where the place is known, or no home is. */
export function likelyHome({ readyCity, readyLat, currentLoad, nextLoad, homeCity, homeState }: Homed): string | null {
  const isUnknown = readyCity === null && readyLat === null && currentLoad === null && nextLoad === null;
  return isUnknown && homeCity !== null && homeState !== null ? `${homeCity}, ${homeState}` : null;
}

/** The homes to look up for these drivers, each once, always in the same order. */
export function homesOf(drivers: readonly Homed[]): string[] {
  return [...new Set(drivers.flatMap((driver) => likelyHome(driver) ?? []))].sort((a, b) => a.localeCompare(b));
}
