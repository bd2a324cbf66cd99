import { join } from 'node:path';
import * as figures from '@headhaul/domain/brokers/figures';
import * as score from '@headhaul/domain/brokers/score';
import { type Patch, plantFault } from '../lib/mutant.ts';
import type { Random } from '../lib/random.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { nothingTried, type Scoring, type Tried, tryHistory } from './try-histories.ts';

const short = { histories: 2_000, eachStep: 20 };
const full = { histories: 100_000, eachStep: 1_000 };
const mutantHistories = 2_000;

/** A broker's score is the sum of its reasons, falls with bad facts and rises with good ones, and does not depend on the order of events. */
export async function proveScore(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const tried = nothingTried();
  const stop = stage.report.showProgress(() => `${formatCount(tried.histories)} histories`);
  await tryHistories({ figures, score }, stage.random, sizes.histories, tried);
  stop();
  assess(stage, sizes, tried);
  for (const mutant of Object.entries(mutants)) await catchMutant(stage, mutant);
}

/** Pauses now and then, so that the progress can be printed. */
async function tryHistories(scoring: Scoring, random: Random, count: number, tried: Tried): Promise<void> {
  for (let index = 0; index < count; index++) {
    tryHistory(scoring, random.fork(index), tried);
    if (index % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

function sample(wrong: readonly string[]): string {
  return wrong.length === 0 ? 'none' : `${formatCount(wrong.length)}, for example ${wrong.slice(0, 2).join(' | ')}`;
}

function assess({ report }: Stage, sizes: typeof full, tried: Tried): void {
  const { histories, wrong } = tried;
  report.check({
    what: `figures and score after ${formatCount(tried.events)} loads came, changed and went in a random order`,
    tried: histories,
    bar: sizes.histories,
    expected: 'the same as from scratch',
    found: `different: ${sample(wrong.order)}`,
    passed: wrong.order.length === 0,
  });
  report.check({
    what: `reasons with whole points and dates; ${formatCount(tried.graded)} histories have a letter`,
    tried: histories,
    bar: sizes.histories,
    expected: 'their sum is the score, from 0 to 100',
    found: `different: ${sample(wrong.explained)}`,
    passed: wrong.explained.length === 0 && tried.graded >= histories / 4,
  });
  for (const [what, count, found] of [
    ['bad facts, none raises the score', tried.bad, wrong.rose],
    ['good facts, none lowers the score', tried.good, wrong.fell],
  ] as const) {
    const [rarest, least] = [...count].reduce((low, one) => (one[1] < low[1] ? one : low));
    report.check({
      what: `${count.size} kinds of ${what}; the rarest is "${rarest}"`,
      tried: least,
      bar: sizes.eachStep,
      expected: 'none',
      found: `${sample(found)}, of ${formatCount([...count.values()].reduce((sum, one) => sum + one, 0))}`,
      passed: found.length === 0,
    });
  }
}

interface Mutant {
  what: string;
  patch: Patch;
  isCaught(wrong: Tried['wrong']): boolean;
}

const mutants: Record<string, Mutant> = {
  'late-is-clean': {
    what: 'a load that was paid late or short also counts as a clean one',
    patch: { file: 'brokers/figures.ts', find: 'cleanLoads: isShort || daysOver > lateAfterDays.late ? 0 : 1', replace: 'cleanLoads: 1' },
    isCaught: ({ rose }) => rose.length > 0,
  },
  'start-unsaid': {
    what: 'the points that every broker starts with are not among the reasons',
    patch: { file: 'brokers/score.ts', find: 'reasons: [start, ...reasons]', replace: 'reasons' },
    isCaught: ({ explained }) => explained.length > 0,
  },
  'payments-stay': {
    what: 'a load that goes leaves its payment behind',
    patch: {
      file: 'brokers/figures.ts',
      find: 'addTally(payments, other.payments, sign)',
      replace: 'addTally(payments, other.payments, 1)',
    },
    isCaught: ({ order }) => order.length > 0,
  },
};

async function catchMutant(stage: Stage, [name, { what, patch, isCaught }]: [string, Mutant]): Promise<void> {
  const source = await plantFault(stage, name, [patch], 'packages/domain');
  const scoring: Scoring = {
    figures: (await import(join(source, 'brokers/figures.ts'))) as typeof figures,
    score: (await import(join(source, 'brokers/score.ts'))) as typeof score,
  };
  const tried = nothingTried();
  await tryHistories(scoring, stage.random.fork(name), mutantHistories, tried);
  const { order, explained, rose, fell } = tried.wrong;
  const counts = `${order.length} by order, ${explained.length} unexplained, ${rose.length} rose, ${fell.length} fell`;
  stage.report.mutant(what, isCaught(tried.wrong), `of ${formatCount(mutantHistories)} histories ${counts}`);
}
