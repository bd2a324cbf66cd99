import type { Load, Stop } from '@headhaul/contracts/loads/record';
import { detentionAmount, detentionClock, formatDetention, formatMinutes, usualFreeMinutes } from '@headhaul/domain/loads/detention';
import { rollingStatuses } from '@headhaul/domain/loads/status';
import { dayAt, timeAt, zoneShort } from '@headhaul/domain/time/zoned-time';
import { formatCalendarDay, formatWallClock } from '../../../../shared/format/stop-time.ts';

/** The broker's detention terms. */
export interface DetentionTerms {
  freeMinutes: number;
  /** Null when nobody has recorded the rate. */
  perHourCents: number | null;
}

export const usualTerms: DetentionTerms = { freeMinutes: usualFreeMinutes, perHourCents: null };

export interface StopFact {
  words: string;
  tone: 'need' | 'bad' | 'plain';
}

/** A stop as the timeline shows it. */
export interface StopView {
  stop: Stop;
  state: 'done' | 'now' | 'ahead';
  title: string;
  /** "Appt Wed Nov 11, 08:00 CST", "FCFS today, 14:00 to 18:00 EST" */
  schedule: string;
  /** "In 07:42, out 11:30 CST". Null until the truck has come. */
  times: string | null;
  /** "Lumper needed, live unload" */
  handling: string | null;
  fact: StopFact | null;
}

function stateOf({ status, arrivedAt, departedAt }: Stop): StopView['state'] {
  if (status === 'COMPLETED' || status === 'SKIPPED' || departedAt !== null) return 'done';
  return status === 'ARRIVED' || arrivedAt !== null ? 'now' : 'ahead';
}

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

function formatDay(day: string, timeZone: string, now: number): string {
  const short = formatCalendarDay(day, timeZone, now);
  return short === 'Today' ? 'today' : longDay.format(Date.parse(day)).replace(',', '');
}

function formatSchedule({ schedule, day, time, endDay, endTime, timeZone }: Stop, now: number): string {
  const kind = schedule === 'FCFS' ? 'FCFS' : 'Appt';
  const isMoment = endTime === time && (endDay === null || endDay === day);
  const until = [endDay === null || endDay === day ? '' : formatDay(endDay, timeZone, now), isMoment ? '' : (endTime ?? '')].filter(
    (part) => part !== '',
  );
  if (time === null && endTime === null) {
    return `${kind} ${formatDay(day, timeZone, now)}${until.length === 0 ? '' : ` to ${until.join(' ')}`}, any time`;
  }
  const zone = formatWallClock(day, time ?? endTime ?? '12:00', timeZone).split(' ')[1] ?? '';
  const clock = time === null ? `until ${until.join(' ')}` : until.length === 0 ? time : `${time} to ${until.join(' ')}`;
  return `${kind} ${formatDay(day, timeZone, now)}, ${clock} ${zone}`;
}

/** "In" shows its day only when it isn't the day of the appointment, "out" only when it isn't the day of arrival. */
function formatTimes({ arrivedAt, departedAt, day, timeZone }: Stop, now: number): string | null {
  if (arrivedAt === null) return departedAt === null ? null : `Out ${timeAt(departedAt, timeZone)} ${zoneShort(departedAt, timeZone)}`;
  const clock = (instant: string, known: string) => {
    const on = dayAt(instant, timeZone);
    return `${on === known ? '' : `${formatDay(on, timeZone, now)} `}${timeAt(instant, timeZone)}`;
  };
  const out = departedAt === null ? '' : `, out ${clock(departedAt, dayAt(arrivedAt, timeZone))}`;
  return `In ${clock(arrivedAt, day)}${out} ${zoneShort(departedAt ?? arrivedAt, timeZone)}`;
}

function formatHandling({ kind, handling, lumperNeeded }: Stop): string | null {
  const words = handling === 'DROP_AND_HOOK' ? 'drop and hook' : lumperNeeded ? `live ${kind === 'PICKUP' ? 'load' : 'unload'}` : '';
  const parts = [lumperNeeded ? 'Lumper needed' : '', words].filter((part) => part !== '');
  const text = parts.join(', ');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

function clockAt(stop: Stop, freeMinutes: number, now: number) {
  const { arrivedAt } = stop;
  return arrivedAt === null ? null : detentionClock({ ...stop, arrivedAt, freeMinutes }, now);
}

/** At most one fact: the time over the free time, the free time that is left, or how late the truck is. */
function factOf(stop: Stop, { freeMinutes }: DetentionTerms, isRolling: boolean, now: number): StopFact | null {
  const clock = clockAt(stop, freeMinutes, now);
  if (clock !== null) {
    if (clock.minutesOver > 0) return { tone: 'need', words: `Detention ${formatMinutes(clock.minutesOver)} over free time` };
    return clock.isRunning ? { tone: 'plain', words: formatDetention(clock, now) } : null;
  }
  const lateMinutes = Math.floor((now - Date.parse(stop.endsAt)) / 60_000);
  const isOpen = stop.departedAt === null && stop.status !== 'COMPLETED' && stop.status !== 'SKIPPED';
  return isRolling && isOpen && lateMinutes > 0 ? { tone: 'bad', words: `${formatMinutes(lateMinutes)} after its time` } : null;
}

export function stopName(stops: readonly Stop[], stop: Stop): string {
  const word = stop.kind === 'PICKUP' ? 'Pickup' : 'Delivery';
  const same = stops.filter(({ kind }) => kind === stop.kind);
  return same.length === 1 ? word : `${word} ${same.indexOf(stop) + 1}`;
}

export function stopViews({ stops, status }: Pick<Load, 'stops' | 'status'>, terms: DetentionTerms, now: number): StopView[] {
  const isRolling = (rollingStatuses as readonly Load['status'][]).includes(status);
  return stops.map((stop) => ({
    stop,
    state: stateOf(stop),
    title: `${stopName(stops, stop)}, ${stop.city}, ${stop.state}`,
    schedule: formatSchedule(stop, now),
    times: formatTimes(stop, now),
    handling: formatHandling(stop),
    fact: factOf(stop, terms, isRolling, now),
  }));
}

/** What can be claimed for waiting at one stop, and how the sum is calculated. */
export interface DetentionClaim {
  stopId: string;
  minutesOver: number;
  /** Only full quarters of an hour are paid. */
  paidMinutes: number;
  amountCents: number | null;
  /** "1 h 31 min over 2 h free at Milwaukee" */
  words: string;
  /** "1.5 h × $50", also the note of the fee in the ledger. */
  short: string;
}

const formatRate = (cents: number) => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;

/** Every stop where the truck waited longer than the free time, the longest wait first. */
export function detentionClaims(load: Pick<Load, 'stops'>, { freeMinutes, perHourCents }: DetentionTerms, now: number): DetentionClaim[] {
  return load.stops
    .flatMap((stop) => {
      const minutesOver = clockAt(stop, freeMinutes, now)?.minutesOver ?? 0;
      const paidMinutes = Math.floor(minutesOver / 15) * 15;
      if (minutesOver === 0) return [];
      const hours = `${paidMinutes / 60} h`;
      const short = perHourCents === null ? hours : `${hours} × ${formatRate(perHourCents)}`;
      const words = `${formatMinutes(minutesOver)} over ${formatMinutes(freeMinutes)} free at ${stop.city}`;
      return [
        {
          stopId: stop.id,
          minutesOver,
          paidMinutes,
          amountCents: perHourCents === null ? null : detentionAmount({ minutesOver, perHourCents }),
          words,
          short,
        },
      ];
    })
    .sort((a, b) => b.minutesOver - a.minutesOver);
}
