import { driverStatusLabels } from '../drivers/status.ts';
import { type Equipment, equipmentLabels, type LoadRequirement } from '../equipment.ts';
import { formatMinutes } from '../loads/detention.ts';
import { formatMonthDay, formatNearDay, formatNearTime, formatSince } from '../time/when.ts';
import { dayAt } from '../time/zoned-time.ts';
import type { RoadMiles } from './facts.ts';
import type { Fit } from './fit.ts';
import type { Reason } from './reasons.ts';

/** Times of ours are in the company's zone, times at a stop in the stop's. */
export interface FormatContext {
  nowMs: number;
  companyZone: string;
}

/** "20 h", "2 h 50 min". From 10 hours on, minutes don't matter. Less time to spare and more time late is said, never the other way. */
export function formatSpan(minutes: number, isLate: boolean): string {
  if (minutes < 600) return formatMinutes(minutes);
  return `${isLate ? Math.ceil(minutes / 60) : Math.floor(minutes / 60)} h`;
}

/** "33 mi", or "about 33 mi" when they are estimated. */
export function formatMiles({ miles, source }: RoadMiles): string {
  return `${source === 'ESTIMATE' ? 'about ' : ''}${Math.round(miles).toLocaleString('en-US')} mi`;
}

export function withArticle(equipment: Equipment): string {
  const label = equipmentLabels[equipment];
  if (equipment === 'RGN' || equipment === 'AUTO_CARRIER') return `an ${equipment === 'RGN' ? label : label.toLowerCase()}`;
  return `a ${label.toLowerCase()}`;
}

const gearLabels: Partial<Record<LoadRequirement, string>> = {
  STRAPS: 'straps',
  TARPS: 'tarps',
  PALLET_JACK: 'pallet jack',
  LIFTGATE: 'liftgate',
  LOAD_BARS: 'load bars',
};

type Formats = { [Kind in Reason['kind']]: (reason: Reason & { kind: Kind }, context: FormatContext) => string };

const roleLabel = (role: 'BEFORE' | 'THIS' | 'AFTER', loadNumber: string, stop: 'PICKUP' | 'DELIVERY') => {
  if (role === 'AFTER') return `Next load ${loadNumber}`;
  return role === 'BEFORE' ? `Load ${loadNumber}` : stop === 'PICKUP' ? 'Pickup' : 'Delivery';
};

const since = (what: string, ms: number | null, { nowMs, companyZone }: FormatContext) =>
  ms === null ? `${what} not known` : `${what} unknown since ${formatSince(ms, companyZone, nowMs)}`;

export const formatLate = ({ minutes, isAtLeast }: { minutes: number; isAtLeast: boolean }) =>
  `${isAtLeast ? 'at least ' : ''}${formatSpan(minutes, true)} late`;

