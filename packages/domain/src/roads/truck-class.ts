import type { Equipment } from '../equipment.ts';

export interface TruckSize {
  axles: number;
  grossWeightLb: number;
  heightIn: number;
  widthIn: number;
  lengthFt: number;
}

/**
 * What a maps service has to know of a truck: its size decides which roads it may use, and its axles what it pays. These are the largest
 * that need no permit.
 */
export const truckClasses = {
  TRACTOR_TRAILER: { axles: 5, grossWeightLb: 80_000, heightIn: 162, widthIn: 102, lengthFt: 72 },
  HOTSHOT: { axles: 4, grossWeightLb: 26_000, heightIn: 162, widthIn: 102, lengthFt: 60 },
  BOX_TRUCK: { axles: 2, grossWeightLb: 26_000, heightIn: 156, widthIn: 102, lengthFt: 33 },
  VAN: { axles: 2, grossWeightLb: 10_000, heightIn: 110, widthIn: 80, lengthFt: 24 },
} as const satisfies Record<string, TruckSize>;
export type TruckClass = keyof typeof truckClasses;

/** Null where the equipment says nothing about the truck. */
export function truckClassOf(equipment: Equipment | null): TruckClass | null {
  switch (equipment) {
    case null:
    case 'OTHER':
      return null;
    case 'HOTSHOT':
      return 'HOTSHOT';
    case 'BOX_TRUCK':
      return 'BOX_TRUCK';
    case 'SPRINTER':
    case 'CARGO_VAN':
      return 'VAN';
    default:
      return 'TRACTOR_TRAILER';
  }
}
