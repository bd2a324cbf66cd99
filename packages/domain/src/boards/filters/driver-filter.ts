import type { Equipment } from '../../equipment.ts';
import { canHaul } from '../../fit/can-haul.ts';
import { usualRadiusMiles } from '../../fit/read-empty-near.ts';
import { daysBetween } from '../../time/zoned-time.ts';
import { type EquipmentClass, type EquipmentModifier, equipmentClasses, ownEquipmentOf } from '../equipment/classes.ts';
import type { BoardRule, FilterSet } from './rules.ts';

/** What the team knows about a driver. Null and an empty list mean that nobody said. */
export interface DriverFacts {
  name: string;
  familyName: string;
  equipment: Equipment | null;
  trailerLengthFt: number | null;
  maxWeightLb: number | null;
  minRpmCents: number | null;
  avoidedStates: readonly string[];
  endorsements: readonly string[];
  /** Whether a license is on file. Without one, no endorsements means that nobody asked. */
  hasLicense: boolean;
  gear: readonly string[];
  isTeam: boolean;
  /** Where the truck is empty. */
  place: { city: string; state: string } | null;
  /** The day on which it is empty there. */
  readyOn: string | null;
}

export interface DriverFilter {
  name: string;
  set: FilterSet;
  /** From where the board has to be searched, because boards count the deadhead from there: "Milwaukee, WI". */
  searchFrom: string | null;
  /** What nobody said, so no rule is made of it: "equipment". */
  missing: string[];
}

const longestName = 60;
/** A pickup on the day after the truck is empty can still be made. */
const daysAfterReady = 1;
const mostDays = 365;

/** The trailers of postings that this truck can take. Power only needs a truck without a trailer of its own. */
function classesFor(truck: Equipment): EquipmentClass[] {
  return equipmentClasses.filter((kind) => {
    const own = ownEquipmentOf(kind);
    if (own === 'OTHER') return false;
    return own === 'POWER_ONLY' ? truck === 'POWER_ONLY' : canHaul(truck, own) === true;
  });
}

/** Gear that postings ask for, and the word by which it is in a driver's list. */
const gearNames: [modifier: EquipmentModifier, word: string][] = [
  ['TARPS', 'tarp'],
  ['CHAINS', 'chain'],
  ['LIFTGATE', 'lift'],
];

function modifiersAgainst({ endorsements, hasLicense, gear, isTeam }: DriverFacts): EquipmentModifier[] {
  const hasHazmat = endorsements.some((one) => one === 'H' || one === 'X');
  const isAsked = hasLicense || endorsements.length > 0;
  const carried = gear.map((one) => one.toLowerCase());
  return [
    ...(isAsked && !hasHazmat ? (['HAZMAT'] as const) : []),
    ...(isTeam ? [] : (['TEAM'] as const)),
    ...gearNames.flatMap(([modifier, word]) => (gear.length > 0 && !carried.some((one) => one.includes(word)) ? [modifier] : [])),
  ];
}

/**
 * A filter of what is known about a driver: truck and trailer, place, when the truck is empty, and what the driver wants. It makes no rule
 * of what isn't known.
 */
export function makeDriverFilter(driver: DriverFacts, today: string): DriverFilter {
  const { equipment, trailerLengthFt, maxWeightLb, minRpmCents, avoidedStates, place, readyOn } = driver;
  const anyOf = equipment === null ? [] : classesFor(equipment);
  const withoutModifiers = modifiersAgainst(driver);
  const rules: BoardRule[] = [];
  if (minRpmCents !== null && minRpmCents > 0) rules.push({ kind: 'MIN_RPM', cents: minRpmCents, basis: 'ALL_IN' });
  if (place !== null) rules.push({ kind: 'MAX_DEADHEAD', miles: usualRadiusMiles });
  if (anyOf.length + withoutModifiers.length > 0) rules.push({ kind: 'EQUIPMENT', anyOf, withoutModifiers });
  if (maxWeightLb !== null && maxWeightLb > 0) rules.push({ kind: 'MAX_WEIGHT', lb: maxWeightLb });
  if (trailerLengthFt !== null) rules.push({ kind: 'MAX_LENGTH', ft: trailerLengthFt });
  if (avoidedStates.length > 0) rules.push({ kind: 'DESTINATION_STATES', allow: [], block: [...avoidedStates] });
  if (readyOn !== null) {
    const days = Math.max(0, daysBetween(today, readyOn)) + daysAfterReady;
    rules.push({ kind: 'PICKUP_WITHIN', days: Math.min(days, mostDays) });
  }
  const missing = [
    ...(anyOf.length === 0 ? ['equipment'] : []),
    ...(place === null ? ['place'] : []),
    ...(readyOn === null ? ['time empty'] : []),
    ...(minRpmCents === null ? ['lowest rate per mile'] : []),
    ...(maxWeightLb === null ? ['highest weight'] : []),
  ];
  return {
    name: `${driver.name} ${driver.familyName}`.trim().slice(0, longestName).trim(),
    set: { rules, onUnknown: 'KEEP', action: 'DIM' },
    searchFrom: place === null ? null : `${place.city}, ${place.state}`,
    missing,
  };
}
