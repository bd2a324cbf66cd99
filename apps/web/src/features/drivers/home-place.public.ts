import type { Driver } from '@headhaul/contracts/drivers';

type Homed = Pick<Driver, 'readyCity' | 'readyLat' | 'currentLoad' | 'nextLoad' | 'homeCity' | 'homeState'>;

/** "Omaha, NE": the likely place of an empty driver for whom nobody entered one. Null when the place is known, or when no home is. */
export function likelyHome({ readyCity, readyLat, currentLoad, nextLoad, homeCity, homeState }: Homed): string | null {
  const isUnknown = readyCity === null && readyLat === null && currentLoad === null && nextLoad === null;
  return isUnknown && homeCity !== null && homeState !== null ? `${homeCity}, ${homeState}` : null;
}
