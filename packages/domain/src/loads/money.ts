import type { DispatchFeeTerms, PayTerms } from '../drivers/pay.ts';
import { type FeeStatus, type FeeType, feeTypes } from './fees.ts';
import { type LoadStatus, uncountedStatuses } from './status.ts';

/** The formulas behind every figure on a screen. Money is in whole cents, and half a cent is rounded up. */

export const factoringStatuses = ['NOT_FACTORED', 'PENDING', 'SUBMITTED', 'APPROVED', 'DECLINED', 'FUNDED'] as const;
export type FactoringStatus = (typeof factoringStatuses)[number];

export interface FeeAmounts {
  type: FeeType;
  status: FeeStatus;
  brokerAmountCents: number;
  driverAmountCents: number;
}

interface FeeSums {
  /** Earned: part of gross. */
  billableCents: number;
  /** Paid back by the broker, such as a lumper. */
  passThroughCents: number;
  /** Paid back to the driver. */
  passThroughDriverCents: number;
  /** Kept back by the broker or the factor. */
  deductionCents: number;
  /** Factoring and quick pay fees among the deductions: what it really cost to be paid early. */
  earlyPayCents: number;
  /** The driver's part of the billable fees. */
  driverCents: number;
  /** What the fees subtract from the cut. */
  costCents: number;
}

export function isCounted(status: LoadStatus): boolean {
  return !(uncountedStatuses as readonly LoadStatus[]).includes(status);
}

/** The truck was ordered and not used. This stays true when the load is invoiced, paid or canceled: `transitions.ts` keeps the mark. */
export function isTonu(load: { status: LoadStatus; statusBeforeProblem: LoadStatus | null }): boolean {
  return load.status === 'TONU' || load.statusBeforeProblem === 'TONU';
}

function isEarlyPay(type: FeeType): boolean {
  return type === 'FACTORING_FEE' || type === 'QUICK_PAY_FEE';
}

/** A denied fee counts nowhere. A fee that was only asked for already counts. */
export function sumFees(fees: readonly FeeAmounts[]): FeeSums {
  const sums = { billableCents: 0, passThroughCents: 0, passThroughDriverCents: 0, deductionCents: 0, earlyPayCents: 0, driverCents: 0 };
  for (const fee of fees) {
    if (fee.status === 'DENIED') continue;
    const { kind } = feeTypes[fee.type];
    if (kind === 'billable') {
      sums.billableCents += fee.brokerAmountCents;
      sums.driverCents += fee.driverAmountCents;
    } else if (kind === 'pass-through') {
      sums.passThroughCents += fee.brokerAmountCents;
      sums.passThroughDriverCents += fee.driverAmountCents;
    } else if (kind === 'deduction') {
      sums.deductionCents += fee.brokerAmountCents;
      if (isEarlyPay(fee.type)) sums.earlyPayCents += fee.brokerAmountCents;
    }
  }
  return { ...sums, costCents: sums.driverCents + sums.deductionCents + sums.passThroughDriverCents - sums.passThroughCents };
}

/** A share in hundredths of a percent (bps: 250 is 2.5%), in whole cents. */
export function shareOf(cents: number, bps: number): number {
  return Math.floor((cents * bps + 5_000) / 10_000);
}

export function grossCents(load: {
  status: LoadStatus;
  linehaulCents: number;
  fuelSurchargeCents: number;
  billableFeesCents: number;
}): number {
  return isCounted(load.status) ? load.linehaulCents + load.fuelSurchargeCents + load.billableFeesCents : 0;
}

export function isFactored(status: FactoringStatus): boolean {
  return status !== 'NOT_FACTORED' && status !== 'DECLINED';
}

/**
 * The factor's fee by its percentage. An invoice is paid early once: where a factoring or quick pay fee was entered, that is what it cost,
 * it is among the load's deductions, and the percentage counts no longer.
 */
export function factoringCents(load: {
  grossCents: number;
  factoringStatus: FactoringStatus;
  /** Null: not known, which counts as no fee. `isFactorFeeKnown` tells the two apart. */
  factoringFeeBps: number | null;
  earlyPayCents: number;
}): number {
  return isFactored(load.factoringStatus) && load.earlyPayCents === 0 ? shareOf(load.grossCents, load.factoringFeeBps ?? 0) : 0;
}

