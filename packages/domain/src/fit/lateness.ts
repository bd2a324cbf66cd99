import type { TripPlan } from '../hours/plan-trip.ts';
import { tightMinutes } from './assumptions.ts';
import type { FitStop } from './facts.ts';
import type { Itinerary, ItineraryStop } from './itinerary.ts';
import type { Reason } from './reasons.ts';

/** A stop of the load in question or of a later one, with the time to spare in a plan. */
interface Spare extends ItineraryStop {
  arriveMs: number;
  slackMinutes: number;
  fromCity: string;
}

/**
 * The stops with a window from the load in question on. A stop of a later load counts only if the load makes it worse: `without` are the
 * minutes to spare there when the truck doesn't take the load.
 */
function sparesOf({ stops }: Itinerary, trip: TripPlan, without: ReadonlyMap<FitStop, number | null>): Spare[] {
  return stops.flatMap((one, index) => {
    const planned = trip.stops[index];
    if (one.role === 'BEFORE' || planned === undefined || planned.slackMinutes === null) return [];
    const { slackMinutes, earliestMs } = planned;
    const spareWithout = without.get(one.stop) ?? null;
    if (one.role === 'AFTER' && spareWithout !== null && slackMinutes >= spareWithout) return [];
    return [{ ...one, slackMinutes, arriveMs: earliestMs, fromCity: stops[index - 1]?.stop.city ?? '' }];
  });
}

/** The minutes to spare at each stop of a plan. */
export function slackByStop({ stops }: Itinerary, trip: TripPlan | null): Map<FitStop, number | null> {
  return new Map(stops.map(({ stop }, index) => [stop, trip?.stops[index]?.slackMinutes ?? null]));
}

/** The first late pickup and the first late delivery of the load, and the first stop of a later load that it makes late. */
export function findLate(itinerary: Itinerary, trip: TripPlan, without: ReadonlyMap<FitStop, number | null>): Reason[] {
  const late = sparesOf(itinerary, trip, without).filter(({ slackMinutes }) => slackMinutes < 0);
  const firsts = [
    late.find(({ role, stop }) => role === 'THIS' && stop.kind === 'PICKUP'),
    late.find(({ role, stop }) => role === 'THIS' && stop.kind === 'DELIVERY'),
    late.find(({ role }) => role === 'AFTER'),
  ];
  return firsts.flatMap((spare) => (spare === undefined ? [] : [toReason(spare, itinerary.unknown)]));
}

function toReason({ role, load, stop, miles, slackMinutes, arriveMs, fromCity }: Spare, unknown: readonly Reason[]): Reason {
  // What is missing about a later load says nothing about this one.
  const isAtLeast = unknown.some((reason) => role === 'AFTER' || !('role' in reason) || reason.role !== 'AFTER');
  const visit = { arriveMs, dueMs: stop.closesMs ?? arriveMs, timeZone: stop.timeZone, minutes: -slackMinutes, isAtLeast };
  if (role === 'AFTER') return { kind: 'NEXT_LATE', loadNumber: load.loadNumber, stop: stop.kind, fromCity, miles, ...visit };
  return { kind: stop.kind === 'PICKUP' ? 'PICKUP_LATE' : 'DELIVERY_LATE', ...visit };
}

/** The stop with the least time to spare, if that is little. */
export function findTight(itinerary: Itinerary, trip: TripPlan, without: ReadonlyMap<FitStop, number | null>): Reason[] {
  const [tightest] = sparesOf(itinerary, trip, without).sort((a, b) => a.slackMinutes - b.slackMinutes);
  if (tightest === undefined || tightest.slackMinutes >= tightMinutes) return [];
  const { role, load, stop, slackMinutes } = tightest;
  return [{ kind: 'TIGHT', role, loadNumber: load.loadNumber, stop: stop.kind, minutes: slackMinutes }];
}

/** The driving from now to the first late stop. With so many hours left the driver needs no rest before it. */
export function drivingToFirstLate(itinerary: Itinerary, trip: TripPlan, without: ReadonlyMap<FitStop, number | null>): number | null {
  const first = sparesOf(itinerary, trip, without).find(({ slackMinutes }) => slackMinutes < 0);
  if (first === undefined) return null;
  const until = itinerary.stops.findIndex(({ stop }) => stop === first.stop);
  return itinerary.stops.slice(0, until + 1).reduce((sum, { best }) => sum + best.driveMinutes, 0);
}
