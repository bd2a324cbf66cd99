import { feeTypes } from '../loads/fees.ts';
import { cutCents, grossCents, isCounted, isTonu, rpm, sumFees } from '../loads/money.ts';
import { crewPay, cutPayCents } from './crew-pay.ts';
import { type LeftOut, missingFacts, type Profit, type ProfitFacts, type ProfitLine } from './facts.ts';
import { factorFeeCents, officeFees } from './office-costs.ts';
import { divideRounded, tenthsOfDays } from './shares.ts';
import { fixedCost, fuelAndTolls } from './truck-costs.ts';

/** Costs without which a net is still shown, and named after them. */
const leftOutKinds: Partial<Record<ProfitLine['kind'], LeftOut>> = { TOLLS: 'TOLLS', FIXED_COST: 'FIXED_COST' };

/** A hauled load has miles: 0 is what a load is stored with while they aren't known. A TONU has none. */
function withKnownMiles(facts: ProfitFacts): ProfitFacts {
  if (isTonu(facts)) return { ...facts, loaded: { miles: 0, source: facts.loaded?.source ?? 'ENTERED' } };
  return facts.loaded?.miles === 0 ? { ...facts, loaded: null } : facts;
}

/** What the broker pays, and what the fees take away again. Money that only passes through, an advance and a denied fee have no line. */
function incomeLines({ status, statusBeforeProblem, linehaulCents, fuelSurchargeCents, fees }: ProfitFacts): ProfitLine[] {
  const lines: ProfitLine[] = [{ kind: 'LINEHAUL', cents: linehaulCents, how: { isTonu: isTonu({ status, statusBeforeProblem }) } }];
  if (fuelSurchargeCents !== 0) lines.push({ kind: 'FUEL_SURCHARGE', cents: fuelSurchargeCents });
  for (const fee of fees) {
    const amounts = {
      billable: fee.brokerAmountCents,
      'pass-through': fee.brokerAmountCents - fee.driverAmountCents,
      deduction: 0 - fee.brokerAmountCents,
      advance: 0,
    };
    const cents = fee.status === 'DENIED' ? 0 : amounts[feeTypes[fee.type].kind];
    if (cents !== 0) lines.push({ kind: 'FEE', cents, how: { type: fee.type } });
  }
  return lines;
}

function uncounted({ truckPaidBy }: ProfitFacts): Profit {
  const nothing = { grossCents: 0, cutCents: 0, netCents: 0, rpm: null, netPerDayCents: null, days: null };
  return { ...nothing, isCounted: false, lines: [], before: [], truckPaidBy, missing: [] };
}

/** What a load brings after everything it costs. Nothing that isn't known counts as 0: it is named in `missing`. */
export function loadProfit(given: ProfitFacts): Profit {
  if (!isCounted(given.status)) return uncounted(given);
  const facts = withKnownMiles(given);
  const { linehaulCents, loaded, deadhead, truckPaidBy } = facts;
  const tenths = tenthsOfDays(facts.days);
  const fees = sumFees(facts.fees);
  const gross = linehaulCents === null ? null : grossCents({ ...facts, linehaulCents, billableFeesCents: fees.billableCents });

  const road = fuelAndTolls(facts);
  const crew = crewPay(facts, tenths);
  const office = officeFees(facts, gross, tenths);
  const fixed = fixedCost(facts, tenths);
  const lines: ProfitLine[] = [
    ...incomeLines(facts),
    ...road.lines,
    ...crew.lines,
    ...(fees.driverCents > 0 ? [{ kind: 'DRIVER_FEES', cents: 0 - fees.driverCents } satisfies ProfitLine] : []),
    ...office.lines,
    ...fixed.lines,
  ];
  const missing = new Set([...road.missing, ...crew.missing, ...office.missing, ...fixed.missing]);
  if (linehaulCents === null) missing.add('LINEHAUL');
  if (tenths === null) missing.add('DAYS');

  const unknown = lines.filter(({ cents }) => cents === null).map(({ kind }) => leftOutKinds[kind] ?? null);
  const netCents = unknown.includes(null) ? null : lines.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  const driverPayCents = cutPayCents(facts);
  // The cut takes the load as it is marked. The net also asks whether the company factors at all.
  const factoringCents = facts.factoring === null ? 0 : factorFeeCents(facts, gross);
  const isCutKnown = gross !== null && driverPayCents !== null && factoringCents !== null;
  return {
    isCounted: true,
    grossCents: gross,
    rpm: gross === null || loaded === null || deadhead === null ? null : rpm(gross, loaded.miles + deadhead.miles),
    cutCents: isCutKnown ? cutCents({ ...facts, grossCents: gross, driverPayCents, feeCostCents: fees.costCents, factoringCents }) : null,
    lines,
    netCents,
    before: netCents === null ? [] : unknown.filter((left) => left !== null),
    netPerDayCents: netCents === null || tenths === null ? null : divideRounded(netCents * 10, tenths),
    days: tenths === null ? null : tenths / 10,
    truckPaidBy,
    missing: missingFacts.filter((fact) => missing.has(fact)),
  };
}
