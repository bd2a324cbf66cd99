import type { BoardDays, BoardField, BoardId, BoardLoad, BoardPlace, BoardRate } from './board-load.ts';
import { boardFields } from './board-load.ts';
import { bounds, isRateConsistent, within } from './bounds.ts';
import { readEquipment } from './equipment/read-equipment.ts';
import { cleanValue, isNoValue, readPart } from './texts/clean.ts';
import { findAddresses } from './texts/contact.ts';
import { type StepContext, type StepOptions, type TransformName, transforms } from './transforms.ts';

/** The text of one field as the page shows it, and how the board's configuration says to read it. */
export interface FieldText {
  /** Null when the row has no such element. */
  text: string | null;
  /** The row has several such elements that disagree, or the element holds another field too: nobody can tell which text is meant. */
  isAmbiguous?: boolean;
  as: TransformName;
  /** The part of a line with `|` between its values; without it the text is one value. */
  part?: number;
  options?: Omit<StepOptions, 'index'>;
}

export type FieldTexts = Partial<Record<BoardField, FieldText>>;

export interface RowSource {
  board: BoardId;
  layout: string;
  rowKey: string;
  today: string;
}

type Outcome = 'ok' | 'missing' | 'failed';
type ValueOf<N extends TransformName> = Exclude<ReturnType<(typeof transforms)[N]>, null>;
type Transform<N extends TransformName> = (text: string, context: StepContext) => ValueOf<N> | null;

/** Reads the fields one by one and remembers what became of each. */
function createReader(texts: FieldTexts, today: string) {
  const outcomes = new Map<BoardField, Outcome>();

  /** Null when the page shows nothing, when the text isn't understood, and when the configuration reads the field as something else. */
  function read<N extends TransformName>(field: BoardField, ...allowed: readonly N[]): ValueOf<N> | null {
    const given = texts[field];
    if (given?.isAmbiguous === true) return fail(field);
    const text = given?.part === undefined ? given?.text : readPart(given.text ?? '', { index: given.part });
    if (given === undefined || text === null || text === undefined || isNoValue(text)) {
      outcomes.set(field, 'missing');
      return null;
    }
    const name = allowed.find((one) => one === given.as);
    const transform = name === undefined ? undefined : (transforms[name] as Transform<N>);
    const value = transform?.(text, { ...given.options, today }) ?? null;
    outcomes.set(field, value === null ? 'failed' : 'ok');
    return value;
  }

  function fail(...fields: readonly BoardField[]): null {
    for (const field of fields) outcomes.set(field, 'failed');
    return null;
  }

  const listed = (outcome: Outcome) => boardFields.filter((field) => outcomes.get(field) === outcome);
  return { read, fail, report: () => ({ ok: listed('ok'), missing: listed('missing'), failed: listed('failed') }) };
}

type Reader = ReturnType<typeof createReader>;

const rawOf = (texts: FieldTexts, field: BoardField) => cleanValue(texts[field]?.text ?? '') ?? '';

function readPlaceField({ read }: Reader, texts: FieldTexts, field: 'origin' | 'destination'): BoardPlace {
  const nowhere = { city: null, state: null, zip: null, country: null };
  return { ...(read(field, 'cityState') ?? nowhere), raw: rawOf(texts, field) };
}

function readDaysField({ read }: Reader, texts: FieldTexts, field: 'pickup' | 'delivery'): BoardDays {
  return { ...(read(field, 'dateRange') ?? { earliest: null, latest: null }), raw: rawOf(texts, field) };
}

/**
 * Rate and trip miles. When the shown rate per mile doesn't agree with the two, one of the three was misread, and nobody can tell which, so
 * none is taken.
 */
