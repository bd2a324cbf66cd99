import type { OwnDriverStatus } from '../drivers/status.ts';
import type { Equipment, LoadRequirement } from '../equipment.ts';
import type { StopKind } from '../loads/stops.ts';
import type { RoadMiles } from './facts.ts';

/** LOOK means that the truck can, but somebody should look at the reason first. */
export const verdicts = ['CAN', 'LOOK', 'NOT_KNOWN', 'CANT'] as const;
export type Verdict = (typeof verdicts)[number];

/** The load that a reason is about: one before the load in question, that load itself, or one after it. */
export type LoadRole = 'BEFORE' | 'THIS' | 'AFTER';

/** When a truck comes to a stop. With `isAtLeast`, a fact is missing and the truck could be even later. */
interface Visit {
  arriveMs: number;
  /** The end of the window. */
  dueMs: number;
  timeZone: string;
  /** Minutes late. */
  minutes: number;
  isAtLeast: boolean;
}

export type Reason =
  | { kind: 'INACTIVE' | 'TEAM' }
  | { kind: 'EQUIPMENT'; has: Equipment; needs: Equipment }
  | { kind: 'LENGTH'; hasFt: number; needsFt: number }
  | { kind: 'WEIGHT'; maxLb: number; needsLb: number }
  | { kind: 'ENDORSEMENT'; needs: 'HAZMAT' | 'TANKER' }
  | { kind: 'EXPIRED'; document: 'CDL' | 'Medical card' | 'TWIC'; on: string }
  | { kind: 'TIME_OFF'; status: OwnDriverStatus; untilMs: number; timeZone: string }
  | { kind: 'ON_LOAD'; loadNumber: string; isRolling: boolean }
  | ({ kind: 'PICKUP_LATE' | 'DELIVERY_LATE' } & Visit)
  | ({ kind: 'NEXT_LATE'; loadNumber: string; stop: StopKind; fromCity: string; miles: RoadMiles | null } & Visit)
  /** Without the rests by law the truck would be in time. */
  | { kind: 'HOURS'; restMinutes: number }
  | { kind: 'EQUIPMENT_UNKNOWN' | 'COOLING_UNKNOWN' | 'LENGTH_UNKNOWN' | 'ENDORSEMENTS_UNKNOWN' | 'TWIC_UNKNOWN' }
  | { kind: 'TIME_OFF_OPEN'; status: OwnDriverStatus }
  | { kind: 'HELD'; loadNumber: string }
  | { kind: 'LOCATION_UNKNOWN'; sinceMs: number | null; lastSeen: string | null }
  | { kind: 'EMPTY_TIME_UNKNOWN'; loadNumber: string }
  | { kind: 'TIME_UNKNOWN' | 'PLACE_UNKNOWN'; role: LoadRole; loadNumber: string; stop: StopKind }
  | { kind: 'MILES_UNKNOWN'; role: LoadRole; loadNumber: string; toCity: string }
  /** The truck is in time if the driver may drive at least `neededMinutes`. Null when no number of hours can be named. */
  | { kind: 'HOURS_UNKNOWN'; sinceMs: number | null; neededMinutes: number | null }
  /** The cycle runs out on the way. Hours that come back at midnight may be enough. */
  | { kind: 'CYCLE_SHORT'; cycleMinutes: number }
  | { kind: 'TIGHT'; role: LoadRole; loadNumber: string; stop: StopKind; minutes: number }
  | { kind: 'HOME_MISSED'; byMs: number; arriveMs: number; timeZone: string; city: string }
  | { kind: 'HOME_UNKNOWN'; byMs: number; timeZone: string }
  | { kind: 'WRONG_WAY'; byMs: number; timeZone: string; city: string; fartherMiles: number }
  | { kind: 'AVOIDED_STATE'; state: string }
  | { kind: 'GEAR'; needs: LoadRequirement }
  | { kind: 'PICKUP_EARLY' | 'DELIVERY_EARLY'; minutes: number };

export type ReasonKind = Reason['kind'];

