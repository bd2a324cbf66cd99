import type { Stop } from '@headhaul/contracts/loads/record';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { isPayByTerms, payToSave } from '@headhaul/domain/loads/cut';
import { sumFees } from '@headhaul/domain/loads/money';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { applyMove, applyTonu, type MoneyState, moneyStateOf, restoreMove } from '@headhaul/domain/loads/transitions';
import type { TenantTx } from '../../../lib/db/database.ts';
import { updateRows } from '../../../lib/db/row-sets.ts';
import type { LoadFacts } from '../read/read.service.ts';
import { summarizeStops } from '../record/summary.ts';
import { isRolling } from '../write/double-booking.ts';
import type { Crew, References } from '../write/references.ts';
import { moveStops, type StopState } from './stop-moves.ts';

/** Everything about a load that a move may touch. */
export interface Moved {
  money: MoneyState;
  stops: Stop[];
  crew: Crew;
  driverPayCents: number;
  /** The terms by which pay that comes back was saved. Left out: the trigger of `loads` decides. */
  payTerms?: PayTerms;
}

/** What an undo restores. Null means that the move did not change it. */
export interface BeforeMove {
  money: MoneyState;
  stops: StopState[];
  crew: Crew | null;
  driverPayCents: number | null;
  /** The terms by which the pay was saved. Null without pay or terms. Moves from before don't have them. */
  payTerms?: PayTerms | null;
  /** The crew and pay after the move. An undo restores crew and pay only if these are unchanged. */
  left: { crew: Crew; driverPayCents: number };
}

function crewOf({ driverId, coDriverId, truckId, trailerId }: Crew): Crew {
  return { driverId, coDriverId, truckId, trailerId };
}

function stateOf({ id, kind, status, arrivedAt, departedAt }: StopState): StopState {
  return { id, kind, status, arrivedAt, departedAt };
}

function isSameState(a: StopState, b: StopState | undefined): boolean {
  return JSON.stringify(stateOf(a)) === JSON.stringify(b && stateOf(b));
}

export function isSameCrew(a: Crew, b: Crew): boolean {
  return a.driverId === b.driverId && a.coDriverId === b.coDriverId && a.truckId === b.truckId && a.trailerId === b.trailerId;
}

const nobody: Crew = { driverId: null, coDriverId: null, truckId: null, trailerId: null };

/** A load that goes back from dispatched to booked loses its crew. Pay by the driver's terms is computed again. Typed pay stays. */
function carryOn(load: LoadFacts, money: MoneyState, at: string): Moved {
  const isTakenOff = load.status === 'DISPATCHED' && money.status === 'BOOKED';
  const payNow = payToSave(isTakenOff ? null : load.payTerms, { ...money, deadheadMiles: load.deadheadMiles });
  return {
    money,
    stops: moveStops(load.stops, load.status, money.status, at),
    crew: isTakenOff ? nobody : crewOf(load),
    driverPayCents: isPayByTerms(load) ? payNow : load.driverPayCents,
  };
}

export function planMove(
  load: LoadFacts,
  to: LoadStatus,
  at: string,
  { reason, paidAmountCents }: { reason: string; paidAmountCents: number | null },
): Moved {
  const expectedCents = load.grossCents + sumFees(load.fees).passThroughCents;
  return carryOn(load, applyMove(load, to, at, { reason, paidAmountCents: paidAmountCents ?? expectedCents }), at);
}

export function planTonu(load: LoadFacts, tonu: { newRc: string | null; newRate: number }, at: string): Moved {
  return carryOn(load, applyTonu(load, tonu, at), at);
}

/** Leaves stops alone that were added or removed since the move, and keeps a crew that was assigned since. */
export function planUndo(load: LoadFacts, before: BeforeMove): Moved {
  const money = restoreMove(load, before.money);
  const isLeftCrew = isSameCrew(load, before.left.crew);
  const isLeftPay = isLeftCrew && load.driverPayCents === before.left.driverPayCents;
  const payNow = isPayByTerms(load) ? payToSave(load.payTerms, { ...money, deadheadMiles: load.deadheadMiles }) : load.driverPayCents;
  return {
    money,
    stops: load.stops.map((stop) => ({ ...stop, ...before.stops.find(({ id }) => id === stop.id), kind: stop.kind })),
    crew: (isLeftCrew ? before.crew : null) ?? crewOf(load),
    driverPayCents: isLeftPay ? (before.driverPayCents ?? load.driverPayCents) : payNow,
    ...(isLeftPay && before.payTerms ? { payTerms: before.payTerms } : {}),
  };
}

