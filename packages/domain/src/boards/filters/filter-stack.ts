import type { BoardLoad } from '../board-load.ts';
import { compileFilter, type RowMark, rowMarkOf } from './filter.ts';
import { askedField } from './rule-fields.ts';
import type { FilterContext, FilterSet, RuleResult, Verdict } from './rules.ts';

/** One of the filters that run together. */
export interface FilterPart extends FilterSet {
  /** The team's filter for all. It takes loads away and marks none, so a list of blocked brokers doesn't make every other row a match. */
  isForEveryone: boolean;
}

export interface StackJudgment {
  /** Null when no part has a rule that can say no. */
  verdict: Verdict | null;
  /** The first rule that says no, else the first that can't say; null when all pass. */
  because: RuleResult | null;
  isPreferred: boolean;
  mark: RowMark;
}

export interface FilterStack {
  judge(load: BoardLoad, context: FilterContext, list: { isVirtual: boolean }): StackJudgment;
  /** What every rule of every part found: those that say no first, then those that can't say. */
  explain(load: BoardLoad, context: FilterContext): RuleResult[];
}

const verdictRank: Record<Verdict, number> = { FAIL: 0, UNKNOWN: 1, PASS: 2 };
const judges = ({ rules }: FilterSet) => rules.some(({ kind }) => kind !== 'BROKER_PREFER');

/**
 * Filters that run together, each by its own words: what one does with a load that it can't judge is not done for the rules of another. A
 * load that one of them takes away is taken away.
 */
export function compileStack(parts: readonly FilterPart[]): FilterStack {
  const compiled = parts.map((part) => ({ part, filter: compileFilter(part), canFail: judges(part) }));
  const canMatch = compiled.some(({ part, canFail }) => canFail && !part.isForEveryone);

  return {
    judge(load, context, list) {
      let worst: { verdict: Verdict; because: RuleResult | null } | null = null;
      let taken: RowMark = null;
      let isPreferred = false;
      for (const { part, filter, canFail } of compiled) {
        const { verdict, because, isPreferred: isLiked } = filter.judge(load, context);
        isPreferred ||= isLiked;
        if (!canFail) continue;
        if (worst === null || verdictRank[verdict] < verdictRank[worst.verdict]) worst = { verdict, because };
        // A row that we can't read is left as the board drew it.
        const isUnread = verdict === 'UNKNOWN' && because !== null && askedField(because.rule, context.unread) !== null;
        const mark = isUnread ? null : rowMarkOf(verdict, part, list);
        if (mark !== 'HIGHLIGHT') taken ??= mark;
      }
      const isBlocked = worst?.verdict === 'FAIL' && worst.because?.rule.kind === 'BROKER_BLOCK';
      const liked = isPreferred && !isBlocked;
      const matches = (canMatch && worst?.verdict === 'PASS') || (liked && worst?.verdict !== 'FAIL');
      return {
        verdict: worst?.verdict ?? null,
        because: worst?.because ?? null,
        isPreferred: liked,
        mark: taken ?? (matches ? 'HIGHLIGHT' : null),
      };
    },
    explain: (load, context) =>
      compiled
        .flatMap(({ filter }) => filter.explain(load, context))
        .sort((one, other) => verdictRank[one.verdict] - verdictRank[other.verdict]),
  };
}
