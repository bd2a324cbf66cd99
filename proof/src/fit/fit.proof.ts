import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fitOf } from '@headhaul/domain/fit/fit';
import { planTrip } from '@headhaul/domain/hours/plan-trip';
import { tripDays } from '@headhaul/domain/hours/trip-days';
import { type Patch, plantFault } from '../lib/mutant.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { compareDays, compareFleets, compareTrips, noFleets, type Outcome, type Planner } from './cases.ts';

const short = { fleets: 500, trips: 500, mutantFleets: 200 };
const full = { fleets: 20_000, trips: 10_000, mutantFleets: 1_000 };
/** Fewer trucks with a verdict would not test it. */
const leastShare = 0.02;

/** "Can this truck make it?" is answered as by driving the truck minute by minute, and the days of a trip as by writing its log book. */
export async function proveFit(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const planner: Planner = { fitOf, planTrip, tripDays };
  await proveFleets(stage, planner, sizes.fleets);
  await proveTrips(stage, planner, sizes.trips);
  await proveDays(stage, planner, sizes.trips);
  for (const mutant of mutants) await catchMutant(stage, mutant, sizes.mutantFleets);
}

async function proveFleets(stage: Stage, planner: Planner, count: number): Promise<void> {
  const outcome = noFleets();
  const stop = stage.report.showProgress(
    () => `${formatCount(outcome.cases)} of ${formatCount(count)} fleets, ${outcome.wrongCount} differ`,
  );
  const startedAt = performance.now();
  await compareFleets(planner, stage.random.fork('fleets'), count, outcome);
  stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { trucks, verdicts } = outcome;
  const shares = Object.entries(verdicts).map(([verdict, times]) => `${formatCount(times)} ${verdict}`);
  stage.report.check({
    what: `random fleets, loads and plans against a drive minute by minute: verdict, time to spare, arrivals and minutes late of ${formatCount(trucks)} trucks`,
    tried: outcome.cases,
    bar: count,
    expected: `0 differ, and each verdict at least ${formatCount(Math.ceil(trucks * leastShare))} times`,
    found: `${formatCount(outcome.wrongCount)} differ; ${shares.join(', ')}${sample(outcome)}`,
    passed: outcome.wrongCount === 0 && Object.values(verdicts).every((times) => times >= trucks * leastShare),
  });
  stage.report.note(`${Math.round(outcome.cases / seconds)} fleets a second`);
}

async function proveTrips(stage: Stage, planner: Planner, count: number): Promise<void> {
  const outcome: Outcome = { cases: 0, wrong: [], wrongCount: 0 };
  await compareTrips(planner, stage.random.fork('trips'), count, outcome);
  stage.report.check({
    what: 'random trips with appointments, alone and in teams, against a drive minute by minute: every minute',
    tried: outcome.cases,
    bar: count,
    expected: '0 differ',
    found: `${formatCount(outcome.wrongCount)} differ${sample(outcome)}`,
    passed: outcome.wrongCount === 0,
  });
}

async function proveDays(stage: Stage, planner: Planner, count: number): Promise<void> {
  const outcome: Outcome = { cases: 0, wrong: [], wrongCount: 0 };
  await compareDays(planner, stage.random.fork('days'), count, outcome);
  stage.report.check({
    what: 'days of random trips with the rests by law against a log book that is written hour by hour',
    tried: outcome.cases,
    bar: count,
    expected: '0 differ',
    found: `${formatCount(outcome.wrongCount)} differ${sample(outcome)}`,
    passed: outcome.wrongCount === 0,
  });
}

function sample({ wrong }: Outcome): string {
  return wrong.length === 0 ? '' : `, for example ${wrong.join(' | ')}`;
}

interface Mutant {
  name: string;
  what: string;
  patch: Patch;
}

const mutants: readonly Mutant[] = [
  {
    name: 'no-next-load',
    what: 'the next load is ignored',
    patch: {
      file: 'fit/fit.ts',
      find: 'const { before, after } = placeLoad(load, plan.loads);',
      replace: 'const { before } = placeLoad(load, plan.loads);\n  const after: PlannedLoad[] = [];',
    },
  },
  {
    name: 'no-break',
    what: 'the 30-minute break is forgotten',
    patch: {
      file: 'hours/clocks.ts',
      find: 'Math.min(driveMinutes, shiftMinutes, breakMinutes, cycleMinutes',
      replace: 'Math.min(driveMinutes, shiftMinutes, cycleMinutes',
    },
  },
  {
    name: 'guessed-hours',
    what: 'hours that are not known count as those of a rested driver',
    patch: { file: 'fit/start.ts', find: 'isBest ? restedClocks(rules, null) : noHours', replace: 'restedClocks(rules, null)' },
  },
];

async function catchMutant(stage: Stage, { name, what, patch }: Mutant, count: number): Promise<void> {
  const source = await plantFault(stage, name, [patch], 'packages/domain');
  const load = (file: string) => import(pathToFileURL(join(source, file)).href) as Promise<Planner>;
  const [fit, trip, days] = await Promise.all([load('fit/fit.ts'), load('hours/plan-trip.ts'), load('hours/trip-days.ts')]);
  const outcome = noFleets();
  const planner: Planner = { fitOf: fit.fitOf, planTrip: trip.planTrip, tripDays: days.tripDays };
  await compareFleets(planner, stage.random.fork(`mutant ${name}`), count, outcome);
  stage.report.mutant(what, outcome.wrongCount > 0, `${formatCount(outcome.wrongCount)} of ${formatCount(outcome.cases)} fleets differ`);
}
