import { type FeeAmounts, isCounted, isTonu, shareOf, sumFees } from '../loads/money.ts';
import type { LeftOut, ProfitFacts } from './facts.ts';
import { loadProfit } from './profit.ts';
import { tenthsOfDays } from './shares.ts';

/** How a company decides what a load has to pay. Null: the company has no such rule. */
export interface RateRule {
  /** Cents a mile over all miles that the company doesn't go below. */
  floorPerMileCents: number | null;
  /** What the floor leaves a day beyond break-even. */
  floorNetPerDayCents: number | null;
  /** The goal in cents a mile, over all miles. */
  targetPerMileCents: number | null;
  /** The goal for the net of a day. */
  targetNetPerDayCents: number | null;
  /** How much over the target the first ask is, in hundredths of a percent, where the lane has too few loads. */
  askMarginBps: number | null;
}

type MarkReason =
  | { by: 'BREAK_EVEN' }
  | { by: 'NET_PER_DAY'; perDayCents: number }
  | { by: 'PER_MILE'; perMileCents: number }
  /** The company's goal is below the floor. */
  | { by: 'FLOOR' };
export type RateMark = { rateCents: number } & MarkReason;

export type AskMark =
  | { rateCents: number; by: 'LANE'; laneLoads: number }
  /** `laneLoads` tells whether the lane has too few loads or paid less than the target. */
  | { rateCents: number; by: 'MARGIN'; marginBps: number; laneLoads: number };

/** Rates are linehaul and fuel surcharge together: what is agreed with the broker, before fees. Floor ≤ target ≤ ask. */
export interface RateScale {
  /** The load's own rate; null while there is none. */
  rateCents: number | null;
  floor: RateMark | null;
  target: RateMark | null;
  ask: AskMark | null;
  /** What the costs behind the floor don't include, because it isn't known. */
  before: LeftOut[];
}

/** With fewer own loads in 90 days a lane says too little. */
export const fewestLaneLoads = 3;
export const laneDays = 90;

/** No load pays more. The database has the same limit. */
const highestRateCents = 1_000_000_000;
/** Four shares depend on the rate: two drivers, factor, dispatcher. Each is off by half a cent at most, the last by another half. */
const roundingCents = 2.5;

/**
 * Where drivers, factor and dispatcher leave less than 2% of each further cent, the rate would be more than fifty times the costs. Nobody
 * pays that, and the search for it would take too long.
 */
const leastKeptBps = 200;

/** Of each further cent, in hundredths of a percent. */
export function keptBps({ agreedPayCents, driver, coDriver, factoring, dispatchFee, fees }: ProfitFacts): number {
  const pays = agreedPayCents === null ? [driver, coDriver] : [];
  const payBps = pays.reduce((sum, person) => sum + (person?.terms?.model === 'PERCENTAGE' ? person.terms.rate : 0), 0);
  const isByPercent = factoring?.isFactored === true && sumFees(fees).earlyPayCents === 0;
  const factorBps = isByPercent ? (factoring.feeBps ?? 0) : 0;
  return 10_000 - payBps - factorBps - (dispatchFee?.model === 'PERCENT' ? dispatchFee.percentBps : 0);
}

/** One fee of each type with the same sums, because the search computes the net many times and a load may have a hundred fees. */
function mergeFees(fees: readonly FeeAmounts[]): FeeAmounts[] {
  const byType = new Map<FeeAmounts['type'], FeeAmounts>();
  for (const fee of fees) {
    if (fee.status === 'DENIED') continue;
    const { brokerAmountCents = 0, driverAmountCents = 0 } = byType.get(fee.type) ?? {};
    byType.set(fee.type, {
      ...fee,
      brokerAmountCents: brokerAmountCents + fee.brokerAmountCents,
      driverAmountCents: driverAmountCents + fee.driverAmountCents,
    });
  }
  return [...byType.values()];
}

/**
 * The lowest rate at which the net reaches the goal; null when the net isn't known or no rate in reach does it. The net grows with the rate,
 * but where several shares round up at the same cent it falls by a cent or two. So the search for one rate that reaches the goal is followed by
 * a look at the few rates below it that rounding could have let through.
 */
