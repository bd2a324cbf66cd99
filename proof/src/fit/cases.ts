import { setImmediate } from 'node:timers/promises';
import type { fitOf } from '@headhaul/domain/fit/fit';
import type { Verdict } from '@headhaul/domain/fit/reasons';
import { fitByBruteForce, toBruteForceForm } from '@headhaul/domain/fit/testing/brute-force';
import { randomFleet } from '@headhaul/domain/fit/testing/random-fleets';
import { driveMinutes, type planTrip, type Segment } from '@headhaul/domain/hours/plan-trip';
import { seventyHourRules, sixtyHourRules } from '@headhaul/domain/hours/rules';
import { writeLogBook } from '@headhaul/domain/hours/testing/hour-by-hour';
import { driveMinuteByMinute } from '@headhaul/domain/hours/testing/minute-by-minute';
import { randomLegs, randomTrip } from '@headhaul/domain/hours/testing/random-trips';
import type { tripDays } from '@headhaul/domain/hours/trip-days';
import type { Random } from '../lib/random.ts';

/** The functions that are compared: the product's, or those of a mutant. */
export interface Planner {
  fitOf: typeof fitOf;
  planTrip: typeof planTrip;
  tripDays: typeof tripDays;
}

export interface Outcome {
  cases: number;
  /** The first few cases with a difference, and how many there are. */
  wrong: string[];
  wrongCount: number;
}

/** A long loop lets the progress be printed so often. */
const casesAtOnce = 20;
const shownWrong = 3;

async function compare(random: Random, count: number, outcome: Outcome, tryOne: (random: Random) => string | null): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const difference = tryOne(random.fork(index));
    outcome.cases += 1;
    if (difference !== null) {
      outcome.wrongCount += 1;
      if (outcome.wrong.length < shownWrong) outcome.wrong.push(`case ${index}: ${difference}`);
    }
    if (index % casesAtOnce === 0) await setImmediate();
  }
}

function difference(found: unknown, expected: unknown): string | null {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  return one === other ? null : `${one.slice(0, 400)} instead of ${other.slice(0, 400)}`;
}

export interface FleetOutcome extends Outcome {
  trucks: number;
  verdicts: Record<Verdict, number>;
}

export function noFleets(): FleetOutcome {
  return { cases: 0, wrong: [], wrongCount: 0, trucks: 0, verdicts: { CAN: 0, LOOK: 0, NOT_KNOWN: 0, CANT: 0 } };
}

/** Every truck of a fleet against the load, with the truck's own loads before and after it. */
export async function compareFleets(planner: Planner, random: Random, count: number, outcome: FleetOutcome): Promise<void> {
  await compare(random, count, outcome, (source) => {
    const { trucks, load, assumptions, measure, nowMs } = randomFleet(source);
    const differences = trucks.map(({ truck, loads }) => {
      const fit = planner.fitOf(truck, load, { loads, measure }, assumptions, nowMs);
      outcome.trucks += 1;
      outcome.verdicts[fit.verdict] += 1;
      return difference(toBruteForceForm(fit), fitByBruteForce(truck, load, { loads, measure }, assumptions, nowMs));
    });
    return differences.find((one) => one !== null) ?? null;
  });
}

/** One letter a minute, as the simulator writes them. */
function logOf(segments: readonly Segment[]): string {
  const letters: Partial<Record<Segment['kind'], string>> = { DRIVE: 'D', DOCK: 'W' };
  return segments.map(({ kind, startMs, endMs }) => (letters[kind] ?? '-').repeat((endMs - startMs) / 60_000)).join('');
}

/** Every minute of trips with appointments. */
export async function compareTrips(planner: Planner, random: Random, count: number, outcome: Outcome): Promise<void> {
  await compare(random, count, outcome, (source) => {
    const { start, stops, rules } = randomTrip(source);
    const plan = planner.planTrip(start, stops, rules);
    const driven = driveMinuteByMinute(start, stops, rules);
    const planned = plan.stops.map(({ clocks, ...times }) => ({ ...times, driveLeft: clocks.driveMinutes }));
    return difference(planned, driven.stops) ?? difference(logOf(plan.segments), driven.log);
  });
}

/** The days of trips without appointments. */
export async function compareDays(planner: Planner, random: Random, count: number, outcome: Outcome): Promise<void> {
  await compare(random, count, outcome, (source) => {
    const rules = source.pick([seventyHourRules, sixtyHourRules]);
    const milesPerHour = 45 + source.below(20);
    const legs = randomLegs(source);
    const written = writeLogBook(
      legs.map(({ miles, dockMinutes }) => ({ driveMinutes: driveMinutes(miles, milesPerHour), dockMinutes })),
      rules,
    );
    return difference(planner.tripDays(legs, rules, milesPerHour), { minutes: written.minutes, days: written.days });
  });
}
