import type { EquipmentClass, EquipmentModifier } from './equipment/classes.ts';

/** `other`: a board that we know nothing about, and that a user has taught. */
export const boardIds = ['dat', 'truckstop', 'truckerpath', '123loadboard', 'sylectus', 'relay', 'demo', 'other'] as const;
export type BoardId = (typeof boardIds)[number];

/** Null: the board did not show it. Never 0 for something that isn't known. */
export type Known<T> = T | null;

export type Country = 'US' | 'CA' | 'MX';

export interface BoardPlace {
  city: Known<string>;
  /** Two capital letters. */
  state: Known<string>;
  zip: Known<string>;
  country: Known<Country>;
  /** The page's text. */
  raw: string;
}

export interface BoardMoney {
  cents: number;
  currency: 'USD' | 'CAD';
}

export interface BoardRate {
  total: Known<BoardMoney>;
  perMileCents: Known<number>;
  basis: 'FLAT' | 'PER_MILE' | 'UNKNOWN';
  /** What the board itself reckons is no offer of the broker: no rule counts it as a rate. */
  origin: 'POSTED' | 'BOARD_ESTIMATE';
}

/** A span of days at the place of the stop. */
export interface BoardDays {
  earliest: Known<string>;
  latest: Known<string>;
  /** The page's text. */
  raw: string;
}

export interface BoardEquipment {
  /** The page's text. */
  raw: string;
  /** Any of these will do: `VR` is a van or a reefer. Empty: not known. */
  classes: readonly EquipmentClass[];
  modifiers: readonly EquipmentModifier[];
}

export interface BoardBroker {
  name: Known<string>;
  /** Digits without leading zeros. */
  mc: Known<string>;
  dot: Known<string>;
  /** 0 to 100. */
  creditScore: Known<number>;
  /** A letter of the board's. It is not made into a number, because nobody outside the board knows what it stands for. */
  creditGrade: Known<string>;
  daysToPay: Known<number>;
  /** "Waukegan, IL" */
  place: Known<string>;
}

export interface BoardPhone {
  e164: string;
  extension: Known<string>;
}

export interface BoardContact {
  name: Known<string>;
  /** `comments`: found only in the posting's free text, where anybody can write. */
  emails: readonly { address: string; from: 'contact' | 'comments' }[];
  phones: readonly BoardPhone[];
}

/** The fields that a board's configuration can name. Their order is the one in which a health report lists them. */
export const boardFields = [
  'boardLoadId',
  'reference',
  'origin',
  'destination',
  'stops',
  'pickup',
  'delivery',
  'tripMiles',
  'deadheadOrigin',
  'deadheadDestination',
  'equipment',
  'size',
  'length',
  'weight',
  'rateTotal',
  'ratePerMile',
  'company',
  'mc',
  'dot',
  'creditScore',
  'creditGrade',
  'daysToPay',
  'companyPlace',
  'contactName',
  'email',
  'phone',
  'commodity',
  'comments',
  'age',
] as const;
export type BoardField = (typeof boardFields)[number];

/** A load as a board shows it on the user's screen. All of it is text of a web page, which we read but do not trust. */
export interface BoardLoad {
  board: BoardId;
  layout: string;
  /** Identifies the row on this page, for as long as the row shows this load. */
  rowKey: string;
  boardLoadId: Known<string>;
  reference: Known<string>;
  origin: BoardPlace;
  destination: BoardPlace;
  stops: Known<number>;
  pickup: BoardDays;
  delivery: BoardDays;
  tripMiles: Known<number>;
  deadheadOrigin: Known<number>;
  deadheadDestination: Known<number>;
  equipment: BoardEquipment;
  size: Known<'FULL' | 'PARTIAL'>;
  lengthFt: Known<number>;
  weightLb: Known<number>;
  rate: BoardRate;
  broker: BoardBroker;
  contact: BoardContact;
  commodity: Known<string>;
  comments: Known<string>;
  ageMinutes: Known<number>;
  /** What became of each field. `missing`: the page showed nothing. `failed`: it showed a text that we did not understand or believe. */
  read: { ok: readonly BoardField[]; missing: readonly BoardField[]; failed: readonly BoardField[] };
  /** Of a load that was opened: the text of its fingerprint by what the row alone shows, which is all that other rows of it show. */
  rowFingerprintText?: string | undefined;
}
