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

/** A load of which the board shows nearly all, and of which the weight isn't understood. */
export const wholeBoardLoad: BoardLoad = {
  board: 'demo',
  layout: 'wide',
  rowKey: 'KEY0001',
  boardLoadId: null,
  reference: 'HP-0001',
  origin: { city: 'Milwaukee', state: 'WI', zip: null, country: 'US', raw: 'Milwaukee, WI' },
  destination: { city: 'Conley', state: 'GA', zip: null, country: 'US', raw: 'Conley, GA' },
  stops: null,
  pickup: { earliest: '2026-11-19', latest: '2026-11-20', raw: '11/19 - 11/20' },
  delivery: { earliest: '2026-11-21', latest: '2026-11-21', raw: '11/21' },
  tripMiles: 812,
  deadheadOrigin: 12,
  deadheadDestination: null,
  equipment: { raw: 'V', classes: ['VAN'], modifiers: [] },
  size: 'FULL',
  lengthFt: 53,
  weightLb: null,
  rate: postedRate(2_450),
  broker: { name: 'Lakeshore Freight', mc: '428816', dot: null, creditScore: 96, creditGrade: null, daysToPay: 24, place: null },
  contact: {
    name: 'Carla Diaz',
    emails: [{ address: 'carla@lakeshore.example', from: 'contact' }],
    phones: [{ e164: '+13125550148', extension: '12' }],
  },
  commodity: null,
  comments: null,
  ageMinutes: 4,
  read: { ok: ['origin', 'destination', 'rateTotal', 'tripMiles'], missing: ['commodity', 'comments'], failed: ['weight'] },
};
