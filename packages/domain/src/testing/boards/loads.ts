import type { EquipmentClass } from '../../boards/equipment/classes.ts';
import type { TrueDays } from './fixture.ts';

/** A load that every fixture shows in its own way. Invented: companies, people and numbers belong to nobody. */
export interface FixtureLoad {
  key: string;
  uuid: string;
  origin: { city: string; state: string; zip: string };
  destination: { city: string; state: string; zip: string };
  pickup: { earliest: string; latest: string };
  delivery: { earliest: string; latest: string };
  tripMiles: number;
  deadheadOrigin: number;
  deadheadDestination: number;
  equipment: readonly EquipmentClass[];
  size: 'FULL' | 'PARTIAL';
  lengthFt: number;
  weightLb: number | null;
  /** Null: the broker posted none. */
  rateCents: number | null;
  /** What the board reckons. Only shown where no rate is posted. */
  estimateCents: number | null;
  company: string;
  mc: string;
  creditScore: number | null;
  creditGrade: string | null;
  daysToPay: number | null;
  contactName: string;
  email: string | null;
  /** Ten digits. */
  phone: string;
  reference: string;
  commodity: string | null;
  comments: string | null;
  ageMinutes: number;
}

export type FixtureLoads = readonly [FixtureLoad, ...FixtureLoad[]];

