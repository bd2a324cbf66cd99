import type { DispatchFeeTerms } from '../drivers/pay.ts';
import { dispatchFeeCents, type FeeAmounts, isTonu, shareOf } from '../loads/money.ts';
import type { CostPart, ProfitFacts } from './facts.ts';
import { minus, perWeekShare } from './shares.ts';

/** The factor's share of gross. Gross has no lumper in it. */
export function factorFeeCents({ factoring }: ProfitFacts, gross: number | null): number | null {
  if (factoring === null) return null;
  if (!factoring.isFactored) return 0;
  return gross === null || factoring.feeBps === null ? null : shareOf(gross, factoring.feeBps);
}

function enteredEarlyPayCents(fees: readonly FeeAmounts[]): number {
  return fees
    .filter(({ type, status }) => status !== 'DENIED' && (type === 'FACTORING_FEE' || type === 'QUICK_PAY_FEE'))
    .reduce((sum, { brokerAmountCents }) => sum + brokerAmountCents, 0);
}

/**
 * An invoice is paid early once. A factoring or quick pay fee that somebody entered is what it cost: it has its own line among the fees and
 * takes the place of the computed one.
 */
function factorFee(facts: ProfitFacts, gross: number | null): CostPart & { cents: number | null } {
  const entered = enteredEarlyPayCents(facts.fees);
  if (entered > 0) return { cents: entered, lines: [], missing: [] };
  const cents = factorFeeCents(facts, gross);
  if (cents === 0) return { cents, lines: [], missing: [] };
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
