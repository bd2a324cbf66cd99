import type { BoardLoad } from '../board-load.ts';
import { type Check, checks, preferFinder } from './checks.ts';
import { askedField } from './rule-fields.ts';
import type { BoardRule, FilterContext, FilterSet, RuleKind, RuleResult, Verdict } from './rules.ts';

export interface Judgment {
  verdict: Verdict;
  /** The first rule that says no, else the first that can't say; null when all pass. */
  because: RuleResult | null;
  /** The broker is one that the filter prefers. */
  isPreferred: boolean;
}

export interface Filter {
  /** A filter fails if one rule fails. If none fails and one can't say, it can't say. */
  judge(load: BoardLoad, context: FilterContext): Judgment;
  /** What every rule found, for the question why: those that say no first, then those that can't say. */
  explain(load: BoardLoad, context: FilterContext): RuleResult[];
}

interface Compiled {
  rule: BoardRule;
  check: Check;
}

const order = Object.keys(checks) as (keyof typeof checks)[];

function compileRules(rules: readonly BoardRule[]): Compiled[] {
  return rules
    .flatMap((rule): Compiled[] => {
      if (rule.kind === 'BROKER_PREFER') return [];
      const make = checks[rule.kind] as (rule: BoardRule) => Check;
      return [{ rule, check: make(rule) }];
    })
    .sort((one, other) => rankOf(one.rule.kind) - rankOf(other.rule.kind));
}

function rankOf(kind: RuleKind): number {
  return order.findIndex((one) => one === kind);
}

const verdictRank: Record<Verdict, number> = { FAIL: 0, UNKNOWN: 1, PASS: 2 };

/** Made once for each change of the filter, then asked for every row. */
export function compileFilter({ rules }: Pick<FilterSet, 'rules'>): Filter {
  const compiled = compileRules(rules);
  const prefers = rules.filter((rule) => rule.kind === 'BROKER_PREFER').map(preferFinder);

  function judge(load: BoardLoad, context: FilterContext): Judgment {
    let unsure: RuleResult | null = null;
    for (const { rule, check } of compiled) {
      const found = check(load, context);
      if (found.verdict === 'FAIL') return { verdict: 'FAIL', because: { rule, ...found }, isPreferred: isPreferred(load, rule.kind) };
      // What the board doesn't say counts before what we can't read: only the first is about the load.
      if (found.verdict === 'UNKNOWN' && (unsure === null || askedField(unsure.rule, context.unread) !== null)) unsure = { rule, ...found };
    }
    return { verdict: unsure === null ? 'PASS' : 'UNKNOWN', because: unsure, isPreferred: isPreferred(load, null) };
  }

  /** Blocked beats preferred. */
  function isPreferred(load: BoardLoad, failedKind: RuleKind | null): boolean {
    return failedKind !== 'BROKER_BLOCK' && prefers.some((finds) => finds(load));
  }

  function explain(load: BoardLoad, context: FilterContext): RuleResult[] {
    return compiled
      .map(({ rule, check }) => ({ rule, ...check(load, context) }))
      .sort((one, other) => verdictRank[one.verdict] - verdictRank[other.verdict]);
  }

  return { judge, explain };
}

export type RowMark = 'HIGHLIGHT' | 'DIM' | 'COLLAPSE' | null;

/** How the row is drawn. Null: as the board drew it. A virtual list can't collapse rows, because it would show blank pages. */
export function rowMarkOf(
  verdict: Verdict,
  { action, onUnknown }: Pick<FilterSet, 'action' | 'onUnknown'>,
  { isVirtual }: { isVirtual: boolean },
): RowMark {
  if (verdict === 'PASS') return 'HIGHLIGHT';
  if (action === 'HIGHLIGHT_ONLY' || (verdict === 'UNKNOWN' && onUnknown === 'KEEP')) return null;
  return action === 'COLLAPSE' && !isVirtual ? 'COLLAPSE' : 'DIM';
}
