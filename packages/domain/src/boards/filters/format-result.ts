import { formatMoney } from '../../format-money.ts';
import { formatMinutes } from '../../loads/detention.ts';
import { formatMonthDay } from '../../time/when.ts';
import { equipmentClassLabels, equipmentModifierLabels } from '../equipment/classes.ts';
import type { BoardRule, RuleKind, RuleOf, RuleResult } from './rules.ts';

const whole = (value: number) => value.toLocaleString('en-US');
const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** "2.26": dollars a mile, cut to cents, so that a rate just under the limit never looks like the limit. */
export function formatPerMile(cents: number): string {
  return (Math.floor(cents) / 100).toFixed(2);
}

/** What the rule asks about, as the list of rules names it. */
export function ruleLabel(rule: BoardRule): string {
  if (rule.kind === 'MIN_RPM') return rule.basis === 'ALL_IN' ? 'Rate per mile, all miles' : 'Rate per mile, loaded miles';
  return labels[rule.kind];
}

const labels: Record<Exclude<RuleKind, 'MIN_RPM'>, string> = {
  MIN_RATE: 'Rate',
  MAX_DEADHEAD: 'Deadhead to pickup',
  MILES_BETWEEN: 'Trip miles',
  EQUIPMENT: 'Equipment',
  MAX_WEIGHT: 'Weight',
  MAX_LENGTH: 'Length',
  MIN_CREDIT: 'Credit score',
  MAX_DAYS_TO_PAY: 'Broker pays in',
  FACTORABLE_ONLY: 'Factor approves',
  BROKER_BLOCK: 'Blocked brokers',
  BROKER_PREFER: 'Preferred brokers',
  KEYWORDS: 'Comment',
  DESTINATION_STATES: 'Destination',
  MAX_AGE: 'Age of the post',
  PICKUP_WITHIN: 'Pickup',
  HIDE_EMAILED: 'Not emailed yet',
};

function formatMiles({ min, max }: RuleOf<'MILES_BETWEEN'>): string {
  if (min !== null && max !== null) return `${whole(min)} to ${whole(max)}`;
  return min === null ? `at most ${whole(max ?? 0)}` : `at least ${whole(min)}`;
}

/** "Reefer, want van", or "Asks for team" when it fell on something that the load asks for besides. */
function formatEquipment(word: string, { anyOf, withoutModifiers }: RuleOf<'EQUIPMENT'>): string {
  if (withoutModifiers.some((one) => equipmentModifierLabels[one] === word)) return `Asks for ${word}`;
  return `${word}, want ${anyOf.map((one) => equipmentClassLabels[one].toLowerCase()).join(' or ')}`;
}

/** The value and the limit: "2.26, at least 2.40". */
const facts: { [K in RuleKind]: (value: number, word: string, rule: RuleOf<K>) => string } = {
  MIN_RPM: (value, _, { cents }) => `${formatPerMile(value)}, at least ${formatPerMile(cents)}`,
  MIN_RATE: (value, _, { cents }) => `${formatMoney(value)}, at least ${formatMoney(cents)}`,
  MAX_DEADHEAD: (value, _, { miles }) => `${whole(value)} mi, at most ${whole(miles)}`,
  MILES_BETWEEN: (value, _, rule) => `${whole(value)} mi, ${formatMiles(rule)}`,
  EQUIPMENT: (_, word, rule) => formatEquipment(word, rule),
  MAX_WEIGHT: (value, _, { lb }) => `${whole(value)} lb, at most ${whole(lb)}`,
  MAX_LENGTH: (value, _, { ft }) => `${value} ft, at most ${ft}`,
  MIN_CREDIT: (value, _, { score }) => `${value}, at least ${score}`,
  MAX_DAYS_TO_PAY: (value, _, rule) => `${days(value)}, at most ${rule.days}`,
  FACTORABLE_ONLY: () => 'no',
  BROKER_BLOCK: (_, word) => word,
  BROKER_PREFER: (_, word) => word,
  KEYWORDS: (_, word) => (word === '' ? 'none of your words' : `says ${word}`),
  DESTINATION_STATES: (_, word) => word,
  MAX_AGE: (value, _, { minutes }) => (Number.isNaN(value) ? 'not known' : `${formatMinutes(value)}, at most ${formatMinutes(minutes)}`),
  PICKUP_WITHIN: (_, word, rule) => `${formatMonthDay(word)}, within ${days(rule.days)}`,
  HIDE_EMAILED: () => 'emailed',
};

