import type { DispatchFeeTerms, PayTerms } from '@headhaul/domain/drivers/pay';
import type { Equipment } from '@headhaul/domain/equipment';
import type { FactoringStatus, FeeAmounts } from '@headhaul/domain/loads/money';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import type { Point } from '@headhaul/domain/places/distance';
import type { Miles } from '@headhaul/domain/profit/facts';

export interface TripDriver {
  id: string;
  name: string;
  isOwnerOperator: boolean;
  pay: PayTerms | null;
  dispatchFee: DispatchFeeTerms | null;
}

export interface TripTruck {
  id: string;
  number: string;
  mpgLoaded: number | null;
  mpgEmpty: number | null;
  fixedCostPerDayCents: number | null;
}

export interface TripStop {
  city: string;
  state: string;
  /** Null when the place wasn't found. */
  point: Point | null;
  handling: 'LIVE' | 'DROP_AND_HOOK';
}

/** A saved load or a draft, as its profit is computed. Where the database holds 0 for what isn't known, this holds null. */
export interface Trip {
  loadId: string | null;
  /** The deadhead that is measured for the driver will be saved with the load, so pay by the mile counts it. */
  paysMeasured: boolean;
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  equipment: Equipment;
  linehaulCents: number | null;
  fuelSurchargeCents: number;
  fees: readonly FeeAmounts[];
  factoringStatus: FactoringStatus;
  /** Null: nothing was saved or typed. */
  factoringFeeBps: number | null;
  loaded: Miles | null;
  deadhead: Miles | null;
  /** As it was typed, or as it was saved with the load. */
  payCents: number | null;
  /** The driver's terms when the pay was saved. Null: those of today count. */
  savedTerms: PayTerms | null;
  /** The miles that pay by the mile counts. Null while they aren't known. */
  paidMiles: number | null;
  driver: TripDriver | null;
  coDriver: { pay: PayTerms | null } | null;
  truck: TripTruck | null;
  stops: readonly TripStop[];
  /** The day at the pickup. Null for a draft that has none yet. */
  pickupDay: string | null;
}
