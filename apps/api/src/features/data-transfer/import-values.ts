import { stateNames } from '@headhaul/contracts/places';
import { type Equipment, equipmentLabels, equipmentTypes, type StateCode, stateCodes } from '@headhaul/domain/equipment';
import { type LoadStatus, loadStatuses, loadStatusLabels } from '@headhaul/domain/loads/status';

/** These functions turn what people write in cells into the values we keep. Each returns undefined for text it can't read. */

/** Collapses runs of blanks: a pattern that may begin anywhere in a long run would scan it again and again. */
function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Dollars as cents: "$2,500", "2500.5". Fractions of a cent are rounded. */
export function readCents(text: string): number | undefined {
  const plain = /^(?:USD)? ?\$? ?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)? ?(?:USD)?$/i.exec(collapse(text));
  if (!plain || (plain[1] === undefined && plain[2] === undefined)) return undefined;
  const cents = Math.round(Number(`${(plain[1] ?? '0').replaceAll(',', '')}${plain[2] ?? ''}`) * 100);
  return Number.isSafeInteger(cents) ? cents : undefined;
}

/** "42,000 lbs", "812.4 mi". */
export function readWhole(text: string): number | undefined {
  const plain = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)? ?(?:lbs?\.?|pounds|mi\.?|miles)?$/i.exec(collapse(text));
  const whole = plain && Math.round(Number(`${plain[1]?.replaceAll(',', '')}${plain[2] ?? ''}`));
  return whole !== null && Number.isSafeInteger(whole) ? whole : undefined;
}

/** "Yes", "x", "1"; "No", "0". */
export function readFlag(text: string): boolean | undefined {
  if (/^(y|yes|true|x|1)$/i.test(text.trim())) return true;
  return /^(n|no|false|0)$/i.test(text.trim()) ? false : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = `(${months.join('|')})[a-z]*\\.?`;
const dayShapes: [shape: RegExp, order: [year: number, month: number, day: number]][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/, [1, 2, 3]],
  [/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})/, [3, 1, 2]],
  [new RegExp(`^(?:[a-z]{3,9},?\\s+)?${monthName}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})`, 'i'), [3, 1, 2]],
  [new RegExp(`^(\\d{1,2})[\\s-]${monthName}[\\s-](\\d{4}|\\d{2})`, 'i'), [3, 2, 1]],
];

/** The day at the start of a cell, with the month first as in the US, and the text after it. */
export function readDay(text: string): { day: string; rest: string } | undefined {
  const cell = text.trim();
  for (const [shape, [yearAt, monthAt, dayAt]] of dayShapes) {
    const found = shape.exec(cell);
    if (!found) continue;
    const rest = cell.slice(found[0].length);
    const year = Number(found[yearAt]) + (found[yearAt]?.length === 2 ? 2_000 : 0);
    const name = found[monthAt]?.toLowerCase() ?? '';
    const month = /\d/.test(name) ? Number(name) : months.findIndex((one) => name.startsWith(one)) + 1;
    const date = new Date(Date.UTC(year, month - 1, Number(found[dayAt])));
    const isReal = date.getUTCMonth() === month - 1 && year >= 2_000 && year < 2_100 && /^$|^[T\s,]/.test(rest);
    return isReal ? { day: date.toISOString().slice(0, 10), rest: rest.replace(/^[T\s,]+/, '') } : undefined;
  }
  return undefined;
}

/** "08:00", "8 AM", "0800", or a window "08:00 - 14:00". */
export function readTimes(text: string): { time: string; endTime: string | null } | undefined {
  const [start = '', end, ...more] = collapse(text).split(/ ?(?:-|–|to) ?/i, 3);
  const time = readTime(start);
  const endTime = end === undefined ? null : readTime(end);
  return time === undefined || endTime === undefined || more.length > 0 ? undefined : { time, endTime };
}