/** What each reason means for the verdict. The first reason of a list decides, and lists are in this order. */
const verdictByKind: Record<ReasonKind, Verdict> = {
  INACTIVE: 'CANT',
  EQUIPMENT: 'CANT',
  LENGTH: 'CANT',
  WEIGHT: 'CANT',
  ENDORSEMENT: 'CANT',
  EXPIRED: 'CANT',
  TEAM: 'CANT',
  TIME_OFF: 'CANT',
  ON_LOAD: 'CANT',
  PICKUP_LATE: 'CANT',
  DELIVERY_LATE: 'CANT',
  NEXT_LATE: 'CANT',
  HOURS: 'CANT',
  EQUIPMENT_UNKNOWN: 'NOT_KNOWN',
  COOLING_UNKNOWN: 'NOT_KNOWN',
  LENGTH_UNKNOWN: 'NOT_KNOWN',
  ENDORSEMENTS_UNKNOWN: 'NOT_KNOWN',
  TWIC_UNKNOWN: 'NOT_KNOWN',
  LOCATION_UNKNOWN: 'NOT_KNOWN',
  HELD: 'NOT_KNOWN',
  TIME_OFF_OPEN: 'NOT_KNOWN',
  PLACE_UNKNOWN: 'NOT_KNOWN',
  TIME_UNKNOWN: 'NOT_KNOWN',
  MILES_UNKNOWN: 'NOT_KNOWN',
  EMPTY_TIME_UNKNOWN: 'NOT_KNOWN',
  HOURS_UNKNOWN: 'NOT_KNOWN',
  CYCLE_SHORT: 'NOT_KNOWN',
  TIGHT: 'LOOK',
  HOME_MISSED: 'LOOK',
  HOME_UNKNOWN: 'LOOK',
  WRONG_WAY: 'LOOK',
  AVOIDED_STATE: 'LOOK',
  GEAR: 'LOOK',
  PICKUP_EARLY: 'CAN',
  DELIVERY_EARLY: 'CAN',
};

export const reasonKinds = Object.keys(verdictByKind) as ReasonKind[];

export function verdictOf({ kind }: { kind: ReasonKind }): Verdict {
  return verdictByKind[kind];
}

export function sortReasons(reasons: readonly Reason[]): Reason[] {
  return reasons.toSorted((a, b) => reasonKinds.indexOf(a.kind) - reasonKinds.indexOf(b.kind));
}

/** Whether a load goes to the driver anyway only with a typed reason: when the trailer is of the wrong kind. */
export function needsTypedReason(reasons: readonly { kind: ReasonKind }[]): boolean {
  return reasons.some(({ kind }) => kind === 'EQUIPMENT');
}

/** The one thing that would turn "not known" into an answer. Null for all other reasons. */
export const fitActions = [
  'ASK_DRIVER',
  'SET_LOCATION',
  'SET_TRAILER',
  'SET_DOCUMENTS',
  'SET_RETURN',
  'SOLVE_PROBLEM',
  'SET_TIME',
  'SET_PLACE',
  'SET_MILES',
] as const;
export type FitAction = (typeof fitActions)[number];

const actions: Partial<Record<ReasonKind, FitAction>> = {
  LOCATION_UNKNOWN: 'SET_LOCATION',
  HOURS_UNKNOWN: 'ASK_DRIVER',
  EQUIPMENT_UNKNOWN: 'SET_TRAILER',
  COOLING_UNKNOWN: 'SET_TRAILER',
  LENGTH_UNKNOWN: 'SET_TRAILER',
  ENDORSEMENTS_UNKNOWN: 'SET_DOCUMENTS',
  TWIC_UNKNOWN: 'SET_DOCUMENTS',
  TIME_OFF_OPEN: 'SET_RETURN',
  HELD: 'SOLVE_PROBLEM',
  EMPTY_TIME_UNKNOWN: 'ASK_DRIVER',
  TIME_UNKNOWN: 'SET_TIME',
  PLACE_UNKNOWN: 'SET_PLACE',
  MILES_UNKNOWN: 'SET_MILES',
  CYCLE_SHORT: 'ASK_DRIVER',
};

export function actionFor({ kind }: Reason): FitAction | null {
  return actions[kind] ?? null;
}
