import { isDeepStrictEqual } from 'node:util';
import type * as figures from '@headhaul/domain/brokers/figures';
import type * as score from '@headhaul/domain/brokers/score';
import { badSteps, goodSteps, type History, randomHistory, randomLoad, today } from '@headhaul/domain/testing/broker-histories';
import type { Random } from '../lib/random.ts';

/** The functions under test: those of the product, or of a copy with a planted fault. */
export interface Scoring {
  figures: Pick<typeof figures, 'addEvent' | 'removeEvent' | 'eventOf' | 'figuresFrom' | 'ownHistory'>;
  score: Pick<typeof score, 'scoreBroker'>;
}

export interface Tried {
  histories: number;
  /** Loads that came, changed or went. */
  events: number;
  graded: number;
  /** How often each step changed a history. */
  bad: Map<string, number>;
  good: Map<string, number>;
  wrong: { order: string[]; explained: string[]; rose: string[]; fell: string[] };
}

export function nothingTried(): Tried {
  const none = (steps: object) => new Map(Object.keys(steps).map((name) => [name, 0]));
  return {
    histories: 0,
    events: 0,
    graded: 0,
    bad: none(badSteps),
    good: none(goodSteps),
    wrong: { order: [], explained: [], rose: [], fell: [] },
  };
}

const stepsPerHistory = 2;

export function tryHistory(scoring: Scoring, random: Random, tried: Tried): void {
  const { below } = random;
  const history = randomHistory(below);
  tried.histories += 1;
  checkOrder(scoring, history, random, tried);
  const before = scoreOf(scoring, history);
  if (before.score !== null) tried.graded += 1;
  checkExplained(before, tried);
  for (let index = 0; index < stepsPerHistory; index++) {
    checkStep(scoring, history, random, { steps: badSteps, count: tried.bad, wrong: tried.wrong.rose, isWrong: (change) => change > 0 });
    checkStep(scoring, history, random, { steps: goodSteps, count: tried.good, wrong: tried.wrong.fell, isWrong: (change) => change < 0 });
  }
}

function scoreOf({ figures, score }: Scoring, { loads, ...others }: History) {
  return score.scoreBroker({ own: figures.ownHistory(figures.figuresFrom(loads), today), ...others }, today);
}

function sumOf({ reasons }: { reasons: readonly { points: number }[] }): number {
  return reasons.reduce((sum, { points }) => sum + points, 0);
}

function checkExplained(found: ReturnType<typeof scoreOf>, { wrong }: Tried): void {
  const sum = sumOf(found);
  const isWhole = found.reasons.every(({ points }) => Number.isInteger(points));
  const isDated = found.reasons.every(({ asOf, tone }) => asOf !== null || tone === 'UNKNOWN');
  if ((found.score !== null && found.score !== sum) || sum < 0 || sum > 100 || !isWhole || !isDated)
    wrong.explained.push(JSON.stringify(found));
}

interface Expectation {
  steps: typeof badSteps;
  count: Map<string, number>;
  wrong: string[];
  isWrong(change: number): boolean;
}

function checkStep(scoring: Scoring, history: History, { below, pick }: Random, { steps, count, wrong, isWrong }: Expectation): void {
  const [name, step] = pick(Object.entries(steps));
  const after = step(history, below);
  if (after === history) return;
  count.set(name, (count.get(name) ?? 0) + 1);
  const change = sumOf(scoreOf(scoring, after)) - sumOf(scoreOf(scoring, history));
  if (isWrong(change)) wrong.push(`${name}: ${change > 0 ? '+' : ''}${change}`);
}

/** Every load of the history goes through other versions first. All of it comes and goes in a random order. */
function checkOrder(scoring: Scoring, { loads, ...others }: History, { below }: Random, tried: Tried): void {
  const { addEvent, removeEvent, eventOf, figuresFrom, ownHistory } = scoring.figures;
  const steps = loads.flatMap((load) => {
    const earlier = Array.from({ length: below(3) }, () => randomLoad(below));
    return [{ load, apply: addEvent }, ...earlier.flatMap((one) => [addEvent, removeEvent].map((apply) => ({ load: one, apply })))];
  });
  for (let index = steps.length - 1; index > 0; index--) {
    const other = below(index + 1);
    [steps[index], steps[other]] = [steps[other], steps[index]] as [(typeof steps)[0], (typeof steps)[0]];
  }
  let days = {};
  for (const { load, apply } of steps) {
    const event = eventOf(load);
    if (event !== null) days = apply(days, event);
  }
  tried.events += steps.length;
  const fromScratch = figuresFrom(loads);
  const scored = (kept: typeof fromScratch) => scoring.score.scoreBroker({ own: ownHistory(kept, today), ...others }, today);
  if (!isDeepStrictEqual(days, fromScratch) || !isDeepStrictEqual(scored(days), scored(fromScratch)))
    tried.wrong.order.push(`${steps.length} events, ${Object.keys(days).length} days`);
}
