import type { StopSchedule } from './stops.ts';

const minuteMs = 60_000;

/** Two hours are free unless the broker's terms say otherwise. */
export const usualFreeMinutes = 120;

export interface DetentionClock {
  startsAt: string;
  freeUntil: string;
  /** Whole minutes beyond the free time. */
  minutesOver: number;
  /** The truck is still at the dock. */
  isRunning: boolean;
}

/** Waiting counts from arrival or the appointment, whichever is later. For first come, first served (FCFS) it counts from arrival. */
export function detentionClock(
  stop: { startsAt: string; schedule: StopSchedule; arrivedAt: string; departedAt: string | null; freeMinutes: number },
  nowMs: number,
): DetentionClock {
  const arrivedMs = Date.parse(stop.arrivedAt);
  const startMs = stop.schedule === 'FCFS' ? arrivedMs : Math.max(arrivedMs, Date.parse(stop.startsAt));
  const freeUntilMs = startMs + stop.freeMinutes * minuteMs;
  const untilMs = stop.departedAt === null ? nowMs : Date.parse(stop.departedAt);
  return {
    startsAt: new Date(startMs).toISOString(),
    freeUntil: new Date(freeUntilMs).toISOString(),
    minutesOver: Math.max(Math.floor((untilMs - freeUntilMs) / minuteMs), 0),
    isRunning: stop.departedAt === null,
  };
}

/** Billed by full quarters of an hour: 1 h 31 min at $50 an hour is $75. */
export function detentionAmount({ minutesOver, perHourCents }: { minutesOver: number; perHourCents: number }): number {
  return Math.round((Math.floor(minutesOver / 15) * perHourCents) / 4);
}

/** "1 h 12 min", "48 min", "3 h" */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** "Detention 1 h 12 min", or "48 min of free time left". */
export function formatDetention(clock: DetentionClock, nowMs: number): string {
  if (clock.minutesOver > 0) return `Detention ${formatMinutes(clock.minutesOver)}`;
  if (!clock.isRunning) return 'Left within the free time';
  return `${formatMinutes(Math.max(Math.ceil((Date.parse(clock.freeUntil) - nowMs) / minuteMs), 0))} of free time left`;
}
