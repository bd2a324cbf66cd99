import { type HoursRules, seventyHourRules } from '../hours/rules.ts';

/** What a plan assumes because nobody can know it. A screen that shows a plan shows these too. */
export interface FitAssumptions {
  /** Average speed of a rolling truck, fuel stops included. Breaks and rests come on top. */
  milesPerHour: number;
  /** Time at a dock from the start of the appointment, or from arrival. */
  liveDockMinutes: number;
  dropDockMinutes: number;
  /** 70 hours in 8 days, or 60 in 7. A driver whose cycle isn't known counts as one who has enough of it. */
  rules: HoursRules;
}

export const usualAssumptions: FitAssumptions = {
  milesPerHour: 55,
  liveDockMinutes: 120,
  dropDockMinutes: 30,
  rules: seventyHourRules,
};

/** A position that is older doesn't say where the truck is. */
export const positionFreshMinutes = 10;
/** Clocks that are older don't say how long the driver may drive. */
export const clocksFreshMinutes = 15;
/** With less time to spare, somebody should look before the load is assigned. */
export const tightMinutes = 20;
/** A load goes the wrong way when it takes a driver who wants to go home at least so much farther away, in straight-line miles. */
export const wrongWayMiles = 100;
