import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { compileFilter } from '@headhaul/domain/boards/filters/filter';
import type { BoardRule } from '@headhaul/domain/boards/filters/rules';
import { readBoardLoad } from '@headhaul/domain/boards/read-load';
import { indexTruth, type TrueLoad } from '@headhaul/test-servers/board-marks';
import type { BrowserContext } from '@playwright/test';
import {
  buildExtension,
  contentScriptBytes,
  openBoard,
  openWithExtension,
  setLowestRate,
  spendOnScrolling,
  startSandbox,
  switchBoard,
  type ThreadTime,
} from './board/board-browser.ts';
import { type Growth, growOverRedraws, type Observed, observeRows, spendOnIdling } from './board/board-gates.ts';
import type { Form } from './lib/form.ts';
import type { Measured } from './lib/report.ts';
import type { Result } from './lib/results.ts';
import { openScreenIn } from './lib/screen-browser.ts';
import { makeScreenDatabase } from './lib/screen-database.ts';
import { startProduct } from './lib/screen-product.ts';
import type { Stage } from './lib/stage.ts';

interface Size {
  steps: number;
  /** Of each kind: with the board switched off, and on. */
  runs: number;
  filterRuns: number;
  /** Rows that are looked at while they say something. */
  observations: number;
  idleMs: number;
  redraws: number;
}
const sizes: Record<Form, Size> = {
  tiny: { steps: 20, runs: 1, filterRuns: 1, observations: 200, idleMs: 1_000, redraws: 20 },
  short: { steps: 240, runs: 3, filterRuns: 5, observations: 15_000, idleMs: 20_000, redraws: 1_000 },
  full: { steps: 240, runs: 5, filterRuns: 9, observations: 15_000, idleMs: 60_000, redraws: 6_000 },
};
const still = 'seed=7&day=2026-11-17';
const market = `${still}&live=5&tick=1000`;
/** Twenty times a second, which is not yet taken for a quarrel with the page. */
const redrawEveryMs = 50;
/** How often a board may draw its rows anew, and for how long, without leaving anything behind. */
const [usualRedrawMs, usualChurnMinutes] = [300, 30];
const maxStepMs = 2;
const maxIdleMs = 20;
const maxGrowthMb = 2;
const maxNodes = 50;
const maxFilterMs = 60;
const maxScriptBytes = 90_000;
const judged = 10_000;
/** After a page was opened, until nothing of its start is left to do. */
const settleMs = 1_000;

const rules: BoardRule[] = [
  { kind: 'MIN_RPM', cents: 150, basis: 'ALL_IN' },
  { kind: 'MIN_RATE', cents: 30_000 },
  { kind: 'MAX_DEADHEAD', miles: 400 },
  { kind: 'MILES_BETWEEN', min: 10, max: 3_000 },
  { kind: 'EQUIPMENT', anyOf: ['VAN', 'REEFER', 'FLATBED', 'STEPDECK'], withoutModifiers: ['TEAM'] },
  { kind: 'MAX_WEIGHT', lb: 48_000 },
  { kind: 'MAX_LENGTH', ft: 53 },
  { kind: 'MIN_CREDIT', score: 50 },
  { kind: 'MAX_DAYS_TO_PAY', days: 60 },
  { kind: 'BROKER_BLOCK', mcs: ['1', '2'], names: ['Nobody Freight'], emailDomains: ['nobody.example'] },
  { kind: 'KEYWORDS', none: ['team', 'hazmat'], any: [], in: ['comments', 'commodity'] },
  { kind: 'DESTINATION_STATES', allow: [], block: ['AK'] },
];

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const sum = ({ script, layout, style }: ThreadTime) => script + layout + style;

/**
 * What the extension costs on a board: the page's thread while somebody scrolls and while nobody does, its memory, the filter, and what every
 * page loads. And whether what it says is true meanwhile.
 */
export async function benchBoard(stage: Stage): Promise<Measured> {
  const { steps, runs, filterRuns, observations, idleMs, redraws } = sizes[stage.form];
  const [product, sandbox] = [await startProduct(stage, await makeScreenDatabase(stage, 50, 0)), await startSandbox(stage)];
  const extensionDir = await buildExtension(stage, product.origin, sandbox);
  const context = await openWithExtension(stage, extensionDir);
  await openScreenIn(context, product, '/dispatcher/my-loads?view=all');
  await setLowestRate(context);
  const board = await context.newPage();
  const inBoth = <T>(measure: (isOn: boolean) => Promise<T>) => compareSwitched(context, runs, measure);
  const spent = await inBoth((isOn) => spendOnScrolling(board, `${sandbox}/board?${market}`, steps, isOn));
  const idle = await inBoth(async (isOn) => {
    await openBoard(board, `${sandbox}/board?${still}`, isOn);
    await board.waitForTimeout(settleMs);
    return spendOnIdling(board, idleMs);
  });
  await openBoard(board, `${sandbox}/board?${market}&swap=10`, true);
  const observed = await observeRows(board, await readTruth(sandbox), observations);
  await openBoard(board, `${sandbox}/board?${still}&churn=${redrawEveryMs}`, true);
  const growth = await growOverRedraws(board, redraws);
  const results = [
    stepResult(spent, steps, runs),
    filterResult(await readLoads(sandbox), filterRuns),
    sizeResult(extensionDir),
    staleResult(observed, observations),
    idleResult(idle, idleMs, runs),
    ...growthResults(growth, redraws),
  ];
  return { results, about: `demo board with 10,000 loads, ${steps} steps of 88 px, ${runs} runs of each kind` };
}

