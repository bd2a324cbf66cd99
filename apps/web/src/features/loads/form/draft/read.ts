import { stateNames } from '@headhaul/contracts/places';
import { type StateCode, stateCodes } from '@headhaul/domain/equipment';
import { stopsOutOfOrder } from '@headhaul/domain/loads/stop-order';
import { stopInstants, zoneShort } from '@headhaul/domain/time/zoned-time';
import type { FieldErrors } from '../../../../shared/form/form-errors.ts';
import type { StopDraft } from './draft.ts';
import { type ReadWhen, readTypedDate, type StopWhen } from './typed-dates.ts';

export interface TypedPlace {
  city: string;
  state: StateCode;
  zip: string | null;
}

/** No place and no broker is longer than this. The patterns below backtrack, so longer text would be slow. */
const longestTyped = 300;

const statesByName = new Map(Object.entries(stateNames).map(([code, name]) => [name.toLowerCase(), code as StateCode]));

/** "Conley, GA 30288", "Conley GA", "Conley, Georgia". Null while the state is missing. */
export function readPlace(text: string): TypedPlace | null {
  const typed = text.trim().replace(/\s+/g, ' ');
  if (typed.length > longestTyped) return null;
  const match = /^(.+?)(?: ?, ?| )([A-Za-z]{2}|[A-Za-z .]{4,}) ?,? ?(\d{5})?(?:-\d{4})?$/.exec(typed);
  const [, city = '', area = '', zip = null] = match ?? [];
  const code = area.trim().toUpperCase();
  const state = (stateCodes as readonly string[]).includes(code) ? (code as StateCode) : statesByName.get(area.trim().toLowerCase());
  if (state === undefined || city.trim() === '') return null;
  return { city: capitalised(city.replace(/,\s*$/, '').trim()), state, zip };
}

/** Capitalizes a city that was typed in lowercase only. */
function capitalised(city: string): string {
  return city === city.toLowerCase()
    ? city.replace(/(^|[\s.-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    : city;
}

/** "Lakeshore Freight, MC 428816", "MC428816", "428816", "Lakeshore Freight". */
export function readBroker(text: string): { brokerName: string | null; brokerMc: string | null } {
  const typed = text.trim();
  if (typed.length > longestTyped) return { brokerName: typed, brokerMc: null };
  const match = /^(.*?)[\s,]*\b(?:MC[\s#:.-]*)(\d{1,8})$/i.exec(typed) ?? /^()(\d{3,8})$/.exec(typed);
  const name = (match?.[1] ?? text).trim().replace(/,$/, '');
  return { brokerName: name === '' ? null : name, brokerMc: match?.[2] ?? null };
}

/** The time of each stop. Weekdays count from the stop before. */
export function readTimes(stops: readonly StopDraft[]): (ReadWhen | null)[] {
  let after: string | null = null;
  return stops.map(({ when, typedOn }) => {
    if (when.trim() === '' || typedOn === null) return null;
    const read = readTypedDate(when, { ...typedOn, after });
    if ('when' in read) after = read.when.day;
    return read;
  });
}

/** Errors for stops that end before a stop above them begins, each compared in its own time zone. An error is shown at the stop's time. */
export function orderErrors(stops: readonly StopDraft[], zones: readonly string[]): FieldErrors {
  const times = readTimes(stops);
  const ordered = stops.map(({ kind }, index) => {
    const [time, timeZone] = [times[index], zones[index]];
    return time != null && 'when' in time && timeZone !== undefined ? { kind, ...stopInstants({ ...time.when, timeZone }) } : null;
  });
  return Object.fromEntries(stopsOutOfOrder(ordered).map(({ index, message }) => [`stops.${index}.when`, message]));
}

const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

function formatDay(day: string): string {
  return weekdayFormat.format(Date.parse(day)).replace(',', '');
}

/** Drops the end day or the end time of a window when it equals the start. */
export function plainWhen({ day, time, endDay, endTime }: StopWhen): StopWhen {
  const lastDay = endDay === day ? null : endDay;
  return { day, time, endDay: lastDay, endTime: lastDay === null && endTime === time ? null : endTime };
}

/** "Fri Nov 13, 08:00 CST", "Sat Nov 14, 14:00 to 18:00 EST", "Fri Nov 13, any time". */
export function formatWhen({ day, time, endDay, endTime }: StopWhen, timeZone: string): string {
  const zone = zoneShort(`${day}T${time ?? '12:00'}:00Z`, timeZone);
  const end = [endDay === null ? '' : formatDay(endDay), endTime ?? ''].filter((part) => part !== '').join(', ');
  if (time === null) {
    if (endTime === null) return `${formatDay(day)}${end === '' ? '' : ` to ${end}`}, any time`;
    return `${formatDay(day)}, until ${end} ${zone}`;
  }
  if (end === '') return `${formatDay(day)}, ${time} ${zone}`;
  const isOverMidnight = endDay === null && endTime !== null && endTime < time;
  return `${formatDay(day)}, ${time} to ${end} ${zone}${isOverMidnight ? ' the next day' : ''}`;
}
