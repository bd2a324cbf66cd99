import { suggestDriverPay } from '../loads/money.ts';
import type { CostPart, MissingFact, PayHow, PersonPay, ProfitFacts } from './facts.ts';
import { minus, perWeekShare } from './shares.ts';

/** The pay by terms that belongs to this load alone. Null for pay by the hour or by the week. */
function perLoadPay({ terms }: PersonPay, { loaded, deadhead, linehaulCents, fuelSurchargeCents }: ProfitFacts): number | null {
  const isMilesMissing = terms?.model === 'PER_MILE' && (loaded === null || deadhead === null);
  const isRateMissing = terms?.model === 'PERCENTAGE' && linehaulCents === null;
  if (isMilesMissing || isRateMissing) return null;
  return suggestDriverPay(terms, {
    linehaulCents: linehaulCents ?? 0,
    fuelSurchargeCents,
    loadedMiles: loaded?.miles ?? 0,
    deadheadMiles: deadhead?.miles ?? 0,
  });
}

/**
 * What one person gets for the trip. A week's pay is shared by the days of the trip. Pay by the hour isn't known, because the hours on duty
 * aren't.
 */
function payOf(person: PersonPay, facts: ProfitFacts, tenths: number | null): { cents: number | null; how: PayHow } {
  const { terms, source } = person;
  if (terms === null) return { cents: null, how: { by: 'UNKNOWN' } };
  const { loaded, deadhead, fuelSurchargeCents } = facts;
  const miles = loaded === null || deadhead === null ? null : loaded.miles + deadhead.miles;
  const days = tenths === null ? null : tenths / 10;
  const isWeekKnown = terms.model === 'WEEKLY' && tenths !== null;
  return {
    cents: isWeekKnown ? perWeekShare(terms.rate, tenths) : perLoadPay(person, facts),
    how: { by: 'TERMS', terms, source, miles, days, hasSurcharge: fuelSurchargeCents > 0 },
  };
}

/** Linehaul and days are asked for by the whole ledger. */
function missingForPay({ terms }: PersonPay, { loaded, deadhead }: ProfitFacts, name: MissingFact): MissingFact[] {
  if (terms === null || terms.model === 'HOURLY') return [name];
  if (terms.model !== 'PER_MILE') return [];
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
