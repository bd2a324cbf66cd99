import type { PayTerms } from '../drivers/pay.ts';
import {
  cutCents,
  type FactoringStatus,
  type FeeAmounts,
  factoringCents,
  grossCents,
  isCounted,
  isFactored,
  isFactorFeeKnown,
  isTonu,
  suggestDriverPay,
  sumFees,
} from './money.ts';
import type { LoadStatus } from './status.ts';

/**
 * What a load's cut is counted with. Details, net and lists use these functions, so that each of them shows the same pay, factor fee and
 * cut. What was saved on the load counts first. Terms and the company's percentage count only where nothing was saved.
 */

/** The company's percentage counts only where none was saved on the load. A saved percentage of 0 means that the factor takes nothing. */
export function countedFeeBps(savedBps: number | null, companyBps: number | null): number | null {
  return savedBps ?? companyBps;
}

interface SavedMiles {
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  /** 0: nothing was saved. */
  driverPayCents: number;
  loadedMiles: number;
  deadheadMiles: number;
}

/**
 * The miles that pay by the mile counts: those that were saved with the load, as when the pay was saved. A deadhead that is measured
 * later changes no pay. Null while the miles of a load without pay aren't known.
 */
export function paidMiles(load: SavedMiles): number | null {
  return load.driverPayCents > 0 ? load.loadedMiles + load.deadheadMiles : payableMiles({ ...load, isUnused: isTonu(load) });
}

/**
 * The miles by which pay by the mile is computed. 0 miles are not known. The deadhead alone pays only a truck that wasn't used: for its
 * way to the pickup.
 */
export function payableMiles(load: { isUnused: boolean; loadedMiles: number; deadheadMiles: number }): number | null {
  const miles = load.loadedMiles + load.deadheadMiles;
  return miles === 0 || (load.loadedMiles === 0 && !load.isUnused) ? null : miles;
}

/** The pay of one load by terms. Null for pay by the hour or by the week, and while the rate or the miles aren't known. */
export function payByTerms(
  terms: PayTerms | null,
  load: { linehaulCents: number | null; fuelSurchargeCents: number; miles: number | null },
): number | null {
  const { linehaulCents, fuelSurchargeCents, miles } = load;
  if (terms?.model === 'PER_MILE' && miles === null) return null;
  if (terms?.model === 'PERCENTAGE' && linehaulCents === null) return null;
  return suggestDriverPay(terms, {
    linehaulCents: linehaulCents ?? 0,
    fuelSurchargeCents,
    loadedMiles: miles ?? 0,
    deadheadMiles: 0,
  });
}

interface PaidLoad {
  linehaulCents: number;
  fuelSurchargeCents: number;
  loadedMiles: number;
  deadheadMiles: number;
}

/** The pay of a load for which nobody typed one, from facts of which 0 is not known. Null: not known. */
export function computedPay(terms: PayTerms | null, load: PaidLoad & { isUnused: boolean }): number | null {
  return payByTerms(terms, { ...load, linehaulCents: load.linehaulCents === 0 ? null : load.linehaulCents, miles: payableMiles(load) });
}

/** What is saved as the pay of a load for which nobody typed one. 0: not known. */
export function payToSave(terms: PayTerms | null, load: PaidLoad & { status: LoadStatus; statusBeforeProblem: LoadStatus | null }): number {
  return computedPay(terms, { ...load, isUnused: isTonu(load) }) ?? 0;
}

/** Whether nobody typed the saved pay. Undoing an earlier move may bring back pay for the deadhead alone. */
export function isPayByTerms(load: Parameters<typeof payToSave>[1] & { driverPayCents: number; payTerms: PayTerms | null }): boolean {
  const { driverPayCents, payTerms } = load;
  return driverPayCents === payToSave(payTerms, load) || driverPayCents === suggestDriverPay(payTerms, load);
}

export interface CutFacts extends SavedMiles {
  linehaulCents: number;
  fuelSurchargeCents: number;
  /** Of the driver, or of the company for a driver who has none and while there is no driver. */
  payTerms: PayTerms | null;
  factoringStatus: FactoringStatus;
  /** Null: nothing was saved. */
  factoringFeeBps: number | null;
  companyFeeBps: number | null;
  fees: readonly FeeAmounts[];
}

/** Null is not known. */
export interface Cut {
  driverPayCents: number | null;
  /** Null for a load that isn't factored, too. */
  factoringFeeBps: number | null;
  cutCents: number | null;
}

/** A draft is counted as what it would leave. */
export function loadCut(given: CutFacts): Cut {
  const load: CutFacts = given.status === 'DRAFT' ? { ...given, status: 'BOOKED' } : given;
  const byTerms = { ...load, linehaulCents: load.linehaulCents === 0 ? null : load.linehaulCents, miles: paidMiles(load) };
  const driverPayCents = load.driverPayCents > 0 ? load.driverPayCents : payByTerms(load.payTerms, byTerms);
  const factoringFeeBps = isFactored(load.factoringStatus) ? countedFeeBps(load.factoringFeeBps, load.companyFeeBps) : null;
  if (!isCounted(load.status)) return { driverPayCents, factoringFeeBps, cutCents: 0 };
  const fees = sumFees(load.fees);
  const isFeeKnown = isFactorFeeKnown({ ...load, factoringFeeBps, earlyPayCents: fees.earlyPayCents });
  if (driverPayCents === null || !isFeeKnown || load.linehaulCents === 0) return { driverPayCents, factoringFeeBps, cutCents: null };
  const gross = grossCents({ ...load, billableFeesCents: fees.billableCents });
  const factoring = factoringCents({ ...load, factoringFeeBps, grossCents: gross, earlyPayCents: fees.earlyPayCents });
  return {
    driverPayCents,
    factoringFeeBps,
    cutCents: cutCents({ ...load, driverPayCents, grossCents: gross, feeCostCents: fees.costCents, factoringCents: factoring }),
  };
}
