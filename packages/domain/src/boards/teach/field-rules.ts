import type { BoardField, BoardId } from '../board-load.ts';
import { bounds, within } from '../bounds.ts';
import { readEquipment } from '../equipment/read-equipment.ts';
import { cleanValue } from '../texts/clean.ts';
import { readPlace } from '../texts/place.ts';
import { readAge, readDays } from '../texts/time.ts';
import { type TransformName, transforms } from '../transforms.ts';

/** STRONG: nothing else looks like this. WEAK: it can be read as this, and as other things too. NONE: it can't. */
export type Fit = 'STRONG' | 'WEAK' | 'NONE';

export interface FitContext {
  board: BoardId;
  today: string;
}

export interface FieldRule {
  field: BoardField;
  as: TransformName;
  /** Words of a cell's name or head that mean this field. */
  words: readonly string[];
  /** Words that mean another field, though the cell looks the same. */
  notTerms: readonly string[];
  fit(text: string, context: FitContext): Fit;
}

const strongIf = (isStrong: boolean): Fit => (isStrong ? 'STRONG' : 'WEAK');

/** By the transform: strong where the text also has the unit or form that only this field has. */
function byTransform(as: TransformName, form: RegExp, accept: (value: unknown) => boolean = () => true): FieldRule['fit'] {
  return (text, { today }) => {
    const value = transforms[as](text, { today });
    return value === null || !accept(value) ? 'NONE' : strongIf(form.test(cleanValue(text) ?? ''));
  };
}

