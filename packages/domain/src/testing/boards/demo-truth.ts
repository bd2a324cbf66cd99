import type { EquipmentClass, EquipmentModifier } from '../../boards/equipment/classes.ts';
import { type FixtureTruth, nothingShown } from './fixture.ts';

// The truth about the sandbox's demo board, in the form in which every fixture has it.

export const demoLayouts = ['wide', 'compact', 'cards', 'table-iframe'] as const;
export type DemoLayout = (typeof demoLayouts)[number];

/** A load as `truth.json` of the sandbox gives it. */
export interface DemoTruth {
  key: string;
  uuid: string;
  reference: string | null;
  origin: { city: string; state: string };
  destination: { city: string; state: string };
  tripMiles: number;
  deadheadOrigin: number;
  deadheadDestination: number;
  pickup: { earliest: string; latest: string };
  delivery: { day: string };
  trailers: readonly EquipmentClass[];
  needs: readonly EquipmentModifier[];
  size: 'FULL' | 'PARTIAL';
  lengthFt: number;
  weightLb: number | null;
  rateCents: number | null;
  estimateCents: number | null;
  ageMinutes: number;
  broker: { name: string; mc: string | null; credit: { score: number; daysToPay: number } | null };
  email: string | null;
  phone: string | null;
}

/** What the rows of a layout don't show. */
const hidden: Record<DemoLayout, readonly (keyof FixtureTruth)[]> = {
  wide: ['delivery', 'mc'],
  compact: ['delivery', 'mc', 'creditScore', 'daysToPay', 'reference', 'email', 'phone'],
  cards: ['delivery', 'mc', 'creditScore', 'daysToPay', 'reference', 'email', 'phone', 'deadheadDestination'],
  'table-iframe': ['ratePerMile', 'deadheadOrigin', 'deadheadDestination', 'length', 'size', 'email', 'phone'],
};

export const isHidden = (layout: DemoLayout, field: string) => hidden[layout].some((one) => one === field);

/** An age as boards write it: minutes, whole hours, whole days. */
function shownAge(minutes: number): number {
  const unit = minutes < 60 ? 1 : minutes < 1_440 ? 60 : 1_440;
  return Math.floor(minutes / unit) * unit;
}

const placeOf = ({ city, state }: DemoTruth['origin']) => ({ city, state, zip: null });

/** What is true and shown. An age grows while the page is open: `read` is right if the row has said so within these minutes. */
export function demoTruthOf(load: DemoTruth, layout: DemoLayout, open: { minutes: number; read: number | null }): FixtureTruth {
  const cents = load.rateCents ?? load.estimateCents;
  const grown = Array.from({ length: open.minutes + 1 }, (_, more) => shownAge(load.ageMinutes + more));
  const days = { earliest: load.delivery.day, latest: load.delivery.day };
  const truth: FixtureTruth = {
    ...nothingShown,
    origin: placeOf(load.origin),
    destination: placeOf(load.destination),
    pickup: { earliest: load.pickup.earliest, latest: load.pickup.latest },
    delivery: days,
    tripMiles: load.tripMiles,
    deadheadOrigin: load.deadheadOrigin,
    deadheadDestination: load.deadheadDestination,
    equipment: [...load.trailers, ...load.needs],
    size: load.size,
    length: load.lengthFt,
    weight: load.weightLb,
    rateTotal: cents === null ? null : { cents, isEstimate: load.rateCents === null },
    // Beside an estimate stands none.
    ratePerMile: load.rateCents === null ? null : Math.round(Number((load.rateCents / 100 / load.tripMiles).toFixed(2)) * 100),
    company: load.broker.name,
    mc: load.broker.mc,
    creditScore: load.broker.credit?.score ?? null,
    daysToPay: load.broker.credit?.daysToPay ?? null,
    reference: load.reference,
    email: load.email,
    // Where there is an address, the row shows no number.
    phone: load.email === null && load.phone !== null ? `+1${load.phone}` : null,
    age: open.read !== null && grown.includes(open.read) ? open.read : (grown[0] ?? null),
  };
  return { ...truth, ...Object.fromEntries(hidden[layout].map((field) => [field, nothingShown[field]])) };
}