function readRate({ read, fail }: Reader): { rate: BoardRate; tripMiles: number | null } {
  const total = read('rateTotal', 'usd');
  const perMile = read('ratePerMile', 'usdPerMile');
  const perMileCents = perMile?.cents ?? null;
  const miles = read('tripMiles', 'miles', 'intIn');
  const tripMiles = miles === null ? null : (within(miles, bounds.tripMiles) ?? fail('tripMiles'));
  if (total?.currency !== 'CAD' && isRateConsistent({ totalCents: total?.cents ?? null, tripMiles, perMileCents }) === false) {
    fail('rateTotal', 'ratePerMile', 'tripMiles');
    return { rate: { total: null, perMileCents: null, basis: 'UNKNOWN', origin: 'POSTED' }, tripMiles: null };
  }
  // A rate per mile that the board computed is an offer only beside the total that it was computed from.
  const isEstimate = total === null ? perMile?.isComputed === true : total.isEstimate;
  const rate: BoardRate = {
    total: total && { cents: total.cents, currency: total.currency },
    perMileCents,
    basis: total !== null ? 'FLAT' : perMileCents !== null ? 'PER_MILE' : 'UNKNOWN',
    origin: isEstimate ? 'BOARD_ESTIMATE' : 'POSTED',
  };
  return { rate, tripMiles };
}

function readSize({ read, fail }: Reader): BoardLoad['size'] {
  const text = read('size', 'text')?.toLowerCase();
  if (text === undefined) return null;
  if (['full', 'full load', 'tl', 'ftl', 'truckload'].includes(text)) return 'FULL';
  return ['partial', 'partial load', 'ltl', 'part'].includes(text) ? 'PARTIAL' : fail('size');
}

function readContact({ read }: Reader, comments: string | null): BoardLoad['contact'] {
  const email = read('email', 'mailto');
  const phone = read('phone', 'phone', 'tel');
  const written = comments === null ? [] : findAddresses(comments).filter((address) => address !== email);
  return {
    name: read('contactName', 'text'),
    emails: [
      ...(email === null ? [] : [{ address: email, from: 'contact' as const }]),
      ...written.map((address) => ({ address, from: 'comments' as const })),
    ],
    phones: phone === null ? [] : [phone],
  };
}

/** A load from the texts of its row. What can't be read is null and is named in `read`; no text makes it throw. */
export function readBoardLoad(texts: FieldTexts, { board, layout, rowKey, today }: RowSource): BoardLoad {
  const reader = createReader(texts, today);
  const { read, fail } = reader;
  const equipmentText = read('equipment', 'text');
  const equipment = equipmentText === null ? null : (readEquipment(board, equipmentText) ?? fail('equipment'));
  const comments = read('comments', 'text');
  const stops = read('stops', 'intIn');
  return {
    board,
    layout,
    rowKey,
    boardLoadId: read('boardLoadId', 'text'),
    reference: read('reference', 'text'),
    origin: readPlaceField(reader, texts, 'origin'),
    destination: readPlaceField(reader, texts, 'destination'),
    stops: stops === null ? null : (within(stops, bounds.stops) ?? fail('stops')),
    pickup: readDaysField(reader, texts, 'pickup'),
    delivery: readDaysField(reader, texts, 'delivery'),
    ...readRate(reader),
    deadheadOrigin: read('deadheadOrigin', 'miles'),
    deadheadDestination: read('deadheadDestination', 'miles'),
    equipment: equipment ?? { raw: equipmentText ?? '', classes: [], modifiers: [] },
    size: readSize(reader),
    lengthFt: read('length', 'feet'),
    weightLb: read('weight', 'pounds'),
    broker: {
      name: read('company', 'text'),
      mc: read('mc', 'mc'),
      dot: read('dot', 'intIn')?.toString() ?? null,
      creditScore: read('creditScore', 'creditScore'),
      creditGrade: read('creditGrade', 'text'),
      daysToPay: read('daysToPay', 'dtp'),
      place: read('companyPlace', 'text'),
    },
    contact: readContact(reader, comments),
    commodity: read('commodity', 'text'),
    comments,
    ageMinutes: read('age', 'age'),
    read: reader.report(),
  };
}