const anything = /./;
const nothing = /^\b$/;
const money = byTransform('usd', anything);
const place: FieldRule['fit'] = (text) => (readPlace(text)?.city == null ? 'NONE' : 'STRONG');
const day = byTransform('dateRange', anything);
const miles = byTransform('miles', /mi|\(/i);

/** Names of firms end with these. */
const firm =
  /\b(?:llc|inc|corp|ltd|co|logistics|freight|frt|transport|transportation|trucking|brokerage|brokers?|lines?|carriers?|express|shipping|supply|svc|services?|group|grp|3pl|global|worldwide|solutions|cargo|dispatch|systems)\b/i;

/** Words, and nothing that is a value of another kind. */
function wordsFit(form: RegExp): FieldRule['fit'] {
  return (text, { today }) => {
    const clean = cleanValue(text);
    if (clean === null || !/\p{L}{2}/u.test(clean) || clean.includes('@')) return 'NONE';
    if (readPlace(clean) !== null || readDays(clean, { today }) !== null || readAge(clean) !== null) return 'NONE';
    return strongIf(form.test(clean));
  };
}

const freeText: FieldRule['fit'] = (text) => (transforms.text(text) === null ? 'NONE' : 'WEAK');

const equipment: FieldRule['fit'] = (text, { board }) => {
  const read = readEquipment(board, text);
  return read === null ? 'NONE' : strongIf(read.classes.length > 0);
};

const size: FieldRule['fit'] = (text) =>
  /^(?:full|full load|tl|ftl|truckload|partial|partial load|ltl|part)$/i.test(cleanValue(text) ?? '') ? 'STRONG' : 'NONE';

const grade: FieldRule['fit'] = (text) => (/^[A-F][+-]?$/.test(cleanValue(text) ?? '') ? 'WEAK' : 'NONE');

const originTerms = ['origin', 'from', 'pickup', 'pick', 'start', 'first', 'shipper', 'orig'];
const destinationTerms = ['destination', 'dest', 'to', 'drop', 'dropoff', 'delivery', 'deliver', 'end', 'last', 'consignee', 'receiver'];
const deadheadTerms = ['deadhead', 'dho', 'dhd', 'dh', 'empty'];
const rateTerms = ['rate', 'price', 'amount', 'pay', 'pays', 'payout', 'offer', 'total', 'linehaul'];
const otherMoney = ['average', 'avg', 'market', 'fuel', 'bond', 'mile', 'rpm', 'spot', 'estimate', 'deposit'];

/**
 * What each field looks like and what it is called, in the order in which fields choose among the cells. Fields with a form of their own
 * come before those that any text fits.
 */
export const fieldRules: readonly FieldRule[] = [
  { field: 'email', as: 'mailto', words: ['email', 'mail', 'contact'], notTerms: [], fit: byTransform('mailto', anything) },
  {
    field: 'phone',
    as: 'phone',
    words: ['phone', 'tel', 'call', 'contact'],
    notTerms: ['fax'],
    fit: (text) => (transforms.tel(text) === null && transforms.phone(text) === null ? 'NONE' : 'STRONG'),
  },
  {
    field: 'origin',
    as: 'cityState',
    words: originTerms,
    notTerms: ['company', 'poster', 'deadhead', 'office', ...destinationTerms],
    fit: place,
  },
  {
    field: 'destination',
    as: 'cityState',
    words: destinationTerms,
    notTerms: ['company', 'poster', 'deadhead', 'office', ...originTerms],
    fit: place,
  },
  { field: 'rateTotal', as: 'usd', words: rateTerms, notTerms: otherMoney, fit: money },
  {
    field: 'ratePerMile',
    as: 'usdPerMile',
    words: ['mile', 'rpm', 'per'],
    notTerms: ['average', 'avg', 'market'],
    fit: byTransform('usdPerMile', /\/|per|a mi/i),
  },
  {
    field: 'pickup',
    as: 'dateRange',
    words: ['pickup', 'pick', 'pu', 'ready', 'available', 'avail', 'early', 'start', 'origin'],
    notTerms: ['posted', 'created', 'expires', 'delivery', 'drop', 'due', 'destination'],
    fit: day,
  },
  {
    field: 'delivery',
    as: 'dateRange',
    words: ['delivery', 'deliver', 'drop', 'dropoff', 'due', 'destination', 'dest'],
    notTerms: ['posted', 'created', 'expires', 'pickup'],
    fit: day,
  },
  {
    field: 'deadheadOrigin',
    as: 'miles',
    words: deadheadTerms,
    notTerms: ['dhd', 'destination', 'dest', 'drop', 'delivery', 'deadheads'],
    fit: miles,
  },
  { field: 'deadheadDestination', as: 'miles', words: ['dhd', 'deadhead'], notTerms: ['origin', 'pickup', 'dho'], fit: miles },
  {
    field: 'tripMiles',
    as: 'miles',
    words: ['trip', 'miles', 'mileage', 'distance', 'mi', 'loaded'],
    notTerms: [...deadheadTerms, 'rate', 'per', 'rpm'],
    fit: byTransform('miles', /mi/i, (value) => within(Number(value), bounds.tripMiles) !== null),
  },
  { field: 'weight', as: 'pounds', words: ['weight', 'wt', 'lbs', 'pounds'], notTerms: [], fit: byTransform('pounds', /lb|#|pound|\dk/i) },
  { field: 'length', as: 'feet', words: ['length', 'len', 'feet', 'ft'], notTerms: [], fit: byTransform('feet', /f|['’′]/i) },
  {
    field: 'creditScore',
    as: 'creditScore',
    words: ['credit', 'score', 'cs'],
    notTerms: ['days'],
    fit: byTransform('creditScore', /cs|credit|\/ ?100/i),
  },
  { field: 'daysToPay', as: 'dtp', words: ['dtp', 'pay'], notTerms: ['rate', 'payout'], fit: byTransform('dtp', /dtp|days to pay/i) },
  { field: 'age', as: 'age', words: ['age', 'posted', 'created', 'ago'], notTerms: ['pay', 'dtp'], fit: byTransform('age', anything) },
  { field: 'mc', as: 'mc', words: ['mc', 'docket'], notTerms: ['dot'], fit: byTransform('mc', /mc/i) },
  { field: 'size', as: 'text', words: ['size', 'capacity', 'mode', 'full', 'partial'], notTerms: [], fit: size },
  {
    field: 'equipment',
    as: 'text',
    words: ['equipment', 'eq', 'equip', 'trailer', 'truck', 'trk', 'type', 'vehicle'],
    notTerms: ['credit', 'factor', 'grade'],
    fit: equipment,
  },
  { field: 'creditGrade', as: 'text', words: ['credit', 'grade', 'factor', 'experience', 'rating'], notTerms: [], fit: grade },
  {
    field: 'company',
    as: 'text',
    words: ['company', 'poster', 'by', 'broker', 'account', 'customer', 'who'],
    notTerms: ['docket', 'mc', 'place', 'contact', 'phone'],
    fit: wordsFit(firm),
  },
  { field: 'reference', as: 'text', words: ['reference', 'ref'], notTerms: [], fit: freeText },
  { field: 'commodity', as: 'text', words: ['commodity'], notTerms: [], fit: wordsFit(nothing) },
  { field: 'comments', as: 'text', words: ['comments', 'comment', 'notes', 'note', 'remarks'], notTerms: [], fit: freeText },
];

export function ruleOf(field: BoardField): FieldRule {
  const rule = fieldRules.find((one) => one.field === field);
  if (rule === undefined) throw new Error(`${field} can't be taught`);
  return rule;
}
