import { addDays } from '../../time/zoned-time.ts';
import type { BoardLoad } from '../board-load.ts';
import { equipmentClassLabels, equipmentModifierLabels } from '../equipment/classes.ts';
import { countedMiles, postedCents } from '../figures.ts';
import { plainCompanyName } from './company-name.ts';
import { hasKeyword, squash, toWordText } from './keywords.ts';
import type { FilterContext, RuleKind, RuleOf, Verdict } from './rules.ts';

export interface Found {
  verdict: Verdict;
  value: number | null;
  word: string | null;
}

export type Check = (load: BoardLoad, context: FilterContext) => Found;

const passed: Found = { verdict: 'PASS', value: null, word: null };
const unknown: Found = { verdict: 'UNKNOWN', value: null, word: null };
const failed = (word: string | null): Found => ({ verdict: 'FAIL', value: null, word });

function compare(value: number | null, isFine: (value: number) => boolean): Found {
  return value === null ? unknown : { verdict: isFine(value) ? 'PASS' : 'FAIL', value, word: null };
}

/** Compares cents with cents, because dollars a mile are rarely round. */
function minRpm({ cents, basis }: RuleOf<'MIN_RPM'>): Check {
  return (load) => {
    const [posted, miles] = [postedCents(load), countedMiles(load, basis)];
    if (posted === null || miles === null || miles === 0) return unknown;
    return { verdict: posted >= cents * miles ? 'PASS' : 'FAIL', value: posted / miles, word: null };
  };
}

function equipment({ anyOf, withoutModifiers }: RuleOf<'EQUIPMENT'>): Check {
  const [wanted, refused] = [new Set(anyOf), new Set(withoutModifiers)];
  return ({ equipment: { classes, modifiers } }, { unread }) => {
    if (unread.includes('equipment')) return unknown;
    const modifier = modifiers.find((one) => refused.has(one));
    if (modifier !== undefined) return failed(equipmentModifierLabels[modifier]);
    const [first] = classes;
    if (first === undefined) return wanted.size === 0 ? passed : unknown;
    return wanted.size === 0 || classes.some((one) => wanted.has(one)) ? passed : failed(equipmentClassLabels[first]);
  };
}

type BrokerRule = RuleOf<'BROKER_BLOCK'> | RuleOf<'BROKER_PREFER'>;

/** A board shows the same few hundred brokers again and again, and taking a name apart is the slowest part of a filter. */
const rememberedNames = 1_000;

function nameFinder(names: readonly string[]): (name: string) => boolean {
  const plainNames = new Set(names.map(plainCompanyName));
  const remembered = new Map<string, boolean>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    if (remembered.size >= rememberedNames) remembered.clear();
    const isListed = plainNames.has(plainCompanyName(name));
    remembered.set(name, isListed);
    return isListed;
  };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/**
 * By MC number, else by name, else by the domain of the contact's address: the name by which the broker was found. Undefined when the row
 * shows none of what the rule lists.
 */
function brokerFinder({ mcs, names, emailDomains }: BrokerRule): (load: BoardLoad) => string | null | undefined {
  const [knownMcs, domains] = [new Set(mcs.map((mc) => mc.replace(/^0{1,8}/, ''))), new Set(emailDomains.map((one) => one.toLowerCase()))];
  const isListed = nameFinder(names);
  const listsNobody = mcs.length + names.length + emailDomains.length === 0;
  return ({ broker: { mc, name }, contact: { emails } }) => {
    if (listsNobody) return null;
    if (mc !== null && knownMcs.has(mc)) return name ?? mc;
    if (name !== null && names.length > 0 && isListed(name)) return name;
    // An address in the comments says nothing about the broker.
    const address = domains.size === 0 ? undefined : emails.find(({ from }) => from === 'contact')?.address;
    if (address !== undefined && domains.has(domainOf(address))) return name ?? mc ?? domainOf(address);
    const isShown = (mc !== null && mcs.length > 0) || (name !== null && names.length > 0) || address !== undefined;
    return isShown ? null : undefined;
  };
}

/** Whether the load's broker is among those whom the rule marks. */
export function preferFinder(rule: RuleOf<'BROKER_PREFER'>): (load: BoardLoad) => boolean {
  const find = brokerFinder(rule);
  return (load) => typeof find(load) === 'string';
}