type Switched<T> = Record<'off' | 'on', T[]>;

/** Measures with the board switched off and on, by turns. It is on at the end. */
async function compareSwitched<T>(context: BrowserContext, runs: number, measure: (isOn: boolean) => Promise<T>): Promise<Switched<T>> {
  const measured: Switched<T> = { off: [], on: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const kind of ['off', 'on'] as const) {
      await switchBoard(context, kind === 'on');
      measured[kind].push(await measure(kind === 'on'));
    }
  }
  return measured;
}

async function readTruth(sandbox: string): Promise<Map<string, TrueLoad>> {
  const answer = await fetch(`${sandbox}/board/truth.json?${still}`);
  const { loads } = (await answer.json()) as { loads: TrueLoad[] };
  return indexTruth(loads);
}

function staleResult({ said, wrong, waiting }: Observed, wanted: number): Result {
  return {
    id: 'B-04',
    promise: 'rows that said something about another load',
    figure: wrong,
    samples: { taken: said, wanted },
    bar: { atMost: 0 },
    unit: ' rows',
    detail: `${said} rows said something when looked at, ${waiting} did not yet; scrolled, jumped over and exchanged`,
  };
}

function idleResult({ off, on }: Switched<number>, idleMs: number, runs: number): Result {
  return {
    id: 'B-05',
    promise: 'idle tab: ms of the main thread added a minute',
    figure: median(on) - median(off),
    samples: { taken: Math.min(off.length, on.length), wanted: runs },
    bar: { atMost: maxIdleMs },
    unit: ' ms',
    detail: `from ${idleMs / 1_000} s, median of ${runs}; without: ${median(off).toFixed(0)} ms`,
  };
}

function growthResults({ redraws, megabytes, nodes }: Growth, wanted: number): Result[] {
  const samples = { taken: redraws, wanted };
  const minutes = (redraws * usualRedrawMs) / 60_000;
  const detail = `as many redraws as in ${minutes.toFixed(1)} of ${usualChurnMinutes} min at one every ${usualRedrawMs} ms`;
  return [
    { id: 'B-06', promise: 'MB of heap left by redraws', figure: megabytes, samples, bar: { atMost: maxGrowthMb }, detail },
    { id: 'B-06', promise: 'nodes left by redraws', figure: nodes, samples, bar: { atMost: maxNodes }, unit: ' nodes', detail },
  ];
}

function stepResult({ off, on }: Switched<ThreadTime>, steps: number, runs: number): Result {
  const part = (name: keyof ThreadTime) => median(on.map((one) => one[name])) - median(off.map((one) => one[name]));
  const parts = (['script', 'layout', 'style'] as const).map((name) => `${name} ${part(name).toFixed(0)}`).join(', ');
  return {
    id: 'B-01',
    promise: 'ms of script, layout and style added per scroll step',
    figure: (median(on.map(sum)) - median(off.map(sum))) / steps,
    samples: { taken: Math.min(off.length, on.length), wanted: runs },
    bar: { atMost: maxStepMs },
    detail: `added in all: ${parts} ms; without: ${median(off.map(sum)).toFixed(0)} ms`,
  };
}

interface Posting {
  key: string;
  [text: string]: string;
}

/** The loads of the board, as its rows are read. */
async function readLoads(sandbox: string): Promise<BoardLoad[]> {
  const answer = await fetch(`${sandbox}/board/postings.json?${market}`);
  const { postings } = (await answer.json()) as { postings: Posting[] };
  return postings.slice(0, judged).map((posting) => {
    const text = (name: string) => posting[name] ?? null;
    return readBoardLoad(
      {
        origin: { text: text('origin'), as: 'cityState' },
        destination: { text: text('destination'), as: 'cityState' },
        rateTotal: { text: text('rate'), as: 'usd' },
        tripMiles: { text: text('trip'), as: 'miles' },
        deadheadOrigin: { text: text('deadheadOrigin'), as: 'miles' },
        equipment: { text: text('equipment'), as: 'text' },
        length: { text: text('length'), as: 'feet' },
        weight: { text: text('weight'), as: 'pounds' },
        company: { text: text('company'), as: 'text' },
        creditScore: { text: text('credit'), as: 'creditScore' },
        daysToPay: { text: text('daysToPay'), as: 'dtp' },
        commodity: { text: text('commodity'), as: 'text' },
        comments: { text: text('comments'), as: 'text' },
      },
      { board: 'demo', layout: 'wide', rowKey: posting.key, today: '2026-11-17' },
    );
  });
}

function filterResult(loads: readonly BoardLoad[], runs: number): Result {
  const filter = compileFilter({ rules });
  const context = { today: '2026-11-17', isEmailed: null, isFactorable: null };
  let passed = 0;
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    passed = loads.filter((load) => filter.judge(load, context).verdict === 'PASS').length;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return {
    id: 'B-02',
    promise: `${judged.toLocaleString('en-US')} loads judged by ${rules.length} rules`,
    figure: median(times),
    samples: { taken: loads.length, wanted: judged },
    bar: { atMost: maxFilterMs },
    unit: ' ms',
    detail: `${passed} pass; CPU time, median of ${runs}`,
  };
}

function sizeResult(extensionDir: string): Result {
  const bytes = contentScriptBytes(extensionDir);
  return {
    id: 'B-03',
    promise: 'content script, compressed',
    figure: bytes,
    samples: { taken: 1, wanted: 1 },
    bar: { atMost: maxScriptBytes },
    unit: ' bytes',
    detail: '',
  };
}