function readTime(text: string): string | undefined {
  const found = /^(\d{1,2})(?::?(\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*(?:([ap])\.?m?\.?)?$/i.exec(text);
  if (!found || (found[2] === undefined && found[3] === undefined)) return undefined;
  const half = found[3]?.toLowerCase();
  const hour = Number(found[1]);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  const minutes = Number(found[2] ?? 0);
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : undefined;
}

const stateByKey = new Map(stateCodes.flatMap((code) => [keyOf(code), keyOf(stateNames[code])].map((key) => [key, code] as const)));

export function readState(text: string): StateCode | undefined {
  return stateByKey.get(keyOf(text));
}

/** "Dallas, TX 75201" in one cell. The longest state name is tried first: "West Virginia" is not Virginia. */
export function readPlace(text: string): { city: string; state: StateCode; zip: string | null } | undefined {
  const parted = text.replace(/[\s,]+/g, (gap) => (gap.includes(',') ? ', ' : ' ')).trim();
  const address = parted.replace(/,? (?:USA?|United States)$/i, '');
  const zip = / (\d{5})(?:-\d{4})?$/.exec(address)?.[1] ?? null;
  const before = address.replace(/,? \d{5}(?:-\d{4})?$/, '');
  const words = [...before.matchAll(/[^ ,]+/g)];
  for (const count of [3, 2, 1]) {
    const start = words.at(-count)?.index ?? 0;
    const state = start > 0 && words.length > count ? readState(before.slice(start)) : undefined;
    const city = before.slice(0, start).replace(/,? $/, '').split(', ').at(-1);
    if (state !== undefined && city) return { city, state, zip };
  }
  return undefined;
}

/** Codes and words that boards and offices use for equipment. Codes that differ between boards are left out. */
const equipmentCodes: Record<string, Equipment> = {
  v: 'DRY_VAN',
  van: 'DRY_VAN',
  dryvan: 'DRY_VAN',
  dv: 'DRY_VAN',
  '53van': 'DRY_VAN',
  '53ftvan': 'DRY_VAN',
  '53dryvan': 'DRY_VAN',
  r: 'REEFER',
  refrigerated: 'REEFER',
  '53reefer': 'REEFER',
  rf: 'REEFER',
  f: 'FLATBED',
  fb: 'FLATBED',
  flat: 'FLATBED',
  sd: 'STEP_DECK',
  stepdeck: 'STEP_DECK',
  dd: 'DOUBLE_DROP',
  removablegooseneck: 'RGN',
  po: 'POWER_ONLY',
  hs: 'HOTSHOT',
  bt: 'BOX_TRUCK',
  straighttruck: 'BOX_TRUCK',
  straight: 'BOX_TRUCK',
  con: 'CONESTOGA',
  carhauler: 'AUTO_CARRIER',
};
const equipmentByKey = new Map<string, Equipment>([
  ...Object.entries(equipmentCodes),
  ...equipmentTypes.flatMap((one) => [keyOf(one), keyOf(equipmentLabels[one])].map((key) => [key, one] as const)),
]);

export function readEquipment(text: string): Equipment | undefined {
  return equipmentByKey.get(keyOf(text));
}

const statusSynonyms: Record<string, LoadStatus> = {
  new: 'BOOKED',
  open: 'BOOKED',
  covered: 'BOOKED',
  confirmed: 'BOOKED',
  upcoming: 'BOOKED',
  assigned: 'DISPATCHED',
  atshipper: 'AT_PICKUP',
  pickedup: 'IN_TRANSIT',
  loaded: 'IN_TRANSIT',
  rolling: 'IN_TRANSIT',
  enroute: 'IN_TRANSIT',
  transit: 'IN_TRANSIT',
  atreceiver: 'AT_DELIVERY',
  complete: 'DELIVERED',
  completed: 'DELIVERED',
  done: 'DELIVERED',
  billed: 'INVOICED',
  closed: 'PAID',
  canceled: 'CANCELLED',
};
const statusByKey = new Map<string, LoadStatus>([
  ...Object.entries(statusSynonyms),
  ...loadStatuses.flatMap((one) => [keyOf(one), keyOf(loadStatusLabels[one])].map((key) => [key, one] as const)),
]);

export function readStatus(text: string): LoadStatus | undefined {
  return statusByKey.get(keyOf(text));
}