function brokerBlock(rule: RuleOf<'BROKER_BLOCK'>): Check {
  const find = brokerFinder(rule);
  return (load) => {
    const word = find(load);
    if (word === undefined) return unknown;
    return word === null ? passed : failed(word);
  };
}

function keywords({ none, any, in: fields }: RuleOf<'KEYWORDS'>): Check {
  const toPairs = (list: readonly string[]) =>
    list.map((word) => ({ word, squashed: squash(word) })).filter(({ squashed }) => squashed !== '');
  const [refused, wanted] = [toPairs(none), toPairs(any)];
  return (load) => {
    const shown = fields.flatMap((field) => load[field] ?? []).map(toWordText);
    const isPartly = shown.length < fields.length;
    const find = (list: typeof refused) => list.find(({ squashed }) => shown.some((text) => hasKeyword(text, squashed)));
    const bad = find(refused);
    if (bad !== undefined) return failed(bad.word);
    if (refused.length > 0 && isPartly) return unknown;
    if (wanted.length === 0 || find(wanted) !== undefined) return passed;
    return isPartly ? unknown : failed(null);
  };
}

function destinationStates({ allow, block }: RuleOf<'DESTINATION_STATES'>): Check {
  const [allowed, blocked] = [new Set(allow), new Set(block)];
  return ({ destination: { state } }) => {
    if (state === null) return unknown;
    return blocked.has(state) || (allowed.size > 0 && !allowed.has(state)) ? failed(state) : passed;
  };
}

/** A pickup whose last day is over can't be made any more. */
function pickupWithin({ days }: RuleOf<'PICKUP_WITHIN'>): Check {
  let today = '';
  let last = '';
  return ({ pickup: { earliest, latest } }, context) => {
    if (context.today !== today) [today, last] = [context.today, addDays(context.today, days)];
    if (earliest === null) return unknown;
    return earliest <= last && (latest ?? earliest) >= today ? passed : failed(earliest);
  };
}

type MakeCheck = { [K in Exclude<RuleKind, 'BROKER_PREFER'>]: (rule: RuleOf<K>) => Check };

/** In the order in which they are tried: a blocked broker is said first, then what is cheap to find out. */
export const checks: MakeCheck = {
  BROKER_BLOCK: brokerBlock,
  MIN_RPM: minRpm,
  MIN_RATE:
    ({ cents }) =>
    (load) =>
      compare(postedCents(load), (posted) => posted >= cents),
  MAX_DEADHEAD:
    ({ miles }) =>
    ({ deadheadOrigin }) =>
      compare(deadheadOrigin, (value) => value <= miles),
  MILES_BETWEEN:
    ({ min, max }) =>
    ({ tripMiles }) =>
      compare(tripMiles, (value) => value >= (min ?? 0) && value <= (max ?? Number.POSITIVE_INFINITY)),
  MAX_WEIGHT:
    ({ lb }) =>
    ({ weightLb }) =>
      compare(weightLb, (value) => value <= lb),
  MAX_LENGTH:
    ({ ft }) =>
    ({ lengthFt }) =>
      compare(lengthFt, (value) => value <= ft),
  MIN_CREDIT:
    ({ score }) =>
    ({ broker }) =>
      compare(broker.creditScore, (value) => value >= score),
  MAX_DAYS_TO_PAY:
    ({ days }) =>
    ({ broker }) =>
      compare(broker.daysToPay, (value) => value <= days),
  // An unknown age fails. Otherwise "fresh only" would let everything through.
  MAX_AGE:
    ({ minutes }) =>
    ({ ageMinutes }, { unread }) =>
      ageMinutes === null && !unread.includes('age') ? failed(null) : compare(ageMinutes, (value) => value <= minutes),
  FACTORABLE_ONLY:
    () =>
    (_, { isFactorable }) => {
      if (isFactorable === null) return unknown;
      return isFactorable ? passed : failed(null);
    },
  HIDE_EMAILED:
    () =>
    (_, { isEmailed }) => {
      if (isEmailed === null) return unknown;
      return isEmailed ? failed(null) : passed;
    },
  PICKUP_WITHIN: pickupWithin,
  DESTINATION_STATES: destinationStates,
  EQUIPMENT: equipment,
  KEYWORDS: keywords,
};
