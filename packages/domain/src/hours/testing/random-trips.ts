import { type Clocks, restedClocks, startDuty } from '../clocks.ts';
import type { TripStart, TripStop } from '../plan-trip.ts';
import { type HoursRules, seventyHourRules, sixtyHourRules } from '../rules.ts';
import type { TripLeg } from '../trip-days.ts';
import type { RandomSource } from './random-source.ts';

const hour = 60;
const minuteMs = 60_000;
const noon = Date.UTC(2026, 10, 16, 12);

export interface RandomTrip {
  start: TripStart;
  stops: TripStop[];
  rules: HoursRules;
}

/** Clocks as an ELD could show them. Some drivers are out of hours, some rested. */
export function randomClocks(random: RandomSource, rules: HoursRules): Clocks {
  const cycleMinutes = random.pick([null, random.below(12 * hour), random.below(rules.maxCycleMinutes + 1)]);
  if (random.chance(0.25)) return restedClocks(rules, cycleMinutes);
  if (random.chance(0.1)) return { driveMinutes: 0, shiftMinutes: 0, breakMinutes: 0, cycleMinutes };
  const shiftMinutes = random.below(rules.maxShiftMinutes);
  const driveMinutes = random.below(rules.maxDriveMinutes + 1);
  return { driveMinutes, shiftMinutes, breakMinutes: random.below(rules.maxUnbrokenMinutes + 1), cycleMinutes };
}

/** Minutes off duty: usually none, sometimes most of a rest. */
export function randomOffMinutes(random: RandomSource): number {
  return random.chance(0.7) ? 0 : random.below(random.pick([40, 650, 2_200]));
}

function randomStop(random: RandomSource, aroundMs: number): TripStop {
  const driveMinutes = random.chance(0.1) ? 0 : random.below(random.pick([90, 8 * hour, 30 * hour]));
  const dockMinutes = random.pick([0, 15, 30, 2 * hour, random.below(5 * hour)]);
  if (random.chance(0.2)) return { driveMinutes, dockMinutes, opensMs: null, closesMs: null };
  // Windows are not always on the minute of the start, because a position comes at any second.
  const opensMs = aroundMs + random.below(20 * hour) * minuteMs - random.below(6 * hour) * minuteMs + random.pick([0, 0, 30_000]);
  const lengthMinutes = random.pick([0, random.below(hour), random.below(16 * hour), 24 * hour - 1]);
  return { driveMinutes, dockMinutes, opensMs, closesMs: opensMs + lengthMinutes * minuteMs };
}

/** A trip of one to five stops, alone or in a team, with windows that are near what the truck can do. */
export function randomTrip(random: RandomSource): RandomTrip {
  const rules = random.pick([seventyHourRules, sixtyHourRules]);
  const person = () => startDuty(randomClocks(random, rules), randomOffMinutes(random), rules);
  const atMs = noon + random.below(24 * hour) * minuteMs;
  const stops: TripStop[] = [];
  let aroundMs = atMs;
  for (let count = 1 + random.below(5); count > 0; count -= 1) {
    const stop = randomStop(random, aroundMs);
    stops.push(stop);
    aroundMs = Math.max(aroundMs, stop.opensMs ?? 0) + (stop.driveMinutes + stop.dockMinutes) * minuteMs;
  }
  return { start: { atMs, driver: person(), partner: random.chance(0.2) ? person() : null }, stops, rules };
}

/** The legs of a trip without appointments: deadhead, then one to five stops, up to a trip of about two weeks. */
export function randomLegs(random: RandomSource): TripLeg[] {
  const leg = (): TripLeg => ({
    miles: random.below(random.pick([120, 700, 3_000])),
    dockMinutes: random.pick([0, 20, 30, 2 * hour, random.below(6 * hour)]),
  });
  return Array.from({ length: 1 + random.below(6) }, leg);
}