/** An invoice that is factored costs something. It isn't known while neither a percentage nor a fee for early payment was saved. */
export function isFactorFeeKnown(load: {
  factoringStatus: FactoringStatus;
  factoringFeeBps: number | null;
  earlyPayCents: number;
}): boolean {
  return !isFactored(load.factoringStatus) || load.factoringFeeBps !== null || load.earlyPayCents > 0;
}

export function cutCents(load: {
  status: LoadStatus;
  grossCents: number;
  driverPayCents: number;
  feeCostCents: number;
  factoringCents: number;
}): number {
  return isCounted(load.status) ? load.grossCents - load.driverPayCents - load.feeCostCents - load.factoringCents : 0;
}

/** Dollars a mile, unrounded; null when the miles aren't known. */
export function rpm(gross: number, miles: number): number | null {
  return miles > 0 ? gross / 100 / miles : null;
}

/** 0.044 for 4.4 %. */
export function deadheadShare(loadedMiles: number, deadheadMiles: number): number | null {
  const miles = loadedMiles + deadheadMiles;
  return miles > 0 ? deadheadMiles / miles : null;
}

/** No pay is higher. The database has the same limit. */
const mostPayCents = 1_000_000_000;

/**
 * The pay by the driver's terms. A percentage is of linehaul and fuel surcharge: each fee has its own amount for the driver. Null where
 * hours or weeks decide, which a load does not know.
 */
export function suggestDriverPay(
  terms: PayTerms | null,
  load: { linehaulCents: number; fuelSurchargeCents: number; loadedMiles: number; deadheadMiles: number },
): number | null {
  switch (terms?.model) {
    case 'PER_MILE':
      return Math.min(terms.rate * (load.loadedMiles + load.deadheadMiles), mostPayCents);
    case 'PER_LOAD':
      return terms.rate;
    case 'PERCENTAGE':
      return Math.min(shareOf(load.linehaulCents + load.fuelSurchargeCents, terms.rate), mostPayCents);
    default:
      return null;
  }
}

/** What the dispatcher earns on one load. A fee per truck and week belongs to no load. */
export function dispatchFeeCents(
  terms: DispatchFeeTerms | null,
  load: {
    status: LoadStatus;
    statusBeforeProblem?: LoadStatus | null;
    linehaulCents: number;
    grossCents: number;
    factoringCents: number;
  },
): number {
  if (terms === null || !isCounted(load.status)) return 0;
  if (!terms.appliesToTonu && isTonu({ status: load.status, statusBeforeProblem: load.statusBeforeProblem ?? null })) return 0;
  if (terms.model === 'FLAT_PER_LOAD') return terms.amountCents;
  if (terms.model !== 'PERCENT') return 0;
  const bases = {
    LINEHAUL: load.linehaulCents,
    GROSS_EX_LUMPER: load.grossCents,
    NET_AFTER_FACTORING: load.grossCents - load.factoringCents,
  };
  return Math.max(shareOf(bases[terms.base], terms.percentBps), terms.minimumCents);
}

/** The facts a load is counted by. */
export interface CountedLoad {
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  linehaulCents: number;
  fuelSurchargeCents: number;
  driverPayCents: number;
  factoringStatus: FactoringStatus;
  factoringFeeBps: number | null;
  loadedMiles: number;
  deadheadMiles: number;
  deletedAt: string | null;
  fees: readonly FeeAmounts[];
}

/** The figures that offices count, as sums. Ratios are computed from them. */
export interface LoadFigures {
  loads: number;
  tonuLoads: number;
  grossCents: number;
  /** Gross without TONU loads, for the loaded RPM. */
  loadedGrossCents: number;
  loadedMiles: number;
  deadheadMiles: number;
  /** Pay to drivers, with their part of the fees. At least this much while `loadsWithoutPay` isn't 0. */
  driverPayCents: number;
  /** At most this much while `loadsWithoutPay` or `loadsWithoutFactorFee` isn't 0. */
  cutCents: number;
  /** Counted loads whose driver pay isn't known. They add nothing to the pay. */
  loadsWithoutPay: number;
  /** Counted loads whose factor fee isn't known. It is not subtracted from the cut. */
  loadsWithoutFactorFee: number;
  /** Counted loads whose loaded miles aren't known. Their gross is counted, so RPM and the share of deadhead are at most the figure. */
  loadsWithoutMiles: number;
}