/** One line of the answer to "Why is this row dimmed?", beside the rule's label. */
export function formatResult({ rule, verdict, value, word }: RuleResult): string {
  if (verdict === 'UNKNOWN') return 'not shown on the row';
  if (verdict === 'PASS' && value === null) return 'fine';
  const format = facts[rule.kind] as (value: number, word: string, rule: BoardRule) => string;
  return format(value ?? Number.NaN, word ?? '', rule);
}

const unknownNotes: Partial<Record<RuleKind, string>> = {
  MIN_RPM: 'No rate posted',
  MIN_RATE: 'No rate posted',
  MAX_DEADHEAD: 'No deadhead shown',
  MILES_BETWEEN: 'No miles shown',
  EQUIPMENT: 'Equipment not known',
  MIN_CREDIT: 'No credit shown',
  MAX_DAYS_TO_PAY: 'Days to pay not shown',
  FACTORABLE_ONLY: 'Factor’s answer not known',
};

/** The few words on the row itself: "Deadhead 88 mi, max 75". */
const notes: { [K in RuleKind]: (value: number, word: string, rule: RuleOf<K>) => string } = {
  MIN_RPM: (_value, _word, { cents }) => `Under ${formatPerMile(cents)} a mile`,
  MIN_RATE: (_value, _word, { cents }) => `Under ${formatMoney(cents)}`,
  MAX_DEADHEAD: (value, _, { miles }) => `Deadhead ${whole(value)} mi, max ${whole(miles)}`,
  MILES_BETWEEN: (value, _, rule) => `${whole(value)} mi, want ${formatMiles(rule)}`,
  EQUIPMENT: (_, word, rule) => formatEquipment(word, rule),
  MAX_WEIGHT: (value, _, { lb }) => `${whole(value)} lb, max ${whole(lb)}`,
  MAX_LENGTH: (value, _, { ft }) => `${value} ft, max ${ft}`,
  MIN_CREDIT: (value, _, { score }) => `Credit ${value}, min ${score}`,
  MAX_DAYS_TO_PAY: (value, _, rule) => `Pays in ${days(value)}, max ${rule.days}`,
  FACTORABLE_ONLY: () => 'Factor declines this broker',
  BROKER_BLOCK: (_, word) => `You blocked ${word}`,
  BROKER_PREFER: (_, word) => word,
  KEYWORDS: (_, word) => (word === '' ? 'Comment has none of your words' : `Comment says ${word}`),
  DESTINATION_STATES: (_, word) => `Goes to ${word}`,
  MAX_AGE: (value, _, { minutes }) =>
    Number.isNaN(value) ? 'Age not shown' : `Posted ${formatMinutes(value)} ago, max ${formatMinutes(minutes)}`,
  PICKUP_WITHIN: (_, word) => `Picks up ${formatMonthDay(word)}`,
  HIDE_EMAILED: () => 'Emailed',
};

export function formatNote({ rule, verdict, value, word }: RuleResult): string {
  if (verdict === 'PASS') return '';
  if (verdict === 'UNKNOWN') return unknownNotes[rule.kind] ?? `${ruleLabel(rule)} not shown`;
  const format = notes[rule.kind] as (value: number, word: string, rule: BoardRule) => string;
  return format(value ?? Number.NaN, word ?? '', rule);
}
