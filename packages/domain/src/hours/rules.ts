/**
 * US hours of service for drivers who carry property (49 CFR 395.3), in minutes.
 *
 * Not modelled: the split sleeper berth, adverse driving conditions, short haul, hours that come back to the cycle at midnight, and the
 * rules of Canada and of single states. A plan without them is legal. A driver who may use them can be earlier.
 */
export interface HoursRules {
  /** Driving between two rests. */
  maxDriveMinutes: number;
  /** Time from the first work after a rest until the last minute of driving, waiting included. */
  maxShiftMinutes: number;
  /** Driving without a break. */
  maxUnbrokenMinutes: number;
  /** Driving and dock work between two restarts. */
  maxCycleMinutes: number;
  /** A break is this long without driving. Dock work and waiting count. */
  breakMinutes: number;
  /** A rest is this long off duty. Waiting counts, dock work doesn't. */
  restMinutes: number;
  /** A restart of the cycle is this long off duty. */
  restartMinutes: number;
}

const hour = 60;

/** For a carrier that runs every day of the week: 70 hours in 8 days. */
export const seventyHourRules: HoursRules = {
  maxDriveMinutes: 11 * hour,
  maxShiftMinutes: 14 * hour,
  maxUnbrokenMinutes: 8 * hour,
  maxCycleMinutes: 70 * hour,
  breakMinutes: 30,
  restMinutes: 10 * hour,
  restartMinutes: 34 * hour,
};

/** For a carrier that doesn't run every day of the week: 60 hours in 7 days. */
export const sixtyHourRules: HoursRules = { ...seventyHourRules, maxCycleMinutes: 60 * hour };
