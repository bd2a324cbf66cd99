import { addDays, dayAt, daysBetween, timeAt, wallToInstant } from '@headhaul/domain/time/zoned-time';
import type { WholeLoad } from '../../features/loads/read/read.service.ts';
import type { Chance } from './chance.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const weekdayHours = ['06:30', '18:30'] as const;
/** Trucks roll on Sunday too; somebody sits there for the morning. */
const weekendHours = ['08:00', '13:00'] as const;
/** Short hauls that pay by the day are sold over the phone. */
const mostPerMileCents = 360;
/** Freight is asked for so many days before its pickup at most. */
export const earliestAskDays = 3;

interface DeskHours {
  fromMs: number;
  toMs: number;
}

/** When the office sits at its desk on that day. */
function openHours(day: string, zone: string): DeskHours {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const [opensAt, closesAt] = weekday === 0 || weekday === 6 ? weekendHours : weekdayHours;
  return { fromMs: Date.parse(wallToInstant(day, opensAt, zone)), toMs: Date.parse(wallToInstant(day, closesAt, zone)) };
}

/** When a load that was won was asked for: a while before the booking, at the desk, one to three days before the pickup. Null when it came by phone. */
export function askedAt(load: WholeLoad, chance: Chance): number | null {
  if (load.linehaulCents > load.loadedMiles * mostPerMileCents) return null;
  const zone = load.companyZone;
  const pickupDay = dayAt(load.pickupAt, load.pickupZone);
  const latestMs = Date.parse(load.bookedAt ?? load.createdAt) - chance.between(35, 190) * minuteMs;
  for (let days = 1; days <= earliestAskDays; days += 1) {
    const hours = openHours(addDays(pickupDay, -days), zone);
    if (hours.fromMs >= latestMs) continue;
    if (latestMs <= hours.toMs) return latestMs;
    // Booked when nobody sat there any more: the broker took a while.
    return chance.between(hours.toMs - 4 * hourMs, hours.toMs);
  }
  return null;
}

/** Any moment at the desk on the day of this one. */
export function sameDayAt(atMs: number, zone: string, chance: Chance): number {
  const { fromMs, toMs } = openHours(dayAt(atMs, zone), zone);
  return chance.between(fromMs, toMs);
}

/** The load as it was agreed: a truck that was ordered and not used was asked for by the mile like any other. */
export function asAgreed(load: WholeLoad): WholeLoad {
  if (load.original === null) return load;
  const { linehaulCents, fuelSurchargeCents, loadedMiles } = load.original;
  return { ...load, linehaulCents, fuelSurchargeCents, loadedMiles };
}

/** Freight like this load's that somebody else got: of the same broker on the same lane, with a pickup one to three days after it was asked for. */
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
    // By the mile, to the next $25.
    linehaulCents: Math.round((load.loadedMiles * chance.between(2.05, 3.1)) / 25) * 2_500,
  };
}
