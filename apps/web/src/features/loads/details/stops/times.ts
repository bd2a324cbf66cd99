import type { Stop } from '@headhaul/contracts/loads/record';
import { addDays, dayAt, timeAt, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { readTypedDate, writeTypedDate } from '../../form/draft/typed-dates.ts';

/** When a truck came and left, as typed: "0742" on the day of the stop, or with its own day. */
export interface TypedTimes {
  arrived: string;
  departed: string;
}

export interface StopTimesInput {
  arrivedAt: string | null;
  departedAt: string | null;
}

export type ReadTimes = { times: StopTimesInput } | { field: keyof TypedTimes; problem: string };

type DayFacts = Pick<Stop, 'day' | 'timeZone'>;

/** A time without a day is on the day of the stop, or today when the stop is still ahead. */
function usualDay({ day, timeZone }: DayFacts, now: number): string {
  const today = dayAt(now, timeZone);
  return day < today ? day : today;
}

function readMoment(text: string, day: string, timeZone: string): { at: string | null } | { problem: string } {
  if (text.trim() === '') return { at: null };
  const read = readTypedDate(text, { today: day, now: '00:00' });
  if ('problem' in read) return { problem: 'Write it like 07:42 or 11/13 07:42' };
  const { time, endDay, endTime } = read.when;
  if (time === null || endDay !== null || endTime !== null) return { problem: 'Write one time, such as 07:42' };
  return { at: wallToInstant(read.when.day, time, timeZone) };
}

export function readStopTimes(typed: TypedTimes, stop: DayFacts, now: number): ReadTimes {
  const { timeZone } = stop;
  const arrived = readMoment(typed.arrived, usualDay(stop, now), timeZone);
  if ('problem' in arrived) return { field: 'arrived', problem: arrived.problem };
  const outDay = arrived.at === null ? usualDay(stop, now) : dayAt(arrived.at, timeZone);
  const departed = readMoment(typed.departed, outDay, timeZone);
  if ('problem' in departed) return { field: 'departed', problem: departed.problem };
  if (arrived.at === null || departed.at === null || departed.at >= arrived.at) {
    return { times: { arrivedAt: arrived.at, departedAt: departed.at } };
  }
  // In at 22:00 and out at 01:00 is over midnight, unless a day was typed.
  const later = readMoment(typed.departed, addDays(outDay, 1), timeZone);
  return { times: { arrivedAt: arrived.at, departedAt: 'at' in later ? later.at : departed.at } };
}

/** An instant as a person types it. The day is left out when `readMoment` would take the same day. */
function writeMoment(instant: string | null, day: string, timeZone: string): string {
  if (instant === null) return '';
  const on = dayAt(instant, timeZone);
  const time = timeAt(instant, timeZone);
  return on === day ? time : writeTypedDate({ day: on, time, endDay: null, endTime: null }, day);
}

export function writeStopTimes({ arrivedAt, departedAt }: StopTimesInput, stop: DayFacts, now: number): TypedTimes {
  const { timeZone } = stop;
  const day = usualDay(stop, now);
  return {
    arrived: writeMoment(arrivedAt, day, timeZone),
    departed: writeMoment(departedAt, arrivedAt === null ? day : dayAt(arrivedAt, timeZone), timeZone),
  };
}
