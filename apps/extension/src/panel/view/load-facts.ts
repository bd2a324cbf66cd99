import type { BoardDays, BoardField, BoardLoad, BoardRate } from '@headhaul/domain/boards/board-load';
import { equipmentClassLabels, equipmentModifierLabels } from '@headhaul/domain/boards/equipment/classes';
import { formatCents, formatMoney } from '@headhaul/domain/format-money';
import { formatMonthDay } from '@headhaul/domain/time/when';

/** A fact of the load. Without a value the panel says whether the board shows none or we didn't understand it. */
export interface LoadFact {
  label: string;
  value: string | null;
  isFailed: boolean;
}

const whole = (value: number) => value.toLocaleString('en-US');
const withUnit = (value: number | null, unit: string) => (value === null ? null : `${whole(value)} ${unit}`);

/** "Nov 18", "Nov 18 to Nov 19" */
function formatDays({ earliest, latest }: BoardDays): string | null {
  if (earliest === null) return latest === null ? null : `by ${formatMonthDay(latest)}`;
  return latest === null || latest === earliest ? formatMonthDay(earliest) : `${formatMonthDay(earliest)} to ${formatMonthDay(latest)}`;
}

export function formatPlace({ city, state, raw }: BoardLoad['origin']): string {
  const known = [city, state].filter((part) => part !== null).join(', ');
  return known === '' ? raw || 'Not shown' : known;
}

/** "$2,450", "$2,450, the board's estimate", "CA$2,450" */
function formatRate({ total, perMileCents, origin }: BoardRate): string | null {
  const amount =
    total === null
      ? perMileCents === null
        ? null
        : `${formatCents(perMileCents)} a mile`
      : `${total.currency === 'CAD' ? 'CA' : ''}${formatMoney(total.cents)}`;
  return amount === null || origin === 'POSTED' ? amount : `${amount}, the board’s estimate`;
}

function formatTrailer({ equipment: { classes, modifiers } }: BoardLoad): string | null {
  if (classes.length === 0) return null;
  const kinds = classes.map((kind) => equipmentClassLabels[kind]).join(' or ');
  return [kinds, ...modifiers.map((one) => equipmentModifierLabels[one])].join(', ');
}

function formatAge({ ageMinutes: age }: BoardLoad): string | null {
  if (age === null) return null;
  if (age < 60) return `${age} min ago`;
  return age < 48 * 60 ? `${Math.floor(age / 60)} h ago` : `${Math.floor(age / 1_440)} days ago`;
}

const sizes = { FULL: 'Full', PARTIAL: 'Partial' };

/** (312) 555-0148 ext. 12 */
export function formatPhone(e164: string, extension: string | null = null): string {
  const number = e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
  return extension === null ? number : `${number} ext. ${extension}`;
}

/** What the board shows of the load, top to bottom. */
export function listFacts(load: BoardLoad): LoadFact[] {
  const { read, size, contact, broker } = load;
  const fact = (label: string, field: BoardField, value: string | null): LoadFact => ({
    label,
    value,
    isFailed: value === null && read.failed.includes(field),
  });
  return [
    fact('Rate', 'rateTotal', formatRate(load.rate)),
    fact('Trip', 'tripMiles', withUnit(load.tripMiles, 'mi')),
    fact('Deadhead on board', 'deadheadOrigin', withUnit(load.deadheadOrigin, 'mi')),
    fact('Pickup', 'pickup', formatDays(load.pickup)),
    fact('Delivery', 'delivery', formatDays(load.delivery)),
    fact('Trailer', 'equipment', formatTrailer(load)),
    fact('Weight', 'weight', withUnit(load.weightLb, 'lb')),
    fact('Length', 'length', withUnit(load.lengthFt, 'ft')),
    fact('Size', 'size', size === null ? null : sizes[size]),
    fact('Commodity', 'commodity', load.commodity),
    fact('Reference', 'reference', load.reference),
    fact('Contact', 'contactName', contact.name),
    fact('Email', 'email', contact.emails[0]?.address ?? null),
    fact('Board credit', 'creditScore', broker.creditScore === null ? broker.creditGrade : String(broker.creditScore)),
    fact('Board days to pay', 'daysToPay', withUnit(broker.daysToPay, 'days')),
    fact('Comments', 'comments', load.comments),
    fact('Posted', 'age', formatAge(load)),
  ];
}
