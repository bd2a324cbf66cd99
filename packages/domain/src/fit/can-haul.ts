import type { Equipment } from '../equipment.ts';

/** The other kinds of freight that each trailer can carry. A reefer that is turned off is a dry van. */
const alsoHauls: Partial<Record<Equipment, readonly Equipment[]>> = {
  REEFER: ['DRY_VAN'],
  STEP_DECK: ['FLATBED'],
  CONESTOGA: ['FLATBED'],
  BOX_TRUCK: ['SPRINTER', 'CARGO_VAN'],
  SPRINTER: ['CARGO_VAN'],
};

/** Null when the truck's trailer isn't known and the load needs a certain one. */
export function canHaul(truck: Equipment | null, load: Equipment): boolean | null {
  if (load === 'OTHER' || load === 'POWER_ONLY') return true;
  if (truck === null) return null;
  return truck === load || (alsoHauls[truck]?.includes(load) ?? false);
}

const withoutCooling: readonly Equipment[] = [
  'DRY_VAN',
  'FLATBED',
  'STEP_DECK',
  'DOUBLE_DROP',
  'RGN',
  'LOWBOY',
  'CONESTOGA',
  'AUTO_CARRIER',
];

/** Null for kinds that exist with and without cooling, such as box trucks and tankers, and when the trailer isn't known. */
export function canKeepTemperature(truck: Equipment | null): boolean | null {
  if (truck === 'REEFER') return true;
  return truck !== null && withoutCooling.includes(truck) ? false : null;
}
