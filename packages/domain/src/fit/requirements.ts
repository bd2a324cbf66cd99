import type { LoadRequirement } from '../equipment.ts';
import { dayAt } from '../time/zoned-time.ts';
import { canHaul, canKeepTemperature } from './can-haul.ts';
import type { FitLoad, FitTruck } from './facts.ts';
import type { Reason } from './reasons.ts';

/** What the truck and its driver need for the load, without place and time. */
export function checkRequirements(truck: FitTruck, load: FitLoad, nowMs: number): Reason[] {
  return [
    ...(truck.employment === 'ACTIVE' ? [] : [{ kind: 'INACTIVE' as const }]),
    ...checkTrailer(truck, load),
    ...checkDriver(truck, load),
    ...checkExpiry(truck, load, nowMs),
    ...load.stops
      .filter(({ isDone, state }) => !isDone && truck.avoidedStates.includes(state))
      .slice(0, 1)
      .map(({ state }): Reason => ({ kind: 'AVOIDED_STATE', state })),
    ...checkGear(truck, load),
  ];
}

function checkTrailer({ equipment, trailerLengthFt, maxWeightLb }: FitTruck, load: FitLoad): Reason[] {
  const reasons: Reason[] = [];
  const fits = canHaul(equipment, load.equipment);
  const keepsTemperature = load.isTemperatureSet ? canKeepTemperature(equipment) : true;
  if (fits === null || (keepsTemperature === null && equipment === null)) {
    reasons.push({ kind: 'EQUIPMENT_UNKNOWN' });
  } else if (equipment !== null && !fits) {
    reasons.push({ kind: 'EQUIPMENT', has: equipment, needs: load.equipment });
  } else if (equipment !== null && keepsTemperature === false) {
    reasons.push({ kind: 'EQUIPMENT', has: equipment, needs: 'REEFER' });
  } else if (keepsTemperature === null) {
    reasons.push({ kind: 'COOLING_UNKNOWN' });
  }
  if (load.lengthFt !== null && trailerLengthFt === null) reasons.push({ kind: 'LENGTH_UNKNOWN' });
  else if (load.lengthFt !== null && trailerLengthFt !== null && trailerLengthFt < load.lengthFt) {
    reasons.push({ kind: 'LENGTH', hasFt: trailerLengthFt, needsFt: load.lengthFt });
  }
  if (load.weightLb !== null && maxWeightLb !== null && maxWeightLb < load.weightLb) {
    reasons.push({ kind: 'WEIGHT', maxLb: maxWeightLb, needsLb: load.weightLb });
  }
  return reasons;
}

/** X is both: hazmat and tanker. */
const endorsementsFor = { HAZMAT: ['H', 'X'], TANKER: ['N', 'X'] } as const;

function checkDriver({ endorsements, twicExpiresOn, partner }: FitTruck, { requirements, isHazmat }: FitLoad): Reason[] {
  const reasons: Reason[] = [];
  const needed = (['HAZMAT', 'TANKER'] as const).filter((one) => requirements.includes(one) || (one === 'HAZMAT' && isHazmat));
  if (endorsements === null && needed.length > 0) reasons.push({ kind: 'ENDORSEMENTS_UNKNOWN' });
  for (const needs of needed) {
    const hasIt = endorsements?.some((one) => (endorsementsFor[needs] as readonly string[]).includes(one)) ?? true;
    if (!hasIt) reasons.push({ kind: 'ENDORSEMENT', needs });
  }
  if (requirements.includes('TWIC') && twicExpiresOn === null) reasons.push({ kind: 'TWIC_UNKNOWN' });
  if (requirements.includes('TEAM') && partner === null) reasons.push({ kind: 'TEAM' });
  return reasons;
}

/** A document is valid through its last day, and must be valid on the day of the last delivery. */
function checkExpiry(
  { cdlExpiresOn, medicalExpiresOn, twicExpiresOn }: FitTruck,
  { stops, requirements }: FitLoad,
  nowMs: number,
): Reason[] {
  const last = stops.at(-1);
  if (last === undefined) return [];
  const day = dayAt(Math.max(last.opensMs ?? nowMs, nowMs), last.timeZone);
  const documents = [
    { document: 'CDL', on: cdlExpiresOn },
    { document: 'Medical card', on: medicalExpiresOn },
    { document: 'TWIC', on: requirements.includes('TWIC') ? twicExpiresOn : null },
  ] as const;
  return documents.flatMap(({ document, on }) => (on !== null && on < day ? [{ kind: 'EXPIRED', document, on }] : []));
}

/** The word by which somebody would have written each kind of gear. */
const gearNames: Partial<Record<LoadRequirement, string>> = {
  STRAPS: 'strap',
  TARPS: 'tarp',
  PALLET_JACK: 'pallet jack',
  LIFTGATE: 'lift',
  LOAD_BARS: 'bar',
};

function checkGear({ gear }: FitTruck, { requirements }: FitLoad): Reason[] {
  return requirements.flatMap((needs): Reason[] => {
    const word = gearNames[needs];
    const hasIt = word === undefined || gear.some((one) => one.toLowerCase().replaceAll('_', ' ').includes(word));
    return hasIt ? [] : [{ kind: 'GEAR', needs }];
  });
}
