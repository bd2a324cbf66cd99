import type { TrueLoad } from '@headhaul/test-servers/board-marks';
import type { Page } from '@playwright/test';
import { timePings } from './board/board-bridge.ts';
import { makeBrokers, readBrokers } from './board/board-brokers.ts';
import { buildExtension, openBoard, openWithExtension, setLowestRate, spendOnScrolling, startSandbox } from './board/board-browser.ts';
import { filterResult } from './board/board-filters.ts';
import { frameResults, timeFrames } from './board/board-frames.ts';
import { growOverRedraws, observeRows, spendOnIdling } from './board/board-gates.ts';
import { largestPack, offerPack, packWithoutRowUi } from './board/board-packs.ts';
import { measurePairs } from './board/board-pairs.ts';
import { growthResults, idleResult, packResult, pingResults, sizeResult, staleResults, stepResult } from './board/board-results.ts';
import { measureScript, type ScriptSize, scriptResults } from './board/board-script.ts';
import type { Part } from './board/board-truth.ts';
import type { Form } from './lib/form.ts';
import type { Measured } from './lib/report.ts';
import { openScreenIn } from './lib/screen-browser.ts';
import { makeScreenDatabase } from './lib/screen-database.ts';
import { startProduct } from './lib/screen-product.ts';
import type { Stage } from './lib/stage.ts';

interface Size {
  steps: number;
  /** Pairs of a run with the board switched off and one with it on. */
  runs: number;
  filterRuns: number;
  /** How often each part of a row is looked at while it says something. */
  observations: Record<Part, number>;
  idleMs: number;
  redraws: number;
  script: ScriptSize;
  pings: { warm: number; cold: number };
  packs: number;
  /** On a computer that is four times slower. Null: not measured, because the figure says something only where nothing else runs. */
  frames: number | null;
}
const observations = { rate: 15_000, mail: 7_500, note: 5_000, broker: 1_500 };
const sizes: Record<Form, Size> = {
  tiny: {
    steps: 20,
    runs: 1,
    filterRuns: 1,
    observations: { rate: 200, mail: 50, note: 20, broker: 1 },
    idleMs: 1_000,
    redraws: 20,
    script: { steps: 20, rows: 20, starts: 1 },
    pings: { warm: 2, cold: 1 },
    packs: 1,
    frames: 20,
  },
  short: {
    steps: 240,
    runs: 3,
    filterRuns: 5,
    observations,
    idleMs: 20_000,
    redraws: 1_000,
    script: { steps: 240, rows: 400, starts: 3 },
    pings: { warm: 20, cold: 5 },
    packs: 5,
    frames: null,
  },
  full: {
    steps: 240,
    runs: 5,
    filterRuns: 9,
    observations,
    idleMs: 60_000,
    redraws: 6_000,
    script: { steps: 240, rows: 400, starts: 5 },
    pings: { warm: 50, cold: 9 },
    packs: 9,
    frames: 600,
  },
};
const still = 'seed=7&day=2026-11-17';
const market = `${still}&live=5&tick=1000`;
/** Twenty times a second, which is not yet taken for a quarrel with the page. */
const redrawEveryMs = 50;
/** Above the number of the configuration in the package. */
const firstVersion = 1_000;
/** So that brokers have been paid often enough for a letter. */
const companyLoads = 600;
/** After a page was opened, until nothing of its start is left to do. */
const settleMs = 1_000;

/**
 * What the extension costs on a board: the page's thread while somebody scrolls and while nobody does, its memory, the filter, and what every
 * page loads. And whether what it says is true meanwhile.
 */
export async function benchBoard(stage: Stage): Promise<Measured> {
  const { steps, runs, filterRuns, observations: wanted, idleMs, redraws, script, pings: pingsWanted, packs, frames } = sizes[stage.form];
  const [sandbox, database] = [await startSandbox(stage), await makeScreenDatabase(stage, companyLoads, 0)];
  const loads = await readLoads(sandbox);
  await makeBrokers(database, loads);
  const product = await startProduct(stage, database);
  const extensionDir = await buildExtension(stage, product.origin, sandbox);
  const context = await openWithExtension(stage, extensionDir);
  const app = await openScreenIn(context, product, '/dispatcher/my-loads?view=all');
  await setLowestRate(context);
  const board = await context.newPage();
  const address = `${sandbox}/board?${market}`;
  const inPairs = <T>(measure: (isOn: boolean) => Promise<T>) => measurePairs(context, runs, measure);
  const scroll = (isOn: boolean) => spendOnScrolling(board, address, steps, isOn);
  const spent = await inPairs(scroll);
  const framesTimed = frames === null ? null : await inPairs((isOn) => timeFrames(board, address, frames, isOn));
  const idle = await inPairs(async (isOn) => {
    await openBoard(board, `${sandbox}/board?${still}`, isOn);
    await board.waitForTimeout(settleMs);
    return spendOnIdling(board, idleMs);
  });
  await openBoard(board, `${address}&swap=10`, true);
  const truth = { loads: new Map(loads.map((load) => [load.key, load])), brokers: await readBrokers(product) };
  const observed = await observeRows(board, truth, wanted);
  await openBoard(board, `${sandbox}/board?${still}&churn=${redrawEveryMs}`, true);
  const growth = await growOverRedraws(board, redraws);
  const figures = await measureScript(context, board, address, script);
  const pings = await timePings(context, app, pingsWanted);
  await offerPack(context, packWithoutRowUi(firstVersion), firstVersion);
  await waitForNoRowUi(board, address);
  const bare = await inPairs(scroll);
  const packMs: number[] = [];
  for (let at = 1; at <= packs; at += 1) packMs.push(await offerPack(context, largestPack(firstVersion + at), firstVersion + at));
  const results = [
    stepResult(bare, steps, runs, false),
    stepResult(spent, steps, runs, true),
    await filterResult(`${sandbox}/board/postings.json?${market}`, filterRuns),
    sizeResult(extensionDir),
    ...staleResults(observed, wanted),
    idleResult(idle, idleMs, runs),
    ...growthResults(growth, redraws),
    ...scriptResults(figures, script),
    ...pingResults(pings, pingsWanted),
    packResult(packMs, packs),
    ...(frames === null || framesTimed === null ? [] : frameResults(framesTimed, { frames, runs })),
  ];
  return { results, about: `demo board with 10,000 loads, ${steps} steps of 88 px, ${runs} pairs of runs without and with the extension` };
}

/** The worker has taken the configuration. Pages get it a moment later. */
async function waitForNoRowUi(board: Page, address: string): Promise<void> {
  await openBoard(board, address, true);
  await board.waitForFunction(() => document.querySelector('hh-row') === null && document.querySelector('[data-hh]') !== null);
}

async function readLoads(sandbox: string): Promise<TrueLoad[]> {
  const answer = await fetch(`${sandbox}/board/truth.json?${still}`);
  return ((await answer.json()) as { loads: TrueLoad[] }).loads;
}