export function lowestRate(given: ProfitFacts, goalCents: number): number | null {
  const facts = { ...given, fees: mergeFees(given.fees) };
  const netAt = (linehaulCents: number) => loadProfit({ ...facts, linehaulCents }).netCents;
  const reaches = (linehaulCents: number) => (netAt(linehaulCents) ?? Number.NEGATIVE_INFINITY) >= goalCents;
  if (netAt(0) === null) return null;
  if (reaches(0)) return facts.fuelSurchargeCents;
  const kept = keptBps(facts);
  if (kept < leastKeptBps) return null;
  let under = 0;
  let enough = 100_000;
  while (!reaches(enough)) {
    if (enough >= highestRateCents) return null;
    under = enough;
    enough = Math.min(enough * 2, highestRateCents);
  }
  while (enough - under > 1) {
    const middle = Math.floor((under + enough) / 2);
    if (reaches(middle)) enough = middle;
    else under = middle;
  }
  const lowest = Math.max(enough - Math.ceil((2 * roundingCents * 10_000) / kept), 0);
  for (let linehaulCents = lowest; linehaulCents < enough; linehaulCents += 1) {
    if (reaches(linehaulCents)) return linehaulCents + facts.fuelSurchargeCents;
  }
  return enough + facts.fuelSurchargeCents;
}

/** Over all miles; null while they aren't known. */
function perMileMark({ loaded, deadhead }: ProfitFacts, perMileCents: number | null): RateMark | null {
  if (perMileCents === null || loaded === null || loaded.miles === 0 || deadhead === null) return null;
  return { rateCents: perMileCents * (loaded.miles + deadhead.miles), by: 'PER_MILE', perMileCents };
}

function perDayMark(facts: ProfitFacts, perDayCents: number | null): RateMark | null {
  const tenths = tenthsOfDays(facts.days);
  if (perDayCents === null || tenths === null) return null;
  const rateCents = lowestRate(facts, Math.ceil((perDayCents * tenths) / 10));
  return rateCents === null ? null : { rateCents, by: 'NET_PER_DAY', perDayCents };
}

function breakEvenMark(facts: ProfitFacts): RateMark | null {
  const rateCents = lowestRate(facts, 0);
  return rateCents === null ? null : { rateCents, by: 'BREAK_EVEN' };
}

function higherOf(a: RateMark | null, b: RateMark | null): RateMark | null {
  if (a === null || b === null) return a ?? b;
  return a.rateCents >= b.rateCents ? a : b;
}

/** The upper quartile, as a rate that the lane really paid: at least a quarter of the loads paid this or more. */
function laneAsk(paidCents: readonly number[]): number | null {
  if (paidCents.length < fewestLaneLoads) return null;
  return paidCents.toSorted((a, b) => a - b)[Math.ceil(paidCents.length * 0.75) - 1] ?? null;
}

/** What the lane pays well. Where it has too few loads, or paid less than the target, the company's margin over the target. */
function askMark(floor: RateMark | null, target: RateMark | null, marginBps: number | null, paidCents: readonly number[]): AskMark | null {
  const laneLoads = paidCents.length;
  const fromLane = laneAsk(paidCents);
  const leastCents = (target ?? floor)?.rateCents ?? 0;
  if (fromLane !== null && fromLane >= leastCents) return { rateCents: fromLane, by: 'LANE', laneLoads };
  if (target === null || marginBps === null) return null;
  return { rateCents: target.rateCents + shareOf(target.rateCents, marginBps), by: 'MARGIN', marginBps, laneLoads };
}

/**
 * Floor, target and ask for a load by the company's rule. `lanePaidCents`: linehaul and fuel surcharge of the company's own hauled loads on
 * this lane in the last 90 days. A load that is not hauled has no scale.
 */
export function rateScale(facts: ProfitFacts, rule: RateRule, lanePaidCents: readonly number[]): RateScale {
  const { linehaulCents, fuelSurchargeCents } = facts;
  const rateCents = linehaulCents === null ? null : linehaulCents + fuelSurchargeCents;
  if (!isCounted(facts.status) || isTonu(facts)) return { rateCents, floor: null, target: null, ask: null, before: [] };
  const byNet = rule.floorNetPerDayCents === null ? breakEvenMark(facts) : perDayMark(facts, rule.floorNetPerDayCents);
  const floor = higherOf(byNet, perMileMark(facts, rule.floorPerMileCents));
  const goal = higherOf(perDayMark(facts, rule.targetNetPerDayCents), perMileMark(facts, rule.targetPerMileCents));
  const isGoalUnderFloor = goal !== null && floor !== null && goal.rateCents < floor.rateCents;
  const target: RateMark | null = isGoalUnderFloor ? { rateCents: floor.rateCents, by: 'FLOOR' } : goal;
  return {
    rateCents,
    floor,
    target,
    ask: askMark(floor, target, rule.askMarginBps, lanePaidCents),
    before: loadProfit({ ...facts, linehaulCents: linehaulCents ?? 0 }).before,
  };
}
