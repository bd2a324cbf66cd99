import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { centsPerMile, postedCents } from '@headhaul/domain/boards/figures';
import { type Filter, rowMarkOf } from '@headhaul/domain/boards/filters/filter';
import { formatNote, formatPerMile, formatResult, ruleLabel } from '@headhaul/domain/boards/filters/format-result';
import type { FilterContext, FilterSet, RuleResult, Verdict } from '@headhaul/domain/boards/filters/rules';

/** Set on the row. The style sheet says how it looks. */
export type RowMark = 'match' | 'dim';

export interface Decision {
  mark: RowMark | null;
  /** Null without rules. */
  verdict: Verdict | null;
  /** "2.89": dollars a mile over all miles. Null while the board doesn't show what it takes. */
  perMile: string | null;
  /** The few words why: "Under 2.40 a mile". */
  note: string;
  /** "Milwaukee, WI to Conley, GA" */
  lane: string;
  /** What every rule found. Asked for when somebody points at the row, because writing it for every row would slow the scrolling. */
  reasons(): string[];
}

export interface Rules {
  set: FilterSet;
  filter: Filter;
}

const placeOf = ({ city, state }: BoardLoad['origin']) => [city, state].filter((part) => part !== null).join(', ');

/** A list that isn't virtual could collapse rows. Until a filter asks for it there, such a row is dimmed too. */
function toMark(verdict: Verdict, set: FilterSet, isVirtual: boolean): RowMark | null {
  const mark = rowMarkOf(verdict, set, { isVirtual });
  return mark === null ? null : mark === 'HIGHLIGHT' ? 'match' : 'dim';
}

/** What is missing for a rate per mile over all miles. */
function describeGap(load: BoardLoad): string {
  if (postedCents(load) === null) return 'No rate posted';
  return load.tripMiles === null ? 'No miles shown' : 'No deadhead shown';
}

function describe(load: BoardLoad, because: RuleResult): string {
  return because.verdict === 'UNKNOWN' && because.rule.kind === 'MIN_RPM' ? describeGap(load) : formatNote(because);
}

export function decideRow(load: BoardLoad, { set, filter }: Rules, config: BoardConfig, today: string): Decision {
  const cents = centsPerMile(load, 'ALL_IN');
  const shown = {
    perMile: cents === null ? null : formatPerMile(cents),
    lane: `${placeOf(load.origin)} to ${placeOf(load.destination)}`,
  };
  if (set.rules.length === 0 || config.features.filters === false)
    return { ...shown, mark: null, verdict: null, note: cents === null ? describeGap(load) : '', reasons: () => [] };
  // Mails and the factor are asked about by later parts; until then nobody has looked.
  const context: FilterContext = { today, isEmailed: null, isFactorable: null };
  const { verdict, because } = filter.judge(load, context);
  return {
    ...shown,
    mark: toMark(verdict, set, config.virtualised),
    verdict,
    note: because === null ? '' : describe(load, because),
    reasons: () => filter.explain(load, context).map((result) => `${ruleLabel(result.rule)}: ${formatResult(result)}`),
  };
}
