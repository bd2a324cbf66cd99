import { payByTerms } from '../loads/cut.ts';
import { isTonu } from '../loads/money.ts';
import type { CostPart, MissingFact, PayHow, PersonPay, ProfitFacts } from './facts.ts';
import { minus, perWeekShare } from './shares.ts';

function milesOf({ paidMiles }: PersonPay, { loaded, deadhead }: ProfitFacts): number | null {
  if (paidMiles !== undefined) return paidMiles;
  return loaded === null || deadhead === null ? null : loaded.miles + deadhead.miles;
}

/** The pay by terms that belongs to this load alone. Null for pay by the hour or by the week. */
function perLoadPay(person: PersonPay, facts: ProfitFacts): number | null {
  const { linehaulCents, fuelSurchargeCents } = facts;
  return payByTerms(person.terms, { linehaulCents, fuelSurchargeCents, miles: milesOf(person, facts) });
}

/**
 * What one person gets for the trip. A week's pay is shared by the days of the trip. Pay by the hour isn't known, because the hours on duty
 * aren't.
 */
function payOf(person: PersonPay, facts: ProfitFacts, tenths: number | null): { cents: number | null; how: PayHow } {
  const { terms, source } = person;
  if (terms === null) return { cents: null, how: { by: 'UNKNOWN' } };
  const { fuelSurchargeCents } = facts;
  const miles = milesOf(person, facts);
  const days = tenths === null ? null : tenths / 10;
  const isWeekKnown = terms.model === 'WEEKLY' && tenths !== null;
  return {
    cents: isWeekKnown ? perWeekShare(terms.rate, tenths) : perLoadPay(person, facts),
    how: { by: 'TERMS', terms, source, miles, days, hasSurcharge: fuelSurchargeCents > 0 },
  };
}

/** Linehaul and days are asked for by the whole ledger. */
function missingForPay(person: PersonPay, facts: ProfitFacts, name: MissingFact): MissingFact[] {
  const { terms } = person;
  if (terms === null || terms.model === 'HOURLY') return [name];
  if (terms.model !== 'PER_MILE' || milesOf(person, facts) !== null) return [];
  const { loaded, deadhead } = facts;
  // A truck that wasn't used drove to the pickup at most. Where it stood there already, its terms don't say what the driver gets.
  if (isTonu(facts)) return [deadhead === null ? 'DEADHEAD_MILES' : name];
  if (person.paidMiles === null) return ['LOADED_MILES'];
  return [...(loaded === null ? (['LOADED_MILES'] as const) : []), ...(deadhead === null ? (['DEADHEAD_MILES'] as const) : [])];
}

/** Pay agreed for the load is one line for the whole crew. Otherwise each person is paid by their terms. */
export function crewPay(facts: ProfitFacts, tenths: number | null): CostPart {
  const { agreedPayCents, driver, coDriver } = facts;
  if (agreedPayCents !== null) {
    return { lines: [{ kind: 'DRIVER_PAY', cents: minus(agreedPayCents), how: { by: 'AGREED' } }], missing: [] };
  }
  const crew = [
    { person: driver, kind: 'DRIVER_PAY' as const },
    ...(coDriver === null ? [] : [{ person: coDriver, kind: 'CO_DRIVER_PAY' as const }]),
  ];
  return {
    lines: crew.map(({ person, kind }) => {
      const { cents, how } = payOf(person, facts, tenths);
      return { kind, cents: minus(cents), how };
    }),
    missing: crew.flatMap(({ person, kind }) => missingForPay(person, facts, kind)),
  };
}

/** The driver's pay that the load's cut is counted with: no share of a week, and no second driver. */
export function cutPayCents(facts: ProfitFacts): number | null {
  return facts.agreedPayCents ?? perLoadPay(facts.driver, facts);
}
