import type { BoardField, BoardLoad } from '@headhaul/domain/boards/board-load';
import { fieldLabels } from '@headhaul/domain/boards/field-labels';

export const listedFields = Object.keys(fieldLabels) as BoardField[];

/** Fields that are missed when they aren't found. The others are listed only if they were. */
export const usualFields: ReadonlySet<BoardField> = new Set([
  'origin',
  'destination',
  'pickup',
  'rateTotal',
  'tripMiles',
  'equipment',
  'weight',
  'company',
]);

/** Figures stand at the right edge of their column. */
export const figureFields: ReadonlySet<BoardField> = new Set([
  'rateTotal',
  'ratePerMile',
  'tripMiles',
  'deadheadOrigin',
  'deadheadDestination',
  'weight',
  'length',
  'creditScore',
  'daysToPay',
  'age',
]);

const whole = (value: number) => value.toLocaleString('en-US');
const placeOf = ({ city, state, zip }: BoardLoad['origin']) =>
  state === null ? null : [city === null ? state : `${city}, ${state}`, zip].filter((part) => part !== null).join(' ');
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** "2026-11-17" as "Tue 11/17". */
function dayOf(iso: string): string {
  const day = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  return `${weekdays[day.getUTCDay()]} ${day.getUTCMonth() + 1}/${day.getUTCDate()}`;
}
function daysOf({ earliest, latest }: BoardLoad['pickup']): string | null {
  if (earliest === null) return null;
  return latest === null || latest === earliest ? dayOf(earliest) : `${dayOf(earliest)} to ${dayOf(latest)}`;
}
const wordsOf = (codes: readonly string[]) =>
  codes.length === 0 ? null : codes.map((code) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')).join(', ');

/** What was read, as the table of the last step shows it. Null: nothing. */
const values: Partial<Record<BoardField, (load: BoardLoad) => string | null>> = {
  origin: ({ origin }) => placeOf(origin),
  destination: ({ destination }) => placeOf(destination),
  pickup: ({ pickup }) => daysOf(pickup),
  delivery: ({ delivery }) => daysOf(delivery),
  rateTotal: ({ rate: { total, origin } }) =>
    total === null ? null : `${total.currency === 'CAD' ? 'C' : ''}$${whole(total.cents / 100)}${origin === 'POSTED' ? '' : ' est.'}`,
  ratePerMile: ({ rate }) => (rate.perMileCents === null ? null : `$${(rate.perMileCents / 100).toFixed(2)}`),
  tripMiles: ({ tripMiles }) => (tripMiles === null ? null : whole(tripMiles)),
  deadheadOrigin: ({ deadheadOrigin }) => (deadheadOrigin === null ? null : whole(deadheadOrigin)),
  deadheadDestination: ({ deadheadDestination }) => (deadheadDestination === null ? null : whole(deadheadDestination)),
  equipment: ({ equipment }) => wordsOf(equipment.classes),
  weight: ({ weightLb }) => (weightLb === null ? null : `${whole(weightLb)} lb`),
  length: ({ lengthFt }) => (lengthFt === null ? null : `${lengthFt} ft`),
  size: ({ size }) => (size === null ? null : wordsOf([size])),
  company: ({ broker }) => broker.name,
  email: ({ contact }) => contact.emails.find(({ from }) => from === 'contact')?.address ?? null,
  phone: ({ contact }) => contact.phones[0]?.e164 ?? null,
  mc: ({ broker }) => broker.mc,
  creditScore: ({ broker }) => (broker.creditScore === null ? null : String(broker.creditScore)),
  creditGrade: ({ broker }) => broker.creditGrade,
  daysToPay: ({ broker }) => (broker.daysToPay === null ? null : String(broker.daysToPay)),
  reference: (load) => load.reference,
  commodity: ({ commodity }) => commodity,
  comments: ({ comments }) => comments,
  age: ({ ageMinutes }) => (ageMinutes === null ? null : `${whole(ageMinutes)} min`),
};

export function formatField(field: BoardField, load: BoardLoad): string | null {
  return values[field]?.(load) ?? null;
}
