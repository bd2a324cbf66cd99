import type { BoardField } from '../board-load.ts';
import type { EquipmentClass, EquipmentModifier } from '../equipment/classes.ts';

interface Brokers {
  /** Digits without leading zeros. */
  mcs: readonly string[];
  names: readonly string[];
  emailDomains: readonly string[];
}

/** What a dispatcher wants of a load on a board. Money is in cents. */
export type BoardRule =
  | { kind: 'MIN_RPM'; cents: number; basis: 'LOADED' | 'ALL_IN' }
  | { kind: 'MIN_RATE'; cents: number }
  | { kind: 'MAX_DEADHEAD'; miles: number }
  | { kind: 'MILES_BETWEEN'; min: number | null; max: number | null }
  | { kind: 'EQUIPMENT'; anyOf: readonly EquipmentClass[]; withoutModifiers: readonly EquipmentModifier[] }
  | { kind: 'MAX_WEIGHT'; lb: number }
  | { kind: 'MAX_LENGTH'; ft: number }
  | { kind: 'MIN_CREDIT'; score: number }
  | { kind: 'MAX_DAYS_TO_PAY'; days: number }
  | { kind: 'FACTORABLE_ONLY' }
  | ({ kind: 'BROKER_BLOCK' } & Brokers)
  /** Marks the loads of these brokers. It never takes a load away, and a blocked broker stays blocked. */
  | ({ kind: 'BROKER_PREFER' } & Brokers)
  | { kind: 'KEYWORDS'; none: readonly string[]; any: readonly string[]; in: readonly ('comments' | 'commodity')[] }
  /** Empty `allow`: all states but those in `block`. */
  | { kind: 'DESTINATION_STATES'; allow: readonly string[]; block: readonly string[] }
  | { kind: 'MAX_AGE'; minutes: number }
  | { kind: 'PICKUP_WITHIN'; days: number }
  | { kind: 'HIDE_EMAILED' };

export type RuleKind = BoardRule['kind'];
export type RuleOf<K extends RuleKind> = Extract<BoardRule, { kind: K }>;

export interface FilterSet {
  rules: readonly BoardRule[];
  /** What becomes of a load of which a rule can't say whether it fits. Many postings have no rate; hiding them would hide freight. */
  onUnknown: 'KEEP' | 'DIM';
  action: 'DIM' | 'COLLAPSE' | 'HIGHLIGHT_ONLY';
}

/** UNKNOWN: the board doesn't show what the rule asks about. */
export type Verdict = 'PASS' | 'FAIL' | 'UNKNOWN';

/** What a rule found: the value on the board, where there is one, and what was wanted. */
export interface RuleResult {
  rule: BoardRule;
  verdict: Verdict;
  /** Cents a mile, cents, miles, pounds, feet, points, days or minutes, by the rule. Null when it isn't known or is no number. */
  value: number | null;
  /** The equipment, broker, keyword or state on which it fell. */
  word: string | null;
}

/** What a filter has to know that the row doesn't say. */
export interface FilterContext {
  /** The day at the user's desk. */
  today: string;
  /** Whether somebody of the company wrote about this load. Null while nobody has looked. */
  isEmailed: boolean | null;
  /** What the company's factor says about the broker. Null while it hasn't said. */
  isFactorable: boolean | null;
  /** Fields of the row that can't be read because the board has changed its page. That is no fact about the load. */
  unread: readonly BoardField[];
}