const formats: Formats = {
  INACTIVE: () => 'Inactive',
  EQUIPMENT: ({ has, needs }) => `${equipmentLabels[has]}, load needs ${withArticle(needs)}`,
  LENGTH: ({ hasFt, needsFt }) => `${hasFt} ft trailer, load needs ${needsFt} ft`,
  WEIGHT: ({ maxLb, needsLb }) => `Takes up to ${maxLb.toLocaleString('en-US')} lb, load is ${needsLb.toLocaleString('en-US')} lb`,
  ENDORSEMENT: ({ needs }) => (needs === 'HAZMAT' ? 'No hazmat endorsement (H or X)' : 'No tanker endorsement (N or X)'),
  EXPIRED: ({ document, on }, { nowMs, companyZone }) =>
    on < dayAt(nowMs, companyZone)
      ? `${document} expired ${formatMonthDay(on)}`
      : `${document} expires ${formatMonthDay(on)}, before delivery`,
  TEAM: () => 'Load needs a team',
  TIME_OFF: ({ status, untilMs, timeZone }, { nowMs }) => `${driverStatusLabels[status]} until ${formatNearTime(untilMs, timeZone, nowMs)}`,
  ON_LOAD: ({ loadNumber, isRolling }) => (isRolling ? `On ${loadNumber} at that time` : `Has ${loadNumber} at the same time`),
  PICKUP_LATE: (visit, { nowMs }) => `At pickup ${formatNearTime(visit.arriveMs, visit.timeZone, nowMs)}, ${formatLate(visit)}`,
  DELIVERY_LATE: (visit, { nowMs }) => `Delivers ${formatNearTime(visit.arriveMs, visit.timeZone, nowMs)}, ${formatLate(visit)}`,
  NEXT_LATE: ({ loadNumber, stop, ...visit }) =>
    `Next load ${loadNumber} would ${stop === 'PICKUP' ? 'be' : 'deliver'} ${formatLate(visit)}`,
  HOURS: ({ restMinutes }) => `Needs ${formatSpan(restMinutes, false)} of rest on the way`,
  LOCATION_UNKNOWN: ({ sinceMs }, context) => since('Location', sinceMs, context),
  HOURS_UNKNOWN: ({ sinceMs }, context) => since('Hours', sinceMs, context),
  EQUIPMENT_UNKNOWN: () => 'Trailer not known',
  COOLING_UNKNOWN: () => 'Not known if the truck can cool',
  LENGTH_UNKNOWN: () => 'Trailer length not known',
  ENDORSEMENTS_UNKNOWN: () => 'Endorsements not known',
  TWIC_UNKNOWN: () => 'No TWIC on file',
  TIME_OFF_OPEN: ({ status }) => `${driverStatusLabels[status]}, no return date`,
  HELD: ({ loadNumber }) => `Held by ${loadNumber}, which has a problem`,
  EMPTY_TIME_UNKNOWN: ({ loadNumber }) => `Not known when ${loadNumber} delivers`,
  TIME_UNKNOWN: ({ role, loadNumber, stop }) => `${roleLabel(role, loadNumber, stop)} has no time yet`,
  PLACE_UNKNOWN: ({ role, loadNumber, stop }) => `${roleLabel(role, loadNumber, stop)} has no location`,
  MILES_UNKNOWN: ({ toCity }) => `Miles to ${toCity} not known`,
  CYCLE_SHORT: ({ cycleMinutes }) => `Only ${formatClock(cycleMinutes)} of the cycle left`,
  TIGHT: ({ role, loadNumber, stop, minutes }) => {
    const where = role === 'AFTER' ? `at next load ${loadNumber}` : stop === 'PICKUP' ? 'at pickup' : 'at delivery';
    return `Only ${minutes} min to spare ${where}`;
  },
  HOME_MISSED: ({ byMs, timeZone, city }, { nowMs }) => `Misses home by ${formatNearDay(byMs, timeZone, nowMs)}, wants ${city}`,
  HOME_UNKNOWN: ({ byMs, timeZone }, { nowMs }) => `Not known if home by ${formatNearDay(byMs, timeZone, nowMs)}`,
  WRONG_WAY: ({ byMs, timeZone, city }, { nowMs }) => `Goes away from ${city}, wanted by ${formatNearDay(byMs, timeZone, nowMs)}`,
  AVOIDED_STATE: ({ state }) => `Avoids ${state}`,
  GEAR: ({ needs }) => `No ${gearLabels[needs] ?? needs.toLowerCase()} on file`,
  PICKUP_EARLY: ({ minutes }) => (minutes === 0 ? 'At pickup just in time' : `At pickup ${formatSpan(minutes, false)} early`),
  DELIVERY_EARLY: ({ minutes }) => (minutes < 60 ? 'Delivers on time' : `Delivers ${formatSpan(minutes, false)} early`),
};

/** "Next load 24830 would be 3 h late": one line, with the number that decides. */
export function formatReason(reason: Reason, context: FormatContext): string {
  // The table has one function for each kind of reason.
  return (formats[reason.kind] as (reason: Reason, context: FormatContext) => string)(reason, context);
}

