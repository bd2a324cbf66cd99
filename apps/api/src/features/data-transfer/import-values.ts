import { stateNames } from '@headhaul/contracts/places';
import { type Equipment, equipmentLabels, equipmentTypes, type StateCode, stateCodes } from '@headhaul/domain/equipment';
import { type LoadStatus, loadStatuses, loadStatusLabels } from '@headhaul/domain/loads/status';
import { collapseBlanks } from '../../lib/tables/cell-values.ts';

/** These functions turn what people write in cells into the values we keep. Each returns undefined for text it can't read. */

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** "42,000 lbs", "812.4 mi". */
export function readWhole(text: string): number | undefined {
  const plain = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)? ?(?:lbs?\.?|pounds|mi\.?|miles)?$/i.exec(collapseBlanks(text));
  const whole = plain && Math.round(Number(`${plain[1]?.replaceAll(',', '')}${plain[2] ?? ''}`));
  return whole !== null && Number.isSafeInteger(whole) ? whole : undefined;
}

/** "Yes", "x", "1"; "No", "0". */
export function readFlag(text: string): boolean | undefined {
  if (/^(y|yes|true|x|1)$/i.test(text.trim())) return true;
  return /^(n|no|false|0)$/i.test(text.trim()) ? false : undefined;
}

/** "08:00", "8 AM", "0800", or a window "08:00 - 14:00". */
export function readTimes(text: string): { time: string; endTime: string | null } | undefined {
  const [start = '', end, ...more] = collapseBlanks(text).split(/ ?(?:-|–|to) ?/i, 3);
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
