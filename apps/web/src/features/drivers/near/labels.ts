import type { EmptyNear, EmptyRow } from '@headhaul/contracts/fit';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatDuration } from '../../../shared/format/duration.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import type { DotTone } from '../../../shared/map/map-model.ts';
import { type CellText, formatPlace } from '../labels.ts';
import type { NearSearch } from './query.ts';

/** "Tue 08:00": a moment without the zone where the cell is narrow. */
function shortWhen(iso: string, timeZone: string, nowMs: number): string {
  return formatStopWhen(iso, timeZone, nowMs).replace(/ \S+$/, '');
}

/** How far it is, and from where. What is missing takes the first line. */
export function formatDistance({ miles, empty, unknown, verdict }: EmptyRow): CellText {
  const place = formatPlace(empty.city, empty.state);
  const second = place === null ? {} : { second: place };
  if (miles === null) return { first: verdict === 'NOT_KNOWN' ? (unknown[0]?.words ?? 'Not known') : 'Not known', ...second, tone: 'need' };
  return { first: `${miles.source === 'ESTIMATE' ? 'about ' : ''}${formatMiles(miles.miles)}`, ...second };
}

/** When it is empty, and since when or after which load. */
export function formatEmptyTime({ empty, unknown }: EmptyRow, nowMs: number): CellText {
  const { at, isNow, since, timeZone, afterLoadNumber } = empty;
  if (isNow) return { first: 'Empty now', ...(since === null ? {} : { second: `since ${formatSince(since, timeZone, nowMs)}` }) };
  const after = afterLoadNumber === null ? {} : { second: `after ${afterLoadNumber}` };
  if (at === null) {
    // The place that isn't known is said beside it, and hours make no difference to a truck without a load.
    const missing = unknown.find(({ kind }) => kind !== 'LOCATION_UNKNOWN' && kind !== 'HOURS_UNKNOWN' && kind !== 'EQUIPMENT_UNKNOWN');
    if (missing === undefined && afterLoadNumber === null) return { first: 'Empty' };
    return { first: missing?.words ?? 'Not known', ...after, tone: 'need' };
  }
  return { first: shortWhen(at, timeZone, nowMs), ...after };
}

/** "09:10 CST" for today, "Sun 19:20 CST" before. */
function formatSince(iso: string, timeZone: string, nowMs: number): string {
  return formatStopWhen(iso, timeZone, nowMs).replace(/^Today /, '');
}

/** "28 mi over", "1 h 30 min later" */
export function formatOver({ overMiles, overMinutes }: EmptyRow): string {
  return [
    ...(overMiles > 0 ? [`${formatMiles(overMiles)} over`] : []),
    ...(overMinutes > 0 ? [`${formatDuration(overMinutes)} later`] : []),
  ].join(', ');
}

export function toneOf({ verdict, empty }: EmptyRow, isOutside: boolean): DotTone {
  if (verdict === 'NOT_KNOWN') return 'unsure';
  if (isOutside) return 'off';
  return empty.isNow ? 'ready' : 'rolling';
}

/** "105 Wayne" */
export function dotLabel({ truckNumber, name }: EmptyRow): string {
  return [truckNumber, name.split(' ')[0]].filter((part) => part !== null).join(' ');
}

/** "No van is empty within 100 mi of Dallas, TX by Tue 08:00." */
export function formatNobodyNear(
  { equipment, radiusMiles }: NearSearch,
  { place, by }: EmptyNear,
  timeZone: string,
  nowMs: number,
): string {
  const what = equipment === null ? 'truck' : equipmentLabels[equipment].toLowerCase();
  return `No ${what} is empty within ${formatMiles(radiusMiles)} of ${place?.label ?? ''} by ${shortWhen(by, timeZone, nowMs)}.`;
}

/** "The nearest is Luis Herrera, 128 mi, Tue 07:00." */
export function formatNearest(row: EmptyRow, nowMs: number): string {
  const { first } = formatEmptyTime(row, nowMs);
  const nearest = `The nearest is ${row.name}, ${formatDistance(row).first}`;
  if (row.empty.at === null) return `${nearest}. ${first}.`;
  return `${nearest}, ${row.empty.isNow ? 'empty now' : first}.`;
}

/** What was understood, as chips. */
export function chipsOf(
  search: NearSearch,
  answer: EmptyNear | undefined,
  timeZone: string,
  nowMs: number,
): { name: string; value: string }[] {
  const by = search.by ?? answer?.by ?? null;
  return [
    { name: 'Near', value: answer?.place?.label ?? search.place ?? 'where?' },
    { name: 'Within', value: formatMiles(search.radiusMiles) },
    { name: 'Equipment', value: search.equipment === null ? 'Any' : equipmentLabels[search.equipment] },
    { name: 'Empty by', value: by === null ? 'in 24 h' : formatStopWhen(by, timeZone, nowMs) },
  ];
}
