import type { BoardDays, BoardEquipment, BoardField, BoardId, BoardLoad, BoardPlace, BoardRate } from './board-load.ts';
import { boardFields, boardIds } from './board-load.ts';
import { bounds, isRateConsistent, within } from './bounds.ts';
import { readEquipment } from './equipment/read-equipment.ts';
import { cleanValue, isNoValue, readPart } from './texts/clean.ts';
import { findAddresses } from './texts/contact.ts';
import { remember } from './texts/remember.ts';
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

/** The field's own text: of a line with `|` between its values, its part. */
export function shownText({ text, part }: FieldText): string | null {
  return part === undefined ? text : readPart(text ?? '', { index: part });
}

type Outcome = 'ok' | 'missing' | 'failed';
type ValueOf<N extends TransformName> = Exclude<ReturnType<(typeof transforms)[N]>, null>;
type Value = object | string | number | null;
/** Undefined when the page shows nothing, null when the text isn't understood. */
interface Reading {
  readonly value: Value | undefined;
}

function readStep({ as, part, options }: FieldText, text: string, today: string): Reading {
  const shown = part === undefined ? text : readPart(text, { index: part });
  if (shown === null || isNoValue(shown)) return { value: undefined };
  const transform = transforms[as] as (text: string, context: StepContext) => Value;
  return { value: Object.freeze(transform(shown, { ...options, today })) };
}

/** More ways of reading than a board has. */
const mostWays = 200;
const ways = new Map<string, (text: string) => Reading>();

/** What the field's text says. Only days depend on what day it is. */
function readGiven(given: FieldText, text: string, today: string): Reading {
  const { as, part, options } = given;
  // Every field has limits of its own, and numbers are read quickly.
  if (options !== undefined) return readStep(given, text, today);
  const name = part === undefined && as !== 'dateRange' ? as : `${as} ${part} ${as === 'dateRange' ? today : ''}`;
  let way = ways.get(name);
  if (way === undefined) {
    if (ways.size >= mostWays) ways.clear();
    const step: FieldText = { text: null, as, ...(part !== undefined && { part }) };
    way = remember((one) => readStep(step, one, today));
    ways.set(name, way);
  }
  return way(text);
}

/** Reads the fields one by one and remembers what became of each. */
function createReader(texts: FieldTexts, today: string) {
  const outcomes: Partial<Record<BoardField, Outcome>> = {};

  /** Null when the page shows nothing, when the text isn't understood, and when the configuration reads the field as something else. */
  function read<N extends TransformName>(field: BoardField, as: N, other: N = as): ValueOf<N> | null {
    const given = texts[field];
    if (given?.isAmbiguous === true) return fail(field);
    const said = given === undefined || given.text === null ? undefined : readGiven(given, given.text, today).value;
    if (given === undefined || said === undefined) {
      outcomes[field] = 'missing';
      return null;
    }
    const value = given.as === as || given.as === other ? (said as ValueOf<N> | null) : null;
    outcomes[field] = value === null ? 'failed' : 'ok';
    return value;
  }

  function fail(...fields: readonly BoardField[]): null {
    for (const field of fields) outcomes[field] = 'failed';
    return null;
  }

  function report(): BoardLoad['read'] {
    const listed: Record<Outcome, BoardField[]> = { ok: [], missing: [], failed: [] };
    for (const field of boardFields) {
      const outcome = outcomes[field];
      if (outcome !== undefined) listed[outcome].push(field);
    }
    return listed;
  }

  return { read, fail, report };
}

type Reader = ReturnType<typeof createReader>;

const cleanText = remember(cleanValue);
const rawOf = (texts: FieldTexts, field: BoardField) => cleanText(texts[field]?.text ?? '') ?? '';

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

/** The same letters mean different trailers on different boards. */
const equipmentOf = Object.fromEntries(boardIds.map((board) => [board, remember((text) => readEquipment(board, text))])) as Record<
  BoardId,
  (text: string) => BoardEquipment | null
>;

/** A load from the texts of its row. What can't be read is null and is named in `read`; no text makes it throw. */
export function readBoardLoad(texts: FieldTexts, { board, layout, rowKey, today }: RowSource): BoardLoad {
  const reader = createReader(texts, today);
  const { read, fail } = reader;
  const equipmentText = read('equipment', 'text');
  const equipment = equipmentText === null ? null : (equipmentOf[board](equipmentText) ?? fail('equipment'));
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