/**
 * Restores a load from the bin without drivers who are archived by now. The second driver becomes the first. A load on the road that
 * has no driver left becomes booked. Returns null if no driver is missing.
 */
export function planReturn(load: LoadFacts, drivers: References['drivers'], at: string): Moved | null {
  const [driverId = null, coDriverId = null] = [load.driverId, load.coDriverId].filter((id) => id !== null && drivers.has(id));
  if (driverId === load.driverId && coDriverId === load.coDriverId) return null;
  const terms = driverId === load.driverId ? load.payTerms : ((driverId === null ? undefined : drivers.get(driverId)?.payTerms) ?? null);
  const isStranded = driverId === null && isRolling(load.status);
  const booked = { status: 'BOOKED', statusBeforeProblem: null, statusChangedAt: at, problemReason: null } as const;
  return {
    money: { ...moneyStateOf(load), ...(isStranded ? booked : {}) },
    stops: isStranded ? moveStops(load.stops, load.status, 'BOOKED', at) : load.stops,
    crew: driverId === null ? nobody : { ...crewOf(load), driverId, coDriverId },
    driverPayCents: isPayByTerms(load) ? payToSave(terms, load) : load.driverPayCents,
  };
}

export function rememberBefore(load: LoadFacts, moved: Moved): BeforeMove {
  return {
    money: moneyStateOf(load),
    stops: load.stops.filter((stop, index) => !isSameState(stop, moved.stops[index])).map(stateOf),
    crew: isSameCrew(load, moved.crew) ? null : crewOf(load),
    driverPayCents: load.driverPayCents === moved.driverPayCents ? null : load.driverPayCents,
    payTerms: load.driverPayCents > 0 ? load.payTerms : null,
    left: { crew: moved.crew, driverPayCents: moved.driverPayCents },
  };
}

export async function saveMoves(tx: TenantTx, moves: readonly { load: LoadFacts; moved: Moved; at: string }[]): Promise<void> {
  await updateRows(
    tx,
    'loads',
    moves.map(({ load, moved: { money, stops, crew, driverPayCents }, at }) => ({
      id: load.id,
      version: load.version + 1,
      updated_at: at,
      status: money.status,
      status_before_problem: money.statusBeforeProblem,
      status_changed_at: money.statusChangedAt,
      problem_reason: money.problemReason,
      linehaul_cents: money.linehaulCents,
      fuel_surcharge_cents: money.fuelSurchargeCents,
      rc: money.rc,
      loaded_miles: money.loadedMiles,
      original: money.original,
      booked_at: money.bookedAt,
      delivered_at: money.deliveredAt,
      invoiced_at: money.invoicedAt,
      paid_at: money.paidAt,
      paid_amount_cents: money.paidAmountCents,
      driver_id: crew.driverId,
      co_driver_id: crew.coDriverId,
      truck_id: crew.truckId,
      trailer_id: crew.trailerId,
      driver_pay_cents: driverPayCents,
      ...summarizeStops(stops, { ...money, createdAt: load.createdAt, companyZone: load.companyZone }),
    })),
  );
  // In a second statement: with the first one the trigger takes a driver who comes back, and pay after none, for new ones.
  await updateRows(
    tx,
    'loads',
    moves.flatMap(({ load, moved: { payTerms } }) => (payTerms === undefined ? [] : [{ id: load.id, pay_terms: { ...payTerms } }])),
  );
  const changed = moves.flatMap(({ load, moved }) => moved.stops.filter((stop, index) => !isSameState(stop, load.stops[index])));
  await saveStopStates(tx, changed);
}

export async function saveStopStates(tx: TenantTx, stops: readonly StopState[]): Promise<void> {
  await updateRows(
    tx,
    'load_stops',
    stops.map(({ id, status, arrivedAt, departedAt }) => ({ id, status, arrived_at: arrivedAt, departed_at: departedAt })),
  );
}
