import { formatMoney } from '../../format-money.ts';
import { formatMinutes } from '../../loads/detention.ts';
import { equipmentClassLabels, equipmentModifierLabels } from '../equipment/classes.ts';
import { formatPerMile } from './format-result.ts';
import type { BoardRule, RuleKind, RuleOf } from './rules.ts';

const whole = (value: number) => value.toLocaleString('en-US');
const count = (some: number, one: string, many: string) => `${whole(some)} ${some === 1 ? one : many}`;
/** "NY, NJ, CA", or "NY, NJ, CA +2". */
const mostNamed = 3;

function nameSome(words: readonly string[]): string {
  const rest = words.length - mostNamed;
  return `${words.slice(0, mostNamed).join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
}

function countBrokers({ mcs, names, emailDomains }: RuleOf<'BROKER_BLOCK'> | RuleOf<'BROKER_PREFER'>): string {
  const brokers = mcs.length + names.length;
  const parts = [
    ...(brokers === 0 ? [] : [count(brokers, 'broker', 'brokers')]),
    ...(emailDomains.length === 0 ? [] : [count(emailDomains.length, 'mail domain', 'mail domains')]),
  ];
  return parts.join(' and ');
}

function describeMiles({ min, max }: RuleOf<'MILES_BETWEEN'>): string {
  if (min !== null && max !== null) return `${whole(min)} to ${whole(max)} mi`;
  return min === null ? `up to ${whole(max ?? 0)} mi` : `from ${whole(min)} mi`;
}

function describeEquipment({ anyOf, withoutModifiers }: RuleOf<'EQUIPMENT'>): string {
  const classes = nameSome(anyOf.map((one) => equipmentClassLabels[one]));
  const without = nameSome(withoutModifiers.map((one) => equipmentModifierLabels[one]));
  return [classes, without === '' ? '' : `no ${without}`].filter((part) => part !== '').join(', ');
}

const short: { [K in RuleKind]: (rule: RuleOf<K>) => string } = {
  MIN_RPM: ({ cents, basis }) => `$${formatPerMile(cents)} a mile, ${basis === 'ALL_IN' ? 'all miles' : 'loaded miles'}`,
  MIN_RATE: ({ cents }) => `${formatMoney(cents)} or more`,
  MAX_DEADHEAD: ({ miles }) => `DH ${whole(miles)} mi`,
  MILES_BETWEEN: describeMiles,
  EQUIPMENT: describeEquipment,
  MAX_WEIGHT: ({ lb }) => `up to ${whole(lb)} lb`,
  MAX_LENGTH: ({ ft }) => `up to ${ft} ft`,
  MIN_CREDIT: ({ score }) => `credit ${score}+`,
  MAX_DAYS_TO_PAY: ({ days }) => `pays in ${count(days, 'day', 'days')}`,
  FACTORABLE_ONLY: () => 'factor approves',
  BROKER_BLOCK: (rule) => `blocks ${countBrokers(rule)}`,
  BROKER_PREFER: (rule) => `prefers ${countBrokers(rule)}`,
  KEYWORDS: ({ none, any }) =>
    [
      ...(none.length === 0 ? [] : [`comment has no: ${nameSome(none)}`]),
      ...(any.length === 0 ? [] : [`comment has: ${nameSome(any)}`]),
    ].join(', '),
  DESTINATION_STATES: ({ allow, block }) =>
    [...(allow.length === 0 ? [] : [`to ${nameSome(allow)}`]), ...(block.length === 0 ? [] : [`not to ${nameSome(block)}`])].join(', '),
  MAX_AGE: ({ minutes }) => `posted within ${formatMinutes(minutes)}`,
  PICKUP_WITHIN: ({ days }) => (days === 0 ? 'picks up today' : `picks up within ${count(days, 'day', 'days')}`),
  HIDE_EMAILED: () => 'not emailed yet',
};

/** One rule in few words: "DH 75 mi". */
export function describeRule(rule: BoardRule): string {
  const describe = short[rule.kind] as (rule: BoardRule) => string;
  return describe(rule);
}

/** A filter in one line: "Van, $2.40 a mile, all miles, DH 75 mi". */
export function describeRules(rules: readonly BoardRule[]): string {
  const words = rules.map(describeRule).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
