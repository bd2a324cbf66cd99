import type { DispatchFeeTerms } from '../drivers/pay.ts';
import { dispatchFeeCents, isTonu, shareOf, sumFees } from '../loads/money.ts';
import type { CostPart, ProfitFacts } from './facts.ts';
import { minus, perWeekShare } from './shares.ts';

/**
 * The factor's share of gross, which has no lumper in it. An invoice is paid early once: a factoring or quick pay fee that somebody entered
 * is what it cost. It has its own line among the fees, and nothing is computed.
 */
export function factorFeeCents({ factoring, fees }: ProfitFacts, gross: number | null): number | null {
  if (sumFees(fees).earlyPayCents > 0) return 0;
  if (factoring === null) return null;
  if (!factoring.isFactored) return 0;
  return gross === null || factoring.feeBps === null ? null : shareOf(gross, factoring.feeBps);
}

/** `cents` is what being paid early costs, by the entered fee or the computed one. */
function factorFee(facts: ProfitFacts, gross: number | null): CostPart & { cents: number | null } {
  const cents = factorFeeCents(facts, gross);
  if (cents === 0) return { cents: sumFees(facts.fees).earlyPayCents, lines: [], missing: [] };
  const feeBps = facts.factoring?.feeBps ?? null;
  return {
    cents,
    lines: [{ kind: 'FACTOR_FEE', cents: minus(cents), how: { feeBps } }],
    missing: feeBps === null ? ['FACTORING'] : [],
  };
}

interface FeeBase {
  gross: number | null;
  factoring: number | null;
  tenths: number | null;
}

/** A fee per truck and week is shared by the days of the trip, like a driver's weekly pay. */
function dispatchFee(terms: DispatchFeeTerms, facts: ProfitFacts, { gross, factoring, tenths }: FeeBase): number | null {
  const { status, statusBeforeProblem, linehaulCents } = facts;
  if (terms.model === 'FLAT_PER_TRUCK_WEEK') {
    if (isTonu(facts) && !terms.appliesToTonu) return 0;
    return tenths === null ? null : perWeekShare(terms.amountCents, tenths);
  }
  const isBaseMissing = linehaulCents === null || gross === null || (terms.base === 'NET_AFTER_FACTORING' && factoring === null);
  if (terms.model === 'PERCENT' && isBaseMissing) return null;
  return dispatchFeeCents(terms, {
    status,
    statusBeforeProblem,
    linehaulCents: linehaulCents ?? 0,
    grossCents: gross ?? 0,
    factoringCents: factoring ?? 0,
  });
}

/** Factor fee and dispatch fee. What is missing for the dispatch fee is missing elsewhere too. */
export function officeFees(facts: ProfitFacts, gross: number | null, tenths: number | null): CostPart {
  const factor = factorFee(facts, gross);
  const terms = facts.dispatchFee;
  const cents = terms === null ? 0 : dispatchFee(terms, facts, { gross, factoring: factor.cents, tenths });
  if (terms === null || cents === 0) return { lines: factor.lines, missing: factor.missing };
  const days = tenths === null ? null : tenths / 10;
  return { lines: [...factor.lines, { kind: 'DISPATCH_FEE', cents: minus(cents), how: { terms, days } }], missing: factor.missing };
}
