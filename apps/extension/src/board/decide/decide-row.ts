import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { RateMarks } from '@headhaul/contracts/boards/postings';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { centsPerMile, postedCents } from '@headhaul/domain/boards/figures';
import type { FilterStack } from '@headhaul/domain/boards/filters/filter-stack';
import { formatNote, formatPerMile, formatResult, ruleLabel } from '@headhaul/domain/boards/filters/format-result';
import { askedField, formatUnread } from '@headhaul/domain/boards/filters/rule-fields';
import type { FilterContext, RuleResult, Verdict } from '@headhaul/domain/boards/filters/rules';

/** Set on the row. The style sheet says how it looks. */
export type RowMark = 'match' | 'dim';

/** What one rule found. */
export interface Reason {
  verdict: Verdict;
  /** "Rate per mile, all miles" */
  rule: string;
  /** "2.26, at least 2.40". Empty where the rule says it all. */
  found: string;
}

export interface Decision {
  mark: RowMark | null;
  /** Null without rules. */
  verdict: Verdict | null;
  /** "2.89": dollars a mile over all miles. Null while the board doesn't show what it takes. */
  perMile: string | null;
  /** Against the company's marks. Null between them, and where one side isn't known. */
  stands: 'over target' | 'under floor' | null;
  /** The few words why: "Under 2.40 a mile". */
  note: string;
  /** "Milwaukee, WI to Conley, GA" */
  lane: string;
  /**
   * What every rule found: those that say no first, then those that can't say. Asked for when somebody points at the row, because writing it
   * for every row would slow the scrolling.
   */
  reasons(): Reason[];
  /** The team has blocked the broker. No filter's rule changes that. */
  isBlocked: boolean;
  /** The rule that says no: "Rate per mile, all miles". Null without one. */
  heldBy(): string | null;
}

/** What the row doesn't say. */
export type Surroundings = FilterContext & {
  marks: RateMarks;
  /** "Blocked: double brokered". Null for a broker whom the team hasn't blocked, as far as is known. */
  blocked: string | null;
  /** The user has asked for this row. It is shown like the others. */
  isShown: boolean;
};

const placeOf = ({ city, state }: BoardLoad['origin']) => [city, state].filter((part) => part !== null).join(', ');

function compareRate(cents: number | null, { targetPerMileCents: target, floorPerMileCents: floor }: RateMarks): Decision['stands'] {
  if (cents === null) return null;
  if (target !== null && cents >= target) return 'over target';
  return floor !== null && cents < floor ? 'under floor' : null;
}

/** What is missing for a rate per mile over all miles. That something isn't posted is said only where the row says so. */
function describeGap(load: BoardLoad): string {
  const { failed } = load.read;
  const isPerMile = load.rate.basis === 'PER_MILE' && load.rate.origin === 'POSTED';
  if (postedCents(load) === null && !isPerMile) return failed.includes('rateTotal') ? formatUnread('rateTotal') : 'No rate posted';
  if (load.tripMiles === null) return failed.includes('tripMiles') ? formatUnread('tripMiles') : 'No miles shown';
  return failed.includes('deadheadOrigin') ? formatUnread('deadheadOrigin') : 'No deadhead shown';
}

function describe(load: BoardLoad, because: RuleResult): string {
  if (because.verdict !== 'UNKNOWN') return formatNote(because);
  if (because.rule.kind === 'MIN_RPM') return describeGap(load);
  const field = askedField(because.rule, load.read.failed);
  return field === null ? formatNote(because) : formatUnread(field);
}

function explain(load: BoardLoad, result: RuleResult): Reason {
  const isUnread = result.verdict === 'UNKNOWN' && askedField(result.rule, load.read.failed) !== null;
  return { verdict: result.verdict, rule: ruleLabel(result.rule), found: isUnread ? 'not read on the row' : formatResult(result) };
}

/** `stack` is null without filters. */
export function decideRow(
  load: BoardLoad,
  stack: FilterStack | null,
  config: BoardConfig,
  { marks, blocked, isShown, ...context }: Surroundings,
): Decision {
  const cents = centsPerMile(load, 'ALL_IN');
  const shown = {
    perMile: cents === null ? null : formatPerMile(cents),
    stands: compareRate(cents, marks),
    lane: `${placeOf(load.origin)} to ${placeOf(load.destination)}`,
    isBlocked: false,
  };
  const stepsBack = isShown ? null : ('dim' as const);
  const hasFilters = config.features.filters !== false;
  const explainAll = () => stack?.explain(load, context).map((result) => explain(load, result)) ?? [];
  // Also without a filter, and before any of them: nobody prefers a broker whom the team has blocked.
  if (blocked !== null && hasFilters)
    return {
      ...shown,
      mark: stepsBack,
      verdict: 'FAIL',
      note: blocked,
      isBlocked: true,
      reasons: () => [{ verdict: 'FAIL', rule: blocked, found: '' }, ...explainAll()],
      heldBy: () => 'Blocked by your team',
    };
  if (stack === null || !hasFilters)
    return { ...shown, mark: null, verdict: null, note: cents === null ? describeGap(load) : '', reasons: () => [], heldBy: () => null };
  const { verdict, because, mark, isPreferred } = stack.judge(load, context, { isVirtual: config.virtualised });
  return {
    ...shown,
    // No filter can ask for rows that collapse.
    mark: mark === null ? null : mark === 'HIGHLIGHT' ? 'match' : stepsBack,
    verdict,
    note: because !== null ? describe(load, because) : isPreferred ? 'Preferred broker' : '',
    reasons: explainAll,
    heldBy: () => (because?.verdict === 'FAIL' ? ruleLabel(because.rule) : null),
  };
}
