import type { OwnDriverStatus } from '../drivers/status.ts';
import type { Equipment, LoadRequirement } from '../equipment.ts';
import type { Clocks } from '../hours/clocks.ts';
import type { LoadStatus } from '../loads/status.ts';
import type { StopKind, StopSchedule } from '../loads/stops.ts';
import type { Point } from '../places/distance.ts';

export interface FitPlace {
  city: string;
  state: string;
  timeZone: string;
  /** Null when the place wasn't found. */
  point: Point | null;
}

export interface FitStop extends FitPlace {
  kind: StopKind;
  schedule: StopSchedule;
  /** The window. Without a time it is the whole day, without a day it is null. */
  opensMs: number | null;
  closesMs: number | null;
  hasTime: boolean;
  handling: 'LIVE' | 'DROP_AND_HOOK';
  /** The truck is at the dock since. */
  arrivedMs: number | null;
  /** The truck has left, or the stop was skipped. */
  isDone: boolean;
}

/** A load that the truck already has. */
export interface PlannedLoad {
  id: string;
  loadNumber: string;
  status: LoadStatus;
  stops: readonly FitStop[];
}

/** The load in question. */
export interface FitLoad extends PlannedLoad {
  equipment: Equipment;
  lengthFt: number | null;
  weightLb: number | null;
  /** It must be kept at a temperature. */
  isTemperatureSet: boolean;
  isHazmat: boolean;
  requirements: readonly LoadRequirement[];
}

/** What the ELD said, and when. */
export interface ReportedHours {
  atMs: number;
  clocks: Clocks;
  /** Since when the driver is off duty. Null when at work, and when it isn't known: then no rest counts as begun. */
  offSinceMs: number | null;
}

/** Where the truck was seen or is said to be. HOME is a guess, unless the office says that the driver is at home. */
export interface Whereabouts {
  source: 'POSITION' | 'LAST_DROP' | 'OFFICE' | 'HOME';
  /** When it was seen there, left the last dock or was entered. */
  atMs: number;
  point: Point | null;
  city: string | null;
  state: string | null;
}

export interface FitTruck {
  employment: 'ACTIVE' | 'INACTIVE';
  /** As the office set it. A driver on a load is at work, whatever it says. */
  ownStatus: OwnDriverStatus;
  /** Until when a driver who isn't ready is off. Null when nobody said. */
  offUntilMs: number | null;
  /** Of the trailer. Null when it isn't known. */
  equipment: Equipment | null;
  trailerLengthFt: number | null;
  /** Null when the driver takes any weight. */
  maxWeightLb: number | null;
  /** Null when nobody asked the driver. */
  endorsements: readonly ('N' | 'H' | 'X' | 'P' | 'T')[] | null;
  /** The last day on which each is valid. Null when it isn't on file. */
  cdlExpiresOn: string | null;
  medicalExpiresOn: string | null;
  twicExpiresOn: string | null;
  /** As somebody typed it: "straps", "2 tarps". */
  gear: readonly string[];
  avoidedStates: readonly string[];
  where: Whereabouts | null;
  hours: ReportedHours | null;
  /** The other driver of a team. */
  partner: { hours: ReportedHours | null } | null;
  /** `byMs` is when the driver wants to be home. Null when nobody said. */
  home: (FitPlace & { byMs: number | null }) | null;
}

/** Measured on the road network, or estimated from the straight line. */
export interface RoadMiles {
  miles: number;
  source: 'ROAD' | 'ESTIMATE';
}

/** Null when there is no road between them, or it can't be measured now. */
export type MeasureMiles = (from: Point, to: Point) => RoadMiles | null;

/** What the truck already has to do, finished and canceled loads included. The load in question may be among them. */
export interface FitPlan {
  loads: readonly PlannedLoad[];
  measure: MeasureMiles;
}
