import { grossCents, isTonu } from './money.ts';
import type { LoadStatus } from './status.ts';

/** What every screen and file shows of one load. A load is saved with 0 for a rate and miles that nobody knows: here that is null. */

interface Rate {
  linehaulCents: number;
  fuelSurchargeCents: number;
}

/** What was agreed with the broker, for mails about the load. Null while the rate isn't known. */
export function agreedRate({ linehaulCents, fuelSurchargeCents }: Rate): number | null {
  return linehaulCents === 0 ? null : linehaulCents + fuelSurchargeCents;
}

interface Gross extends Rate {
  status: LoadStatus;
  /** As it is counted: 0 for a draft. */
  grossCents: number;
  billableFeesCents: number;
}

/** A draft shows what it would bring, though no sum counts it before it is booked. Null while its rate isn't known. */
export function shownGross(load: Gross): number | null {
  if (load.status !== 'DRAFT') return load.grossCents;
  return load.linehaulCents === 0 ? null : grossCents({ ...load, status: 'BOOKED' });
}

interface Driven {
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  loadedMiles: number;
}

/** A truck that wasn't used has no loaded miles. On any other load 0 means that nobody knows them. */
export function shownLoadedMiles(load: Driven): number | null {
  return load.loadedMiles > 0 || isTonu(load) ? load.loadedMiles : null;
}

/**
 * Cents a mile over all miles. Null while the rate or the loaded miles aren't known, as the deadhead alone says nothing, and for a load that
 * brings nothing because it was canceled.
 */
export function shownRpm(load: Gross & Driven & { deadheadMiles: number }): number | null {
  const gross = shownGross(load);
  const miles = load.loadedMiles + load.deadheadMiles;
  return !gross || miles === 0 || shownLoadedMiles(load) === null ? null : gross / miles;
}

/** Cents a loaded mile. Null also for a truck that wasn't used. */
export function shownLoadedRpm(load: Gross & Driven): number | null {
  const gross = shownGross(load);
  return !gross || load.loadedMiles === 0 ? null : gross / load.loadedMiles;
}
