import { restedClocks, startDuty } from './clocks.ts';
import { driveMinutes, planTrip } from './plan-trip.ts';
import type { HoursRules } from './rules.ts';

export interface TripLeg {
  miles: number;
  /** At the stop that the leg leads to. */
  dockMinutes: number;
}

export interface TripDays {
  /** From leaving empty until unloaded: driving, dock work, breaks and rests. */
  minutes: number;
  /**
   * Days of 24 hours in tenths, at least 0.1. They also contain the trip's share of the rest that its last shift makes necessary: half a
   * shift owes half a rest. So trips that fill a shift of 14 hours together take one day.
   */
  days: number;
}

const tenthMinutes = 144;

/**
 * How long a truck is taken by a trip, with the rests by law. Its drivers start rested and with a full cycle, and no dock makes the truck
 * wait for an appointment. Deadhead is the first leg. A team's truck goes on with the driver who owes less rest.
 */
export function tripDays(legs: readonly TripLeg[], rules: HoursRules, milesPerHour: number, isTeam = false): TripDays {
  const driver = startDuty(restedClocks(rules, rules.maxCycleMinutes), 0, rules);
  const stops = legs.map(({ miles, dockMinutes }) => ({
    driveMinutes: driveMinutes(miles, milesPerHour),
    opensMs: null,
    closesMs: null,
    dockMinutes,
  }));
  const { end } = planTrip({ atMs: 0, driver, partner: isTeam ? driver : null }, stops, rules);
  const minutes = end.atMs / 60_000;
  const shiftLeft = Math.max(end.driver.shiftMinutes, end.partner?.shiftMinutes ?? 0);
  const shiftUsed = rules.maxShiftMinutes - shiftLeft;
  const owed = (rules.restMinutes * shiftUsed) / rules.maxShiftMinutes;
  return { minutes, days: Math.max(Math.round((minutes + owed) / tenthMinutes), 1) / 10 };
}