/** Each has something that boards have trouble with. */
export const oddLoads: FixtureLoads = [
  {
    key: 'Qx7mTb2K',
    uuid: '3f6a1c0e-58b2-4d7a-9a41-0c5de7f1b201',
    origin: { city: 'Milwaukee', state: 'WI', zip: '53204' },
    destination: { city: 'Conley', state: 'GA', zip: '30288' },
    pickup: { earliest: '2026-11-19', latest: '2026-11-19' },
    delivery: { earliest: '2026-11-21', latest: '2026-11-21' },
    tripMiles: 824,
    deadheadOrigin: 113,
    deadheadDestination: 41,
    equipment: ['VAN'],
    size: 'FULL',
    lengthFt: 53,
    weightLb: 25_000,
    rateCents: 250_000,
    estimateCents: null,
    company: 'Tall Pine Freight & Logistics',
    mc: '884213',
    creditScore: 96,
    creditGrade: 'A',
    daysToPay: 24,
    contactName: 'Dana Fields',
    email: 'dana@tallpine.example.test',
    phone: '4145550142',
    reference: 'TP-48213',
    commodity: 'Paper goods',
    comments: 'Drop trailer. Call when empty.',
    ageMinutes: 5,
  },
  {
    key: 'b0LrW9ze',
    uuid: '9b1d4e77-2c1f-4f38-8f0e-6a2f0d3c9b02',
    origin: { city: 'St. Louis', state: 'MO', zip: '63101' },
    destination: { city: 'Columbus', state: 'OH', zip: '43215' },
    pickup: { earliest: '2026-11-20', latest: '2026-11-21' },
    delivery: { earliest: '2026-11-23', latest: '2026-11-23' },
    tripMiles: 420,
    deadheadOrigin: 0,
    deadheadDestination: 87,
    equipment: ['VAN', 'REEFER'],
    size: 'FULL',
    lengthFt: 48,
    weightLb: 42_000,
    rateCents: null,
    estimateCents: 118_500,
    company: 'Gateway Arc Brokerage',
    mc: '512907',
    creditScore: 88,
    creditGrade: 'B',
    daysToPay: 31,
    contactName: 'Lee Marsh',
    email: 'loads@gatewayarc.example.test',
    phone: '3145550177',
    reference: '700112',
    commodity: null,
    comments: null,
    ageMinutes: 130,
  },
  {
    key: 'Zk3_fH8-',
    uuid: 'c24e9f10-7d3a-4b6e-b1c5-91e8a4d7f303',
    origin: { city: 'Lexington', state: 'KY', zip: '40507' },
    destination: { city: 'Toledo', state: 'OH', zip: '43604' },
    pickup: { earliest: '2026-11-18', latest: '2026-11-18' },
    delivery: { earliest: '2026-11-19', latest: '2026-11-19' },
    tripMiles: 289,
    deadheadOrigin: 22,
    deadheadDestination: 160,
    equipment: ['REEFER'],
    size: 'PARTIAL',
    lengthFt: 20,
    weightLb: 9_500,
    rateCents: 96_300,
    estimateCents: null,
    company: 'O’Dell Cold Chain',
    mc: '1190046',
    creditScore: null,
    creditGrade: null,
    daysToPay: null,
    contactName: 'Sam Odell',
    email: null,
    phone: '8595550119',
    reference: 'OC 19',
    commodity: 'Produce <chilled>',
    comments: 'Temp 34F. Send offers to quotes@someone-else.example.test',
    ageMinutes: 45,
  },
  {
    key: 'p5NdYs61',
    uuid: '0d7b62a9-e0c4-4c19-a6d2-4f9b83e5c604',
    origin: { city: 'Coeur d’Alene', state: 'ID', zip: '83814' },
    destination: { city: 'Winston-Salem', state: 'NC', zip: '27101' },
    pickup: { earliest: '2026-12-30', latest: '2027-01-02' },
    delivery: { earliest: '2027-01-06', latest: '2027-01-06' },
    tripMiles: 2_418,
    deadheadOrigin: 9,
    deadheadDestination: 5,
    equipment: ['STEPDECK'],
    size: 'FULL',
    lengthFt: 48,
    weightLb: 47_000,
    rateCents: 612_500,
    estimateCents: null,
    company: 'Blue Spruce Transport Brokers LLC',
    mc: '77120',
    creditScore: 100,
    creditGrade: 'A',
    daysToPay: 18,
    contactName: 'Ira Holm',
    email: 'ira.holm@bluespruce.example.test',
    phone: '2085550163',
    reference: 'BS-2-7',
    commodity: 'Lumber',
    comments: 'Tarps needed.',
    ageMinutes: 660,
  },
  {
    key: 'M1vGc4Xt',
    uuid: '7e50c8d3-914b-4a2d-8c77-d2b6f1a09e05',
    origin: { city: 'Fresno', state: 'CA', zip: '93721' },
    destination: { city: 'Salt Lake City', state: 'UT', zip: '84101' },
    pickup: { earliest: '2026-11-19', latest: '2026-11-19' },
    delivery: { earliest: '2026-11-20', latest: '2026-11-20' },
    tripMiles: 812,
    deadheadOrigin: 64,
    deadheadDestination: 30,
    equipment: ['FLATBED'],
    size: 'FULL',
    lengthFt: 48,
    weightLb: null,
    rateCents: 203_000,
    estimateCents: null,
    company: 'Valley Span Logistics',
    mc: '640388',
    creditScore: 71,
    creditGrade: 'D',
    daysToPay: 45,
    contactName: 'Jo Reyes',
    email: 'dispatch@valleyspan.example.test',
    phone: '5595550128',
    reference: 'VS9',
    commodity: 'Steel',
    comments: null,
    ageMinutes: 0,
  },
];

export const dash = '–';
export const whole = (value: number) => value.toLocaleString('en-US');
export const dollars = (cents: number) => `$${whole(cents / 100)}`;
export const placeText = ({ city, state }: { city: string; state: string }) => `${city}, ${state}`;
export const phoneText = (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
export const monthDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}`;
export const plainDate = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(2, 4)}`;
export const perMileCents = (rateCents: number, miles: number) => Math.round(rateCents / miles);

/** "11/20 - 11/21", or one day. */
export function daysText({ earliest, latest }: TrueDays & { earliest: string; latest: string }, write: (day: string) => string): string {
  return earliest === latest ? write(earliest) : `${write(earliest)} - ${write(latest)}`;
}

export function ageText(minutes: number): string {
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
}

/** An age in whole hours from an hour on. */
export function shownAge(minutes: number): number {
  return minutes < 60 ? minutes : Math.floor(minutes / 60) * 60;
}
