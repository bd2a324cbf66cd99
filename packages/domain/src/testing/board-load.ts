import type { BoardLoad } from '../boards/board-load.ts';

const nowhere = { city: null, state: null, zip: null, country: null, raw: '' };
const never = { earliest: null, latest: null, raw: '' };

const unknown: BoardLoad = {
  board: 'demo',
  layout: 'wide',
  rowKey: 'DS3hdKBc',
  boardLoadId: null,
  reference: null,
  origin: nowhere,
  destination: nowhere,
  stops: null,
  pickup: never,
  delivery: never,
  tripMiles: null,
  deadheadOrigin: null,
  deadheadDestination: null,
  equipment: { raw: '', classes: [], modifiers: [] },
  size: null,
  lengthFt: null,
  weightLb: null,
  rate: { total: null, perMileCents: null, basis: 'UNKNOWN', origin: 'POSTED' },
  broker: { name: null, mc: null, dot: null, creditScore: null, creditGrade: null, daysToPay: null, place: null },
  contact: { name: null, emails: [], phones: [] },
  commodity: null,
  comments: null,
  ageMinutes: null,
  read: { ok: [], missing: [], failed: [] },
};

/** A load on a board with these values and nothing else. */
export function boardLoad(said: Partial<BoardLoad> = {}): BoardLoad {
  return { ...unknown, ...said };
}

/** A rate that the broker posted, in whole dollars. */
export function postedRate(dollars: number): BoardLoad['rate'] {
  return { total: { cents: dollars * 100, currency: 'USD' }, perMileCents: null, basis: 'FLAT', origin: 'POSTED' };
}
