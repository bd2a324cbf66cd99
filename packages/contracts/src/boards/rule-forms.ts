import {
  equipmentClasses,
  equipmentClassLabels,
  equipmentModifierLabels,
  equipmentModifiers,
} from '@headhaul/domain/boards/equipment/classes';
import { stateCodes } from '@headhaul/domain/equipment';
import { stateNames } from '../places.ts';
import { type BoardRule, filterLimits } from './filters.ts';

export type RuleKind = BoardRule['kind'];

interface Option {
  value: string;
  words: string;
}

/** A field of a rule. `name` is the rule's property. */
export type RuleField =
  | { type: 'number'; name: string; words: string; unit: string; example: string; isMoney?: true }
  | { type: 'choice'; name: string; words: string; options: readonly Option[] }
  /** Without options, any words. */
  | { type: 'list'; name: string; words: string; options?: readonly Option[]; example: string };

interface RuleForm {
  label: string;
  fields: readonly RuleField[];
  hint?: string;
}

const optionsOf = <K extends string>(values: readonly K[], labels: Record<K, string>): Option[] =>
  values.map((value) => ({ value, words: labels[value] }));
const states = optionsOf(stateCodes, stateNames);
const number = (name: string, words: string, unit: string, example: string): RuleField => ({ type: 'number', name, words, unit, example });
const dollars = (words: string, example: string): RuleField => ({
  type: 'number',
  name: 'cents',
  words,
  unit: '$',
  example,
  isMoney: true,
});
const brokers: readonly RuleField[] = [
  { type: 'list', name: 'mcs', words: 'MC numbers', example: '428816' },
  { type: 'list', name: 'names', words: 'Names', example: 'Quickturn Freight' },
  { type: 'list', name: 'emailDomains', words: 'Mail domains', example: 'quickturn.example' },
];

/** The form of each rule, in the order in which "Add a rule" offers them. */
export const ruleForms: Record<RuleKind, RuleForm> = {
  MIN_RPM: {
    label: 'Rate per mile',
    fields: [
      dollars('at least', '2.40'),
      {
        type: 'choice',
        name: 'basis',
        words: 'over',
        options: [
          { value: 'ALL_IN', words: 'all miles' },
          { value: 'LOADED', words: 'loaded miles' },
        ],
      },
    ],
  },
  MIN_RATE: { label: 'Rate', fields: [dollars('at least', '1,500')] },
  MAX_DEADHEAD: {
    label: 'Deadhead to pickup',
    fields: [number('miles', 'at most', 'mi', '75')],
    hint: 'Boards count it from the origin you search.',
  },
  MILES_BETWEEN: { label: 'Trip miles', fields: [number('min', 'from', 'mi', '250'), number('max', 'to', 'mi', '1,200')] },
  EQUIPMENT: {
    label: 'Equipment',
    fields: [
      { type: 'list', name: 'anyOf', words: 'any of', options: optionsOf(equipmentClasses, equipmentClassLabels), example: 'Any' },
      {
        type: 'list',
        name: 'withoutModifiers',
        words: 'without',
        options: optionsOf(equipmentModifiers, equipmentModifierLabels),
        example: 'Nothing',
      },
    ],
  },
  MAX_WEIGHT: { label: 'Weight', fields: [number('lb', 'at most', 'lb', '44,000')] },
  MAX_LENGTH: { label: 'Length', fields: [number('ft', 'at most', 'ft', '53')] },
  DESTINATION_STATES: {
    label: 'Destination state',
    fields: [
      { type: 'list', name: 'allow', words: 'only', options: states, example: 'Any' },
      { type: 'list', name: 'block', words: 'not in', options: states, example: 'None' },
    ],
  },
  PICKUP_WITHIN: { label: 'Pickup', fields: [number('days', 'within', 'days', '3')], hint: '0 means today.' },
  MAX_AGE: {
    label: 'Age of the post',
    fields: [number('minutes', 'at most', 'min', '60')],
    hint: 'A post that doesn’t show its age fails.',
  },
  MIN_CREDIT: { label: 'Credit score', fields: [number('score', 'at least', 'points', '80')] },
  MAX_DAYS_TO_PAY: { label: 'Broker pays in', fields: [number('days', 'at most', 'days', '45')] },
  FACTORABLE_ONLY: {
    label: 'Factor approves the broker',
    fields: [],
    hint: 'Known for MC numbers that your factor’s list or answers name. “Call first” counts as not known.',
  },
  BROKER_BLOCK: { label: 'Blocked brokers', fields: brokers },
  BROKER_PREFER: { label: 'Preferred brokers', fields: brokers, hint: 'Marks their loads. It never dims others.' },
  KEYWORDS: {
    label: 'Comment',
    fields: [
      { type: 'list', name: 'none', words: 'has none of', example: 'TWIC' },
      { type: 'list', name: 'any', words: 'has one of', example: 'drop trailer' },
      {
        type: 'list',
        name: 'in',
        words: 'in',
        options: [
          { value: 'comments', words: 'comment' },
          { value: 'commodity', words: 'commodity' },
        ],
        example: 'Choose',
      },
    ],
    hint: 'Whole words. “in-bond”, “in bond” and “inbond” are the same.',
  },
  HIDE_EMAILED: { label: 'Not emailed yet', fields: [], hint: 'Dims loads that somebody on your team has emailed about.' },
};

export const ruleKinds = Object.keys(ruleForms) as RuleKind[];

/** Rules that may stand more than once: over all miles and over loaded miles, in the comment and in the commodity. */
const repeatable: readonly RuleKind[] = ['MIN_RPM', 'KEYWORDS'];

/** The rules that "Add a rule" offers beside these. None when the filter is full. */
export function listOffered(used: readonly RuleKind[]): RuleKind[] {
  if (used.length >= filterLimits.rules) return [];
  return ruleKinds.filter((kind) => repeatable.includes(kind) || !used.includes(kind));
}