/** "10:48": hours and minutes, as a log book shows them. */
function formatClock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The two lines of a row: the fact, and what it rests on. The second is empty when there is nothing to add. */
export function formatFit(fit: Fit, context: FormatContext): { fact: string; detail: string } {
  const [first] = fit.reasons;
  const early = fit.reasons.find(({ kind }) => kind === 'PICKUP_EARLY');
  const isInTime = fit.verdict === 'CAN' || fit.verdict === 'LOOK';
  const shown = isInTime ? (early ?? first) : first;
  const details = isInTime ? describeTrip(fit, context) : shown === undefined ? [] : describeReason(shown, fit, context);
  return { fact: shown === undefined ? '' : formatReason(shown, context), detail: details.map(capitalize).join('. ') };
}

/** "90 mi, after a 10 h rest", "Delivers on time". A reason to look takes the second place. */
function describeTrip(fit: Fit, context: FormatContext): string[] {
  const look = fit.reasons.find(
    (reason) => fit.verdict === 'LOOK' && !(reason.kind === 'TIGHT' && reason.role === 'THIS' && reason.stop === 'PICKUP'),
  );
  const isLook = look !== undefined && look.kind !== 'PICKUP_EARLY' && look.kind !== 'DELIVERY_EARLY';
  const second = isLook ? look : fit.reasons.find(({ kind }) => kind === 'DELIVERY_EARLY');
  return [...describeDeadhead(fit, ', after '), ...(second === undefined ? [] : [formatReason(second, context)])];
}

/** "33 mi deadhead", or with the rest before the pickup. */
export function describeDeadhead({ deadhead, segments, pickup }: Fit, beforeRest: string): string[] {
  if (deadhead === null) return [];
  const rests = segments.filter(({ kind, endMs }) => (kind === 'REST' || kind === 'RESTART') && endMs <= (pickup?.arriveMs ?? 0));
  const restMinutes = rests.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 60_000, 0);
  const rest = rests.length === 1 ? `a ${formatSpan(restMinutes, false)} rest` : `${formatSpan(restMinutes, false)} of rest`;
  return [rests.length === 0 ? `${formatMiles(deadhead)} deadhead` : `${formatMiles(deadhead)}${beforeRest}${rest}`];
}

function describeReason(reason: Reason, fit: Fit, context: FormatContext): string[] {
  const { nowMs } = context;
  const miles = fit.deadhead === null ? [] : [formatMiles(fit.deadhead)];
  switch (reason.kind) {
    case 'PICKUP_LATE':
      return describeDeadhead(fit, ' and ');
    case 'NEXT_LATE': {
      const from = reason.miles === null ? '' : `${formatMiles(reason.miles)} from ${reason.fromCity}, `;
      const verb = reason.stop === 'PICKUP' ? 'picks up' : 'delivers';
      return [`${from}${verb} ${formatNearTime(reason.dueMs, reason.timeZone, nowMs)}`];
    }
    case 'ON_LOAD':
      return fit.deadhead === null ? [] : [`${formatMiles(fit.deadhead)} from pickup`];
    case 'HOURS_UNKNOWN':
      return [...miles, ...(reason.neededMinutes === null ? [] : [`On time if ${formatClock(reason.neededMinutes)} or more is left`])];
    case 'LOCATION_UNKNOWN':
      return reason.lastSeen === null || reason.sinceMs === null
        ? []
        : [`Last seen ${reason.lastSeen}, ${formatSpan(Math.floor((nowMs - reason.sinceMs) / 60_000), false)} ago`];
    case 'EQUIPMENT':
    case 'LENGTH':
    case 'WEIGHT':
      return fit.from.city === null ? [] : [`Empty in ${fit.from.city}, ${fit.from.state ?? ''}`];
    default:
      return miles;
  }
}

/** The words inside a sentence: "Assigned anyway: flatbed, load needs a van". Abbreviations such as CDL stay as they are. */
export function inSentence(words: string): string {
  const isAbbreviation = words.charAt(1) !== words.charAt(1).toLowerCase();
  return isAbbreviation ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