export const noFigures: LoadFigures = {
  loads: 0,
  tonuLoads: 0,
  grossCents: 0,
  loadedGrossCents: 0,
  loadedMiles: 0,
  deadheadMiles: 0,
  driverPayCents: 0,
  cutCents: 0,
  loadsWithoutPay: 0,
  loadsWithoutFactorFee: 0,
  loadsWithoutMiles: 0,
};

function figuresOfOne(load: CountedLoad): LoadFigures {
  if (!isCounted(load.status) || load.deletedAt !== null) return noFigures;
  const fees = sumFees(load.fees);
  const gross = grossCents({ ...load, billableFeesCents: fees.billableCents });
  const factoring = factoringCents({ ...load, grossCents: gross, earlyPayCents: fees.earlyPayCents });
  const isUnused = isTonu(load);
  return {
    loads: 1,
    tonuLoads: isUnused ? 1 : 0,
    grossCents: gross,
    loadedGrossCents: isUnused ? 0 : gross,
    loadedMiles: isUnused ? 0 : load.loadedMiles,
    deadheadMiles: load.deadheadMiles,
    driverPayCents: load.driverPayCents + fees.driverCents,
    cutCents: cutCents({ ...load, grossCents: gross, feeCostCents: fees.costCents, factoringCents: factoring }),
    loadsWithoutPay: load.driverPayCents === 0 ? 1 : 0,
    loadsWithoutFactorFee: isFactorFeeKnown({ ...load, earlyPayCents: fees.earlyPayCents }) ? 0 : 1,
    loadsWithoutMiles: load.loadedMiles === 0 && !isUnused ? 1 : 0,
  };
}

export function addFigures(a: LoadFigures, b: LoadFigures): LoadFigures {
  return {
    loads: a.loads + b.loads,
    tonuLoads: a.tonuLoads + b.tonuLoads,
    grossCents: a.grossCents + b.grossCents,
    loadedGrossCents: a.loadedGrossCents + b.loadedGrossCents,
    loadedMiles: a.loadedMiles + b.loadedMiles,
    deadheadMiles: a.deadheadMiles + b.deadheadMiles,
    driverPayCents: a.driverPayCents + b.driverPayCents,
    cutCents: a.cutCents + b.cutCents,
    loadsWithoutPay: a.loadsWithoutPay + b.loadsWithoutPay,
    loadsWithoutFactorFee: a.loadsWithoutFactorFee + b.loadsWithoutFactorFee,
    loadsWithoutMiles: a.loadsWithoutMiles + b.loadsWithoutMiles,
  };
}

/** Counts each load one by one. Stored sums are checked against this. */
export function figuresOf(loads: readonly CountedLoad[]): LoadFigures {
  return loads.map(figuresOfOne).reduce(addFigures, noFigures);
}

/** Dollars a mile over all miles. */
export function rpmOf(figures: LoadFigures): number | null {
  return rpm(figures.grossCents, figures.loadedMiles + figures.deadheadMiles);
}

/** Dollars a loaded mile; TONU loads are left out, as they have none. */
export function loadedRpmOf(figures: LoadFigures): number | null {
  return rpm(figures.loadedGrossCents, figures.loadedMiles);
}

export function deadheadShareOf(figures: LoadFigures): number | null {
  return deadheadShare(figures.loadedMiles, figures.deadheadMiles);
}

/** Cents of "$1,240.50", "1240" or "1,240"; null for anything that could be read two ways. */
export function dollars(text: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?$/.exec(text.trim());
  const whole = match?.[1]?.replaceAll(',', '');
  if (whole === undefined || whole.replace(/^0+/, '').length > 12) return null;
  return Number(whole) * 100 + Number((match?.[2] ?? '').padEnd(2, '0'));
}
