import { isTonu } from './money.ts';
import { type LoadStatus, moves } from './status.ts';

// Types, not interfaces: they are stored as JSON, and an interface could get further fields elsewhere.
type Agreed = { linehaulCents: number; fuelSurchargeCents: number; rc: string | null; loadedMiles: number };
type SetAside = Agreed & { first?: Agreed | null | undefined };

/**
 * What a move does to a load. `allowedMoves` decides whether the move is allowed. The money that a TONU replaces is kept in `original`
 * and comes back when the load is hauled after all. On a hauled load `original` is something else: what was agreed before the first
 * revision. A TONU keeps that too, in `original.first`.
 */
export interface MoneyState {
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  statusChangedAt: string;
  problemReason: string | null;
  linehaulCents: number;
  fuelSurchargeCents: number;
  rc: string | null;
  loadedMiles: number;
  original: SetAside | null;
  invoicedAt: string | null;
  paidAt: string | null;
  paidAmountCents: number | null;
  deliveredAt: string | null;
  bookedAt: string | null;
}

interface MoveDetails {
  /** Required for PROBLEM. */
  reason?: string;
  /** For PAID: the amount received. Default: linehaul plus surcharge, because the fees are not known here. */
  paidAmountCents?: number | null;
}

type Money = Pick<MoneyState, 'linehaulCents' | 'fuelSurchargeCents' | 'rc' | 'loadedMiles' | 'original'>;

function agreedOf({ linehaulCents, fuelSurchargeCents, rc, loadedMiles }: MoneyState): Agreed {
  return { linehaulCents, fuelSurchargeCents, rc, loadedMiles };
}

function moneyOf({ linehaulCents, fuelSurchargeCents, rc, loadedMiles, original }: MoneyState): Money {
  return { linehaulCents, fuelSurchargeCents, rc, loadedMiles, original };
}

/** Exactly the fields that an undo needs. */
export function moneyStateOf(load: MoneyState): MoneyState {
  const { status, statusBeforeProblem, statusChangedAt, problemReason, invoicedAt, paidAt, paidAmountCents, deliveredAt, bookedAt } = load;
  return {
    status,
    statusBeforeProblem,
    statusChangedAt,
    problemReason,
    ...moneyOf(load),
    invoicedAt,
    paidAt,
    paidAmountCents,
    deliveredAt,
    bookedAt,
  };
}

function setAside(load: MoneyState): SetAside {
  return { ...agreedOf(load), first: load.original };
}

/** The load is hauled after all, so the money agreed for hauling comes back. */
function withoutTonu(load: MoneyState): MoneyState {
  if (!isTonu(load) || load.original === null) return load;
  const { first = null, ...agreed } = load.original;
  return { ...load, ...agreed, original: first };
}

/** The value of `original` after the money or the RC has changed. Adding an RC after the booking is not a revision. */
export function originalAfter(load: MoneyState, { linehaulCents, fuelSurchargeCents, rc }: Omit<Agreed, 'loadedMiles'>): Agreed | null {
  const isRevised =
    linehaulCents !== load.linehaulCents || fuelSurchargeCents !== load.fuelSurchargeCents || (load.rc !== null && rc !== load.rc);
  // On a TONU only the TONU's own money is corrected. What was agreed for hauling stays in `original`.
  const isAgreed = load.status !== 'DRAFT' && load.status !== 'DISCARDED' && !isTonu(load);
  return load.original === null && isRevised && isAgreed ? agreedOf(load) : load.original;
}

export function applyMove(load: MoneyState, to: LoadStatus, at: string, details: MoveDetails = {}): MoneyState {
  if (!moves[load.status].includes(to)) throw new Error(`A load can't go from ${load.status} to ${to}`);
  const from = load.status;
  const next = { ...moneyStateOf(load), status: to, statusBeforeProblem: null, statusChangedAt: at, problemReason: null };
  // An unused load stays a TONU when it is invoiced, paid or canceled: its miles and money are not those of a hauled load.
  const mark = isTonu(load) ? 'TONU' : null;
  switch (to) {
    case 'TONU':
      throw new Error('A TONU needs its rate: use applyTonu');
    case 'BOOKED':
      return { ...next, ...moneyOf(withoutTonu(load)), bookedAt: load.bookedAt ?? at };
    case 'PROBLEM':
      return { ...next, statusBeforeProblem: from, problemReason: details.reason || 'Problem' };
    case 'IN_TRANSIT':
      return { ...next, deliveredAt: null };
    case 'DELIVERED':
      return { ...next, ...moneyOf(withoutTonu(load)), deliveredAt: load.deliveredAt ?? at, invoicedAt: null };
    case 'INVOICED':
      return { ...next, statusBeforeProblem: mark, invoicedAt: at };
    case 'PAID': {
      const paidAmountCents = details.paidAmountCents ?? load.linehaulCents + load.fuelSurchargeCents;
      return { ...next, statusBeforeProblem: mark, paidAt: at, paidAmountCents };
    }
    case 'CANCELLED':
      return { ...next, statusBeforeProblem: mark };
    default:
      return next;
  }
}

/** The truck was ordered and not used. The broker pays this rate instead, and no loaded miles were driven. */
export function applyTonu(load: MoneyState, tonu: { newRc: string | null; newRate: number }, at: string): MoneyState {
  if (!moves[load.status].includes('TONU')) throw new Error(`A load can't go from ${load.status} to TONU`);
  return {
    ...moneyStateOf(load),
    status: 'TONU',
    statusBeforeProblem: null,
    statusChangedAt: at,
    problemReason: null,
    linehaulCents: tonu.newRate,
    fuelSurchargeCents: 0,
    rc: tonu.newRc ?? load.rc,
    loadedMiles: 0,
    original: setAside(load),
  };
}

/** Makes the load a TONU again. Money that was agreed in the meantime is set aside in `original`. */
function withTonuAgain(load: MoneyState, before: MoneyState): MoneyState {
  const isUnchanged = JSON.stringify(moneyOf(load)) === JSON.stringify(moneyOf(withoutTonu(before)));
  return isUnchanged ? before : { ...before, original: setAside(load) };
}

/** Undoes the last move. Money changes back only if that move changed it, so that a rate corrected in the meantime stays corrected. */
export function restoreMove(load: MoneyState, before: MoneyState): MoneyState {
  if (isTonu(load) === isTonu(before)) return { ...moneyStateOf(before), ...moneyOf(load) };
  return { ...moneyStateOf(before), ...moneyOf(isTonu(before) ? withTonuAgain(load, before) : withoutTonu(load)) };
}
