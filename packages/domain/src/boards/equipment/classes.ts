import type { Equipment } from '../../equipment.ts';

/** Trailers and trucks as boards tell them apart. Boards know more kinds than our own loads and drivers do. */
export const equipmentClasses = [
  'VAN',
  'REEFER',
  'FLATBED',
  'STEPDECK',
  'DOUBLE_DROP',
  'LOWBOY',
  'RGN',
  'CONESTOGA',
  'HOTSHOT',
  'POWER_ONLY',
  'BOX_TRUCK',
  'SPRINTER',
  'CARGO_VAN',
  'CURTAIN',
  'MOVING_VAN',
  'CONTAINER',
  'INTERMODAL',
  'TANKER',
  'HOPPER',
  'PNEUMATIC',
  'DUMP',
  'AUTO_CARRIER',
  'STRETCH',
  'LANDOLL',
  'MAXI',
  'OTHER',
] as const;
export type EquipmentClass = (typeof equipmentClasses)[number];

/** What a load asks of the trailer or the crew beyond its kind. */
export const equipmentModifiers = [
  'AIR_RIDE',
  'BLANKET_WRAP',
  'CHAINS',
  'DOUBLES',
  'EXTENDABLE',
  'HAZMAT',
  'INSULATED',
  'LIFTGATE',
  'LOAD_OUT',
  'LOGISTICS',
  'OPEN_TOP',
  'OVERSIZE',
  'PALLET_EXCHANGE',
  'PLANT_DECKING',
  'RAMPS',
  'ROLLER_BED',
  'SIDES',
  'TARPS',
  'TEAM',
  'TEMPERATURE',
  'TOW_AWAY',
  'TRIPLES',
  'VENTED',
] as const;
export type EquipmentModifier = (typeof equipmentModifiers)[number];

export const equipmentClassLabels: Record<EquipmentClass, string> = {
  VAN: 'Van',
  REEFER: 'Reefer',
  FLATBED: 'Flatbed',
  STEPDECK: 'Step deck',
  DOUBLE_DROP: 'Double drop',
  LOWBOY: 'Lowboy',
  RGN: 'RGN',
  CONESTOGA: 'Conestoga',
  HOTSHOT: 'Hotshot',
  POWER_ONLY: 'Power only',
  BOX_TRUCK: 'Box truck',
  SPRINTER: 'Sprinter',
  CARGO_VAN: 'Cargo van',
  CURTAIN: 'Curtain side',
  MOVING_VAN: 'Moving van',
  CONTAINER: 'Container',
  INTERMODAL: 'Intermodal',
  TANKER: 'Tanker',
  HOPPER: 'Hopper',
  PNEUMATIC: 'Pneumatic',
  DUMP: 'Dump',
  AUTO_CARRIER: 'Auto carrier',
  STRETCH: 'Stretch',
  LANDOLL: 'Landoll',
  MAXI: 'Maxi',
  OTHER: 'Other',
};

export const equipmentModifierLabels: Record<EquipmentModifier, string> = {
  AIR_RIDE: 'air ride',
  BLANKET_WRAP: 'blanket wrap',
  CHAINS: 'chains',
  DOUBLES: 'doubles',
  EXTENDABLE: 'extendable',
  HAZMAT: 'hazmat',
  INSULATED: 'insulated',
  LIFTGATE: 'liftgate',
  LOAD_OUT: 'load out',
  LOGISTICS: 'logistics posts',
  OPEN_TOP: 'open top',
  OVERSIZE: 'oversize',
  PALLET_EXCHANGE: 'pallet exchange',
  PLANT_DECKING: 'plant decking',
  RAMPS: 'ramps',
  ROLLER_BED: 'roller bed',
  SIDES: 'sides',
  TARPS: 'tarps',
  TEAM: 'team',
  TEMPERATURE: 'temperature control',
  TOW_AWAY: 'tow away',
  TRIPLES: 'triples',
  VENTED: 'vented',
};

/** The kinds that our own loads and drivers have too. Every other kind is OTHER there. */
const ownKinds: Partial<Record<EquipmentClass, Equipment>> = {
  VAN: 'DRY_VAN',
  REEFER: 'REEFER',
  FLATBED: 'FLATBED',
  STEPDECK: 'STEP_DECK',
  DOUBLE_DROP: 'DOUBLE_DROP',
  LOWBOY: 'LOWBOY',
  RGN: 'RGN',
  CONESTOGA: 'CONESTOGA',
  HOTSHOT: 'HOTSHOT',
  POWER_ONLY: 'POWER_ONLY',
  BOX_TRUCK: 'BOX_TRUCK',
  SPRINTER: 'SPRINTER',
  CARGO_VAN: 'CARGO_VAN',
  CONTAINER: 'CONTAINER',
  INTERMODAL: 'CONTAINER',
  TANKER: 'TANKER',
  AUTO_CARRIER: 'AUTO_CARRIER',
};

export function ownEquipmentOf(kind: EquipmentClass): Equipment {
  return ownKinds[kind] ?? 'OTHER';
}

export interface EquipmentMeaning {
  /** Any of these will do. Empty for a code that names a group without saying which of it. */
  classes: readonly EquipmentClass[];
  modifiers: readonly EquipmentModifier[];
}

export function trailer(classes: EquipmentClass | readonly EquipmentClass[], ...modifiers: EquipmentModifier[]): EquipmentMeaning {
  return { classes: typeof classes === 'string' ? [classes] : classes, modifiers };
}
