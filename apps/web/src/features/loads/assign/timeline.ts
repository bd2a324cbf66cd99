import type { FitRow } from '@headhaul/contracts/fit';
import { formatLate } from '@headhaul/domain/fit/format-reason';
import { formatNearTime } from '@headhaul/domain/time/when';
import { timeAt, zoneShort } from '@headhaul/domain/time/zoned-time';
import { formatMiles } from '../../../shared/format/distance.ts';
import type { AssignedLoad } from './fit-groups.ts';

/** A stretch of time, as shares of the drawn time from its left edge. */
export interface TimelineBar {
  kind: 'load' | 'way' | 'other';
  left: number;
  width: number;
  label: string;
}

interface TimelineTick {
  at: number;
  label: string;
}

/** Two loads on true time, or the way to the pickup and the load: where they don't go together. */
export interface Timeline {
  bars: TimelineBar[];
  ticks: TimelineTick[];
  /** When the truck comes to the stop at which it is late, and by how much. Null for two loads at the same time. */
  late: { at: number; label: string } | null;
}

interface Stretch {
  kind: TimelineBar['kind'];
  startMs: number;
  endMs: number;
  label: string;
}

const hourMs = 3_600_000;
/** Of a load that begins after the last thing of interest, this share of the time before is drawn. */
const tailShare = 0.12;
/** Closer texts would overlap. */
const leastTickGap = 0.13;

/** Null when the load fails at something that isn't a matter of time. */
export function timelineOf(row: FitRow, load: AssignedLoad, nowMs: number): Timeline | null {
  const { reasons, conflict } = row;
  const [first] = reasons;
  const clash = reasons.find(({ kind }) => kind === 'ON_LOAD' || kind === 'NEXT_LATE');
  const own: Stretch = {
    kind: 'load',
    startMs: Math.max(Date.parse(load.pickupAt), timeOf(row.pickupAt)),
    endMs: Math.max(Date.parse(load.deliveryAt), timeOf(row.deliveryAt)),
    label: `${load.loadNumber} ${load.pickupCity} → ${load.deliveryCity}`.trim(),
  };
  if (conflict !== null && conflict.startsAt !== null && clash !== undefined && first?.kind !== 'PICKUP_LATE') {
    const startMs = Date.parse(conflict.startsAt);
    const endMs = Math.max(timeOf(conflict.endsAt), startMs + hourMs);
    const other: Stretch = { kind: 'other', startMs, endMs, label: conflict.loadNumber };
    if (conflict.arriveAt === null) return draw([own, other], null, load, conflict.timeZone, nowMs);
    const arriveMs = Date.parse(conflict.arriveAt);
    const miles = conflict.miles === null ? '' : `, ${formatMiles(conflict.miles)}`;
    const way: Stretch = { kind: 'way', startMs: own.endMs, endMs: arriveMs, label: `dock${miles}` };
    return draw([own, way, other], { arriveMs, label: lateLabel(clash) }, load, conflict.timeZone, nowMs);
  }
  if (first?.kind !== 'PICKUP_LATE' || row.pickupAt === null) return null;
  const arriveMs = Date.parse(row.pickupAt);
  const way: Stretch = {
    kind: 'way',
    startMs: nowMs,
    endMs: arriveMs,
    label: row.deadhead === null ? '' : formatMiles(row.deadhead.miles),
  };
  const due: Stretch = { ...own, kind: 'other', startMs: Date.parse(load.pickupEndsAt), label: load.loadNumber };
  return draw([way, due], { arriveMs, label: lateLabel(first) }, load, load.pickupZone, nowMs);
}

function timeOf(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant);
}

/** "3 h late", without what comes before in the words of the reason. */
function lateLabel({ words, minutes }: FitRow['reasons'][number]): string {
  return formatLate({ minutes: minutes ?? 0, isAtLeast: words.includes('at least ') });
}

function draw(
  stretches: readonly Stretch[],
  late: { arriveMs: number; label: string } | null,
  load: AssignedLoad,
  otherZone: string,
  nowMs: number,
): Timeline {
  const fromMs = Math.min(...stretches.map(({ startMs }) => startMs));
  const lastMs = Math.max(...stretches.filter(({ kind }) => kind !== 'other').map(({ endMs }) => endMs));
  const otherEndMs = Math.max(...stretches.map(({ endMs }) => endMs));
  const toMs = late === null ? otherEndMs : Math.min(otherEndMs, lastMs + (lastMs - fromMs) * tailShare);
  const place = (ms: number) => Math.min(Math.max((ms - fromMs) / Math.max(toMs - fromMs, hourMs), 0), 1);
  const bars = stretches.map(({ kind, startMs, endMs, label }) => ({
    kind,
    label,
    left: place(startMs),
    width: place(endMs) - place(startMs),
  }));
  const moments = stretches.flatMap(({ kind, startMs, endMs }) => {
    if (kind === 'way') return [];
    const zone = kind === 'other' ? otherZone : load.pickupZone;
    const start = { ms: startMs, label: `${formatNearTime(startMs, zone, nowMs)} ${zoneShort(startMs, zone)}` };
    const end = { ms: endMs, label: formatNearTime(endMs, load.deliveryZone, nowMs) };
    return kind === 'load' ? [start, end] : [start];
  });
  const arrival = late === null ? [] : [{ ms: late.arriveMs, label: timeAt(late.arriveMs, otherZone) }];
  return { bars, ticks: keepApart([...arrival, ...moments], place), late: late && { at: place(late.arriveMs), label: late.label } };
}

/** The first of two that are too close stays. */
function keepApart(moments: readonly { ms: number; label: string }[], place: (ms: number) => number): TimelineTick[] {
  const ticks: TimelineTick[] = [];
  for (const { ms, label } of moments) {
    const at = place(ms);
    if (ticks.every((tick) => Math.abs(tick.at - at) >= leastTickGap)) ticks.push({ at, label });
  }
  return ticks.sort((a, b) => a.at - b.at);
}
