import type { BoardField, BoardId, BoardLoad } from '../../boards/board-load.ts';
import type { EquipmentClass, EquipmentModifier } from '../../boards/equipment/classes.ts';
import type { FieldTexts } from '../../boards/read-load.ts';

/** The day at the user's desk when the page was open. */
export const fixtureDay = '2026-11-18';

export interface TruePlace {
  city: string | null;
  state: string | null;
  zip: string | null;
}

export interface TrueDays {
  earliest: string | null;
  latest: string | null;
}

/** The true values of what a page shows about a load. Null: the page doesn't show it, or not so that it could be understood. */
export interface FixtureTruth {
  boardLoadId: string | null;
  reference: string | null;
  origin: TruePlace;
  destination: TruePlace;
  pickup: TrueDays;
  delivery: TrueDays;
  tripMiles: number | null;
  deadheadOrigin: number | null;
  deadheadDestination: number | null;
  /** The trailers of which any will do, then what the load asks of the trailer or the crew besides. */
  equipment: readonly (EquipmentClass | EquipmentModifier)[];
  size: 'FULL' | 'PARTIAL' | null;
  length: number | null;
  weight: number | null;
  rateTotal: { cents: number; isEstimate: boolean } | null;
  ratePerMile: number | null;
  company: string | null;
  mc: string | null;
  creditScore: number | null;
  creditGrade: string | null;
  daysToPay: number | null;
  contactName: string | null;
  email: string | null;
  phone: string | null;
  commodity: string | null;
  comments: string | null;
  age: number | null;
}

export interface FixtureRow {
  rowKey: string;
  /** What the page shows for each field, and how it is to be read. */
  texts: FieldTexts;
  truth: FixtureTruth;
  /** Fields whose text says too little to be read. */
  unreadable: readonly BoardField[];
}

export interface FixtureDetail {
  /** The row that the panel belongs to. */
  rowKey: string;
  texts: FieldTexts;
  truth: FixtureTruth;
}

/**
 * A page as a board might show it: markup and values of our own. `basis` says where its structure comes from: names that others have
 * published, or only the names of values, put into a structure that we assume. Neither was compared with a signed-in page.
 */
export interface BoardFixture {
  board: BoardId;
  layout: string;
  basis: 'PUBLISHED_NAMES' | 'ASSUMED';
  url: string;
  html: string;
  /** The pages of its frames, by address. */
  frames: Readonly<Record<string, string>>;
  rows: readonly FixtureRow[];
  /** A panel that is open on the page. */
  detail: FixtureDetail | null;
  /** Names on this page that are made anew with each build of the board. A configuration that uses one is wrong. */
  volatile: readonly string[];
}

const nowhere: TruePlace = { city: null, state: null, zip: null };
const never: TrueDays = { earliest: null, latest: null };

export const nothingShown: FixtureTruth = {
  boardLoadId: null,
  reference: null,
  origin: nowhere,
  destination: nowhere,
  pickup: never,
  delivery: never,
  tripMiles: null,
  deadheadOrigin: null,
  deadheadDestination: null,
  equipment: [],
  size: null,
  length: null,
  weight: null,
  rateTotal: null,
  ratePerMile: null,
  company: null,
  mc: null,
  creditScore: null,
  creditGrade: null,
  daysToPay: null,
  contactName: null,
  email: null,
  phone: null,
  commodity: null,
  comments: null,
  age: null,
};

/** What was read, in the form of the truth, so that the two can be compared. */
export function toTruth({ origin, destination, pickup, delivery, rate, broker, contact, ...load }: BoardLoad): FixtureTruth {
  const place = ({ city, state, zip }: TruePlace) => ({ city, state, zip });
  const days = ({ earliest, latest }: TrueDays) => ({ earliest, latest });
  return {
    boardLoadId: load.boardLoadId,
    reference: load.reference,
    origin: place(origin),
    destination: place(destination),
    pickup: days(pickup),
    delivery: days(delivery),
    tripMiles: load.tripMiles,
    deadheadOrigin: load.deadheadOrigin,
    deadheadDestination: load.deadheadDestination,
    equipment: [...load.equipment.classes, ...load.equipment.modifiers],
    size: load.size,
    length: load.lengthFt,
    weight: load.weightLb,
    rateTotal: rate.total && { cents: rate.total.cents, isEstimate: rate.origin === 'BOARD_ESTIMATE' },
    ratePerMile: rate.perMileCents,
    company: broker.name,
    mc: broker.mc,
    creditScore: broker.creditScore,
    creditGrade: broker.creditGrade,
    daysToPay: broker.daysToPay,
    contactName: contact.name,
    email: contact.emails.find(({ from }) => from === 'contact')?.address ?? null,
    phone: contact.phones[0]?.e164 ?? null,
    commodity: load.commodity,
    comments: load.comments,
    age: load.ageMinutes,
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** A whole page around its body. */
export function pageOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`;
}
