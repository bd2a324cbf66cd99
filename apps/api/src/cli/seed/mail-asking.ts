import { addDays, dayAt, daysBetween, timeAt, wallToInstant } from '@headhaul/domain/time/zoned-time';
import type { WholeLoad } from '../../features/loads/read/read.service.ts';
import type { Chance } from './chance.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const weekdayHours = ['06:30', '18:30'] as const;
/** Trucks roll on weekends too, so a dispatcher works the mornings. */
const weekendHours = ['08:00', '13:00'] as const;
/** Loads that pay more per mile than this are short hauls paid by the day, which are booked over the phone. */
const mostPerMileCents = 360;
/** A dispatcher asks for freight at most this many days before its pickup. */
export const earliestAskDays = 3;

interface DeskHours {
  fromMs: number;
  toMs: number;
}

/** When the office is open on this day. */
function openHours(day: string, zone: string): DeskHours {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const [opensAt, closesAt] = weekday === 0 || weekday === 6 ? weekendHours : weekdayHours;
  return { fromMs: Date.parse(wallToInstant(day, opensAt, zone)), toMs: Date.parse(wallToInstant(day, closesAt, zone)) };
}

/**
 * When the office asked for a load that it won: a while before the booking, in office hours, one to three days before the pickup. Null
 * when the load came by phone, or when no such day fits.
 */
export function askedAt(load: WholeLoad, chance: Chance): number | null {
  if (load.linehaulCents > load.loadedMiles * mostPerMileCents) return null;
  const zone = load.companyZone;
  const pickupDay = dayAt(load.pickupAt, load.pickupZone);
  const latestMs = Date.parse(load.bookedAt ?? load.createdAt) - chance.between(35, 190) * minuteMs;
  for (let days = 1; days <= earliestAskDays; days += 1) {
    const hours = openHours(addDays(pickupDay, -days), zone);
    if (hours.fromMs >= latestMs) continue;
    if (latestMs <= hours.toMs) return latestMs;
    // The load was booked after office hours, because the broker took a while to answer.
    return chance.between(hours.toMs - 4 * hourMs, hours.toMs);
  }
  return null;
}

/** A random moment in office hours, on the same day as `atMs`. */
export function sameDayAt(atMs: number, zone: string, chance: Chance): number {
  const { fromMs, toMs } = openHours(dayAt(atMs, zone), zone);
  return chance.between(fromMs, toMs);
}

/** The load with the rate and miles from before a TONU or a revision, because the mail asked for those. */
export function asAgreed(load: WholeLoad): WholeLoad {
  if (load.original === null) return load;
  const { linehaulCents, fuelSurchargeCents, loadedMiles } = load.original;
  return { ...load, linehaulCents, fuelSurchargeCents, loadedMiles };
}

/** Freight that another carrier got: same broker and lane as this load, with a pickup one to three days after the mail. */
export function likeIt(load: WholeLoad, askedMs: number, chance: Chance): WholeLoad {
  const zone = load.companyZone;
  const pickupDay = addDays(dayAt(askedMs, zone), 1 + chance.below(earliestAskDays));
  const days = daysBetween(dayAt(load.pickupAt, load.pickupZone), pickupDay);
  const moved = (at: string, place: string) => wallToInstant(addDays(dayAt(at, place), days), timeAt(at, place), place);
  return {
    ...load,
    pickupAt: moved(load.pickupAt, load.pickupZone),
    deliveryAt: moved(load.deliveryAt, load.deliveryZone),
    brokerLoadNumber: `${load.brokerName.slice(0, 2).toUpperCase()}${30_000 + chance.below(60_000)}`,
    // $2.05 to $3.10 a mile, rounded to $25.
    linehaulCents: Math.round((load.loadedMiles * chance.between(2.05, 3.1)) / 25) * 2_500,
  };
}
