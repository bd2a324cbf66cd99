import type { DispatchFeeTerms, PayTerms } from '../drivers/pay.ts';
import type { FeeType } from '../loads/fees.ts';
import type { FeeAmounts } from '../loads/money.ts';
import type { LoadStatus } from '../loads/status.ts';
import type { MilesSource } from '../roads/miles-source.ts';
import type { DieselPrice } from './diesel-regions.ts';

export interface Miles {
  /** Whole miles. */
  miles: number;
  /**
   * `AVERAGE`: the company's average, while no driver is chosen. `LOAD_BEFORE`: nobody entered a deadhead, and the driver's load before
   * ended in the city where this one begins.
   */
  source: MilesSource | 'AVERAGE' | 'LOAD_BEFORE';
}

/** A figure of the truck, of the company's settings, or averaged over the company's trucks while none is chosen. */
export interface TruckFigure {
  value: number;
  source: 'TRUCK' | 'COMPANY' | 'AVERAGE';
}

/** `HERE`: the provider's tolls for a truck. Google is no source: its tolls are those of a car. */
export interface Tolls {
  cents: number;
  source: 'HERE' | 'ENTERED';
  /** The Monday of the week in which HERE was asked. Null for tolls that were entered. */
  week: string | null;
  /** That week is over: HERE doesn't answer, so older tolls are used. */
  isOlder: boolean;
}

export interface PersonPay {
  terms: PayTerms | null;
  /** `COMPANY`: the company's usual terms, for a driver without terms of their own or while no driver is chosen. */
  source: 'DRIVER' | 'COMPANY';
  /** The miles that pay by the mile counts (`paidMiles` in loads/cut.ts). Left out: loaded and deadhead miles of the trip. */
  paidMiles?: number | null;
}

/**
 * What a load's profit is computed from. Null means not known, and 0 is a fact. Stored loads have 0 where something isn't known: pay that
 * is still open, miles that nobody could estimate, a rate that isn't agreed. Whoever reads them passes null.
 */
export interface ProfitFacts {
  /** For a posting or a draft pass BOOKED: what it would bring. */
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  linehaulCents: number | null;
  /** 0 when the rate is all in. */
  fuelSurchargeCents: number;
  fees: readonly FeeAmounts[];
  loaded: Miles | null;
  /** From where the driver really is to the pickup. 0 only for a truck that stands there. */
  deadhead: Miles | null;
  mpgLoaded: TruckFigure | null;
  mpgEmpty: TruckFigure | null;
  diesel: DieselPrice | null;
  tolls: Tolls | null;
  /** In cents. 0 for a company that counts none. */
  fixedCostPerDay: TruckFigure | null;
  /** An owner operator pays fuel, tolls and truck out of their own share. */
  truckPaidBy: 'COMPANY' | 'DRIVER';
  /** Pay agreed for this load, for the whole crew. Null: everybody is paid by their terms. */
  agreedPayCents: number | null;
  driver: PersonPay;
  /** Null for a driver who drives alone. */
  coDriver: PersonPay | null;
  /** `feeBps` in hundredths of a percent. Null: the load isn't marked as factored, and nobody has said whether the company factors. */
  factoring: { isFactored: boolean; feeBps: number | null } | null;
  /** Null when there is no dispatcher to pay. */
  dispatchFee: DispatchFeeTerms | null;
  /** From the start of the deadhead to empty again, with the rest that the hours of service require. Counted in tenths. */
  days: number | null;
}

/** What has to be known before the figures are complete, in the order in which it is asked for. */
export const missingFacts = [
  'LINEHAUL',
  'LOADED_MILES',
  'DEADHEAD_MILES',
  'MPG_LOADED',
  'MPG_EMPTY',
  'DIESEL_PRICE',
  'TOLLS',
  'DRIVER_PAY',
  'CO_DRIVER_PAY',
  'FACTORING',
  'FIXED_COST',
  'DAYS',
] as const;
export type MissingFact = (typeof missingFacts)[number];

/** A cost that the net is shown without when it isn't known. Without any other cost there is no net. */
export type LeftOut = 'TOLLS' | 'FIXED_COST';

export type PayHow =
  | { by: 'AGREED' }
  | { by: 'UNKNOWN' }
  | { by: 'TERMS'; terms: PayTerms; source: PersonPay['source']; miles: number | null; days: number | null; hasSurcharge: boolean };

/** One line of the ledger. Money that comes in is positive, a cost negative, and null is not known. `how` says where it comes from. */
export type ProfitLine =
  | { kind: 'LINEHAUL'; cents: number | null; how: { isTonu: boolean } }
  | { kind: 'FUEL_SURCHARGE'; cents: number }
  | { kind: 'FEE'; cents: number; how: { type: FeeType } }
  | { kind: 'FUEL'; cents: number | null; how: Pick<ProfitFacts, 'loaded' | 'deadhead' | 'mpgLoaded' | 'mpgEmpty' | 'diesel'> }
  | { kind: 'TOLLS'; cents: number | null; how: Pick<Tolls, 'source' | 'week' | 'isOlder'> | null }
  | { kind: 'DRIVER_PAY' | 'CO_DRIVER_PAY'; cents: number | null; how: PayHow }
  /** The driver's part of fees such as detention. */
  | { kind: 'DRIVER_FEES'; cents: number }
  | { kind: 'FACTOR_FEE'; cents: number | null; how: { feeBps: number | null } }
  | { kind: 'DISPATCH_FEE'; cents: number | null; how: { terms: DispatchFeeTerms; days: number | null } }
  | { kind: 'FIXED_COST'; cents: number | null; how: { perDay: TruckFigure | null; days: number | null } };

/** Some lines of the ledger, and what has to be known before all of them have an amount. */
export interface CostPart {
  lines: ProfitLine[];
  missing: MissingFact[];
}

export interface Profit {
  /** False for a load that was never agreed or was given up: it counts as zero. */
  isCounted: boolean;
  grossCents: number | null;
  /** Dollars a mile over all miles, unrounded. */
  rpm: number | null;
  /** Gross less driver pay, fees and factoring, as the load's details show it. Null while the driver's pay isn't known. */
  cutCents: number | null;
  /** Their sum is the net. Costs that are known to be none have no line. */
  lines: ProfitLine[];
  netCents: number | null;
  /** What `netCents` does not include, because it isn't known: "Net before tolls". */
  before: LeftOut[];
  netPerDayCents: number | null;
  /** In whole tenths: the number by which the net was divided. */
  days: number | null;
  truckPaidBy: ProfitFacts['truckPaidBy'];
  missing: MissingFact[];
}
