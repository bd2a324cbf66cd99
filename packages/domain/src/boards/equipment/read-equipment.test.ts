import { describe, expect, it } from 'vitest';
import { boardIds } from '../board-load.ts';
import { equipmentClasses, equipmentClassLabels, equipmentModifierLabels, equipmentModifiers, ownEquipmentOf } from './classes.ts';
import { datCodes } from './dat.ts';
import { readEquipment } from './read-equipment.ts';
import { truckstopCodes } from './truckstop.ts';

/** Every code of the two boards, as their own lists have them. */
const datList =
  `AC BT C CI CN CR CV DD DT F F2 FA FC FD FH FM FN FO FR FS FT FZ HB IR LA LB LO LR MV MX NU OT PL PO PT R R2 RA RG RL RM RN RP
  RV RZ SB BR BZ SD SN SR ST SV SC SM SZ TA TN TS TT V V2 V3 VA VB VC VF VG VH VI VL VM VN VP VR VS VT VV VW VZ`.split(/\s+/);
const datGroups = 'V R F N C K D B Z T S O'.split(' ');
const truckstopList =
  `V VA VB VCAR VF VFR VINT VIV VIVR VLG VM VR VRDD VRF VV VVR V-OT CV SV R RFV RINT RPD RV RVF F FA FEXT FINT FO FRV FSD
  FSDV FV FVR FVV FVVR FWS SD SDL SDO SDRG RGN DD DDE DA LB LBO LDOT LAF MAXI HS PO CONG CONT AUTO B-TR BDMP DUMP ENDP BEAM BELT BOAT ANIM
  HOPP PNEU TANK ROLL WALK SPEC ANY`.split(/\s+/);

describe('codes of equipment', () => {
  it('has every code of DAT, and no other', () => {
    expect(new Set(Object.keys(datCodes))).toEqual(new Set([...datList, ...datGroups]));
  });

  it('has every code of Truckstop, and no other', () => {
    expect(new Set(Object.keys(truckstopCodes))).toEqual(new Set(truckstopList));
  });

  it.each([...datList, ...datGroups])('DAT %s is read', (code) => {
    expect(readEquipment('dat', ` ${code.toLowerCase()} `)).toEqual({ raw: code.toLowerCase(), ...datCodes[code] });
  });

  it.each(truckstopList)('Truckstop %s is read', (code) => {
    expect(readEquipment('truckstop', code)).toEqual({ raw: code, ...truckstopCodes[code] });
  });

  it('means other trailers on the two boards, for exactly these letters', () => {
    const shared = Object.keys(datCodes).filter((code) => Object.hasOwn(truckstopCodes, code));
    const different = shared.filter((code) => JSON.stringify(datCodes[code]) !== JSON.stringify(truckstopCodes[code]));
    expect(new Set(different)).toEqual(new Set(['CV', 'RV', 'SV', 'VB', 'VM']));
  });

  it.each([
    ['CV', { classes: ['OTHER'], modifiers: [] }, { classes: ['CURTAIN'], modifiers: [] }],
    ['SV', { classes: ['SPRINTER'], modifiers: [] }, { classes: ['BOX_TRUCK'], modifiers: [] }],
    ['VB', { classes: ['VAN'], modifiers: ['ROLLER_BED'] }, { classes: ['VAN'], modifiers: ['BLANKET_WRAP'] }],
    ['VM', { classes: ['VAN'], modifiers: ['TEAM'] }, { classes: ['MOVING_VAN'], modifiers: [] }],
    ['RV', { classes: ['REEFER', 'VAN'], modifiers: ['VENTED'] }, { classes: ['REEFER', 'VAN'], modifiers: [] }],
  ])('%s differs', (code, dat, truckstop) => {
    expect(readEquipment('dat', code)).toMatchObject(dat);
    expect(readEquipment('truckstop', code)).toMatchObject(truckstop);
  });

  it.each([
    ['VL', 'VLG', ['LOGISTICS'], ['LIFTGATE']],
    ['VG', 'VLG', ['LIFTGATE'], ['LIFTGATE']],
    ['FS', 'FWS', ['SIDES'], ['SIDES']],
  ])('DAT %s and Truckstop %s ask for what they say', (dat, truckstop, ofDat, ofTruckstop) => {
    expect(readEquipment('dat', dat)?.modifiers).toEqual(ofDat);
    expect(readEquipment('truckstop', truckstop)?.modifiers).toEqual(ofTruckstop);
  });

  it.each([
    ['RG', 'RGN'],
    ['HB', 'HOPP'],
    ['FD', 'FSD'],
    ['FR', 'FVR'],
  ])('DAT %s and Truckstop %s are the same trailers', (dat, truckstop) => {
    expect(readEquipment('dat', dat)?.classes).toEqual(readEquipment('truckstop', truckstop)?.classes);
  });

  it.each(['RGN', 'HOPP', 'FWS', 'FSD', 'FVR', 'VLG', 'VCAR'])('Truckstop’s %s is no code of DAT', (code) => {
    const read = readEquipment('dat', code);
    // RGN is also a word that everybody uses.
    expect(read?.classes ?? null).toEqual(code === 'RGN' ? ['RGN'] : null);
  });
});

describe('names of equipment', () => {
  it.each(
    `Van Reefer Flatbed StepDeck DoubleDrop LowBoy RemovableGooseneck HopperBottom Tanker PowerOnly Container DumpTruck Auto Landoll Maxi BoxTruck
    HotShot Conestoga Intermodal BTrain MovingVan Sprinter CargoVan AnimalCarrier BoatHauler HeavyHaulers MiniVan PilotCars`.split(/\s+/),
  )('123Loadboard %s is read', (name) => {
    expect(readEquipment('123loadboard', name)?.classes).toHaveLength(1);
  });

  it.each([
    ['truckerpath', 'step deck', ['STEPDECK']],
    ['truckerpath', 'dry van', ['VAN']],
    ['sylectus', 'Large Straight', ['BOX_TRUCK']],
    ['sylectus', 'Expedited Load', []],
    ['sylectus', 'Cargo Van', ['CARGO_VAN']],
    ['relay', 'FIFTY_THREE_FOOT_TRUCK', ['VAN']],
    ['relay', 'TWENTY_SIX_FOOT_BOX_TRUCK', ['BOX_TRUCK']],
    ['demo', 'VR', ['VAN', 'REEFER']],
  ] as const)('%s %j is %j', (board, text, classes) => {
    expect(readEquipment(board, text)?.classes).toEqual(classes);
  });

  it.each(['', '–', 'constructor', '__proto__', 'toString', 'XX', '53 ft', '$2,500', 'V'.repeat(500)])(
    '%j is none on any board',
    (text) => {
      expect(boardIds.map((board) => readEquipment(board, text))).toEqual(boardIds.map(() => null));
    },
  );

  it('a code of one board is none on a board with names', () => {
    expect(readEquipment('123loadboard', 'VM')).toBeNull();
    expect(readEquipment('relay', 'V')).toBeNull();
  });

  it('every kind has a label and a kind of our own', () => {
    expect(Object.keys(equipmentClassLabels)).toEqual([...equipmentClasses]);
    expect(Object.keys(equipmentModifierLabels)).toEqual([...equipmentModifiers]);
    expect(equipmentClasses.map(ownEquipmentOf).filter((kind) => kind !== 'OTHER')).toHaveLength(17);
  });
});
