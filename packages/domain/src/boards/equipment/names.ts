import { type EquipmentMeaning, trailer } from './classes.ts';

/** Names that mean the same on every board, in small letters without spaces and signs. */
export const equipmentNames: Readonly<Record<string, EquipmentMeaning>> = {
  animalcarrier: trailer('OTHER'),
  auto: trailer('AUTO_CARRIER'),
  autocarrier: trailer('AUTO_CARRIER'),
  boathauler: trailer('OTHER'),
  boxtruck: trailer('BOX_TRUCK'),
  btrain: trailer('OTHER'),
  cargovan: trailer('CARGO_VAN'),
  conestoga: trailer('CONESTOGA'),
  container: trailer('CONTAINER'),
  doubledrop: trailer('DOUBLE_DROP'),
  dryvan: trailer('VAN'),
  dump: trailer('DUMP'),
  dumptruck: trailer('DUMP'),
  flatbed: trailer('FLATBED'),
  heavyhaulers: trailer('OTHER'),
  hopper: trailer('HOPPER'),
  hopperbottom: trailer('HOPPER'),
  hotshot: trailer('HOTSHOT'),
  intermodal: trailer('INTERMODAL'),
  landoll: trailer('LANDOLL'),
  lowboy: trailer('LOWBOY'),
  maxi: trailer('MAXI'),
  minivan: trailer('OTHER'),
  movingvan: trailer('MOVING_VAN'),
  pilotcars: trailer('OTHER'),
  pneumatic: trailer('PNEUMATIC'),
  poweronly: trailer('POWER_ONLY'),
  reefer: trailer('REEFER'),
  refrigerated: trailer('REEFER'),
  removablegooseneck: trailer('RGN'),
  rgn: trailer('RGN'),
  sprinter: trailer('SPRINTER'),
  sprintervan: trailer('SPRINTER'),
  stepdeck: trailer('STEPDECK'),
  straighttruck: trailer('BOX_TRUCK'),
  stretch: trailer('STRETCH'),
  tanker: trailer('TANKER'),
  van: trailer('VAN'),
  vanorreefer: trailer(['VAN', 'REEFER']),
};

/** Types of loads at Sylectus. An expedited or a full load may go on anything. */
export const sylectusNames: Readonly<Record<string, EquipmentMeaning>> = {
  expeditedload: trailer([]),
  largestraight: trailer('BOX_TRUCK'),
  ltl: trailer([]),
  smallstraight: trailer('BOX_TRUCK'),
  truckload: trailer([]),
};

/** Amazon Relay's names. */
export const relayNames: Readonly<Record<string, EquipmentMeaning>> = {
  cubetruck: trailer('BOX_TRUCK'),
  fiftythreefootcontainer: trailer('CONTAINER'),
  fiftythreefoottruck: trailer('VAN'),
  fortyfivefootcontainer: trailer('CONTAINER'),
  fortyfootcontainer: trailer('CONTAINER'),
  twentyfootcontainer: trailer('CONTAINER'),
  twentysixfootboxtruck: trailer('BOX_TRUCK'),
};

/** The demo board's own codes. */
export const demoCodes: Readonly<Record<string, EquipmentMeaning>> = {
  BX: trailer('BOX_TRUCK'),
  F: trailer('FLATBED'),
  FS: trailer(['FLATBED', 'STEPDECK']),
  FT: trailer('FLATBED', 'TARPS'),
  HS: trailer('HOTSHOT'),
  PO: trailer('POWER_ONLY'),
  R: trailer('REEFER'),
  SD: trailer('STEPDECK'),
  V: trailer('VAN'),
  VA: trailer('VAN', 'AIR_RIDE'),
  VR: trailer(['VAN', 'REEFER']),
  VT: trailer('VAN', 'TEAM'),
};
