import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { RateMarks } from '@headhaul/contracts/boards/postings';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { centsPerMile, postedCents } from '@headhaul/domain/boards/figures';
import type { FilterStack } from '@headhaul/domain/boards/filters/filter-stack';
import { formatNote, formatPerMile, formatResult, ruleLabel } from '@headhaul/domain/boards/filters/format-result';
import type { FilterContext, RuleResult, Verdict } from '@headhaul/domain/boards/filters/rules';

/** Set on the row. The style sheet says how it looks. */
export type RowMark = 'match' | 'dim';

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
  /** What every rule found. Asked for when somebody points at the row, because writing it for every row would slow the scrolling. */
  reasons(): string[];
  /** The rule that says no: "Rate per mile, all miles". Null without one. */
  heldBy(): string | null;
}

/** What the row doesn't say. */
export type Surroundings = Pick<FilterContext, 'today' | 'isEmailed'> & { marks: RateMarks };

const placeOf = ({ city, state }: BoardLoad['origin']) => [city, state].filter((part) => part !== null).join(', ');

function compareRate(cents: number | null, { targetPerMileCents: target, floorPerMileCents: floor }: RateMarks): Decision['stands'] {
  if (cents === null) return null;
  if (target !== null && cents >= target) return 'over target';
  return floor !== null && cents < floor ? 'under floor' : null;
}

/** What is missing for a rate per mile over all miles. */
function describeGap(load: BoardLoad): string {
  if (postedCents(load) === null) return 'No rate posted';
  return load.tripMiles === null ? 'No miles shown' : 'No deadhead shown';
}

function describe(load: BoardLoad, because: RuleResult): string {
  return because.verdict === 'UNKNOWN' && because.rule.kind === 'MIN_RPM' ? describeGap(load) : formatNote(because);
}

/** `stack` is null without filters. */
export function decideRow(load: BoardLoad, stack: FilterStack | null, config: BoardConfig, { marks, ...around }: Surroundings): Decision {
  const cents = centsPerMile(load, 'ALL_IN');
  const shown = {
    perMile: cents === null ? null : formatPerMile(cents),
    stands: compareRate(cents, marks),
    lane: `${placeOf(load.origin)} to ${placeOf(load.destination)}`,
  };
  if (stack === null || config.features.filters === false)
    return { ...shown, mark: null, verdict: null, note: cents === null ? describeGap(load) : '', reasons: () => [], heldBy: () => null };
  // No board is asked about the factor yet, so nobody has looked.
  const context: FilterContext = { ...around, isFactorable: null };
  const { verdict, because, mark, isPreferred } = stack.judge(load, context, { isVirtual: config.virtualised });
  return {
    ...shown,
    // No filter can ask for rows that collapse.
    mark: mark === null ? null : mark === 'HIGHLIGHT' ? 'match' : 'dim',
    verdict,
    note: because !== null ? describe(load, because) : isPreferred ? 'Preferred broker' : '',
    reasons: () => stack.explain(load, context).map((result) => `${ruleLabel(result.rule)}: ${formatResult(result)}`),
    heldBy: () => (because?.verdict === 'FAIL' ? ruleLabel(because.rule) : null),
  };
}
