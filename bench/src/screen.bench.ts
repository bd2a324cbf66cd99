import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { Form } from './lib/form.ts';
import type { Measured } from './lib/report.ts';
import type { Result } from './lib/results.ts';
import { type Action, changeStatuses, filterByStatus, openAndClose, typeInFind } from './lib/screen-actions.ts';
import { openBrowser, openScreen } from './lib/screen-browser.ts';
import { makeScreenDatabase } from './lib/screen-database.ts';
import { startProduct } from './lib/screen-product.ts';
import { countNodes, fetchRows, scrollOn, scrollThrough } from './lib/screen-scroll.ts';
import { longTaskMs, readTrace, type TraceFigures, trace } from './lib/screen-trace.ts';
import { repository, type Stage } from './lib/stage.ts';

interface Size {
  rows: number;
  /** Rows that are not loaded yet when the last scroll begins. */
  restRows: number;
  scrollMs: number;
  /** How often each action is done. */
  times: number;
}
const sizes: Record<Form, Size> = {
  tiny: { rows: 600, restRows: 300, scrollMs: 2_000, times: 3 },
  short: { rows: 10_000, restRows: 3_000, scrollMs: 10_000, times: 40 },
  full: { rows: 100_000, restRows: 3_000, scrollMs: 10_000, times: 40 },
};
const resultsDir = join(repository, 'bench/results');
const maxElements = 1_500;
const maxPaintMs = 50;
/** How many of the longest tasks are printed. The trace has all of them. */
const toldTasks = 5;
const fetchingWithinMs = 20 * 60_000;
const list = '/dispatcher/my-loads?view=all&sort=pickup.desc&group=none';

/** The list of loads with up to a hundred thousand rows: how it scrolls, and how long it takes until an action is painted. */
export async function benchScreen(stage: Stage): Promise<Measured> {
  const { rows, restRows, scrollMs, times } = sizes[stage.form];
  const product = await startProduct(stage, await makeScreenDatabase(stage, rows, 2 * times));
  const browser = await openBrowser();
  stage.defer(() => browser.close());
  const page = await openScreen(browser, product, list);
  await page.mouse.move(720, 500);
  await fetchRows(page, rows - restRows, fetchingWithinMs);
  const whileRowsCome = readTrace(await trace(browser, page, () => scrollOn(page, scrollMs)));
  const loaded = await fetchRows(page, rows, fetchingWithinMs);
  const seconds = `${scrollMs / 1_000} s scroll`;
  const results: Result[] = [
    {
      id: 'rows',
      promise: 'rows in the list',
      figure: loaded,
      samples: { taken: loaded, wanted: rows },
      bar: { atLeast: rows },
      unit: ' ',
      detail: '',
    },
    taskResult(`${seconds} at the end while rows come: longest task`, whileRowsCome),
    ...(await throughAll(browser, page, scrollMs, `${seconds} through all rows`)),
    ...(await actions(page, times)),
  ];
  return { results, about: `${loaded.toLocaleString('en-US')} loads in the list; Chromium ${browser.version()}, 1440 × 900` };
}

async function throughAll(browser: Browser, page: Page, scrollMs: number, name: string): Promise<Result[]> {
  const nodes = await countNodes(page, () => scrollThrough(page, scrollMs));
  const kept = await trace(browser, page, () => scrollThrough(page, scrollMs));
  await mkdir(resultsDir, { recursive: true });
  await writeFile(join(resultsDir, 'screen-trace.json.gz'), await promisify(gzip)(kept));
  const figures = readTrace(kept);
  const { framesDrawn, framesDropped } = figures;
  return [
    {
      id: 'P-05',
      promise: `${name}: most elements at once`,
      figure: nodes.elements,
      samples: { taken: nodes.counts, wanted: 1 },
      bar: { atMost: maxElements },
      unit: ' ',
      detail: `${nodes.nodes} nodes with texts, ${nodes.browserNodes} in the whole browser's account`,
    },
    taskResult(`${name}: longest task`, figures),
    {
      id: 'P-05',
      promise: 'frames dropped',
      figure: framesDropped,
      samples: { taken: framesDrawn + framesDropped, wanted: 1 },
      bar: null,
      unit: ' ',
      detail: `${framesDrawn} drawn`,
    },
  ];
}

function taskResult(promise: string, { tasks, longestMs, longestCpuMs, longTasks }: TraceFigures): Result {
  const longest = longTasks.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, toldTasks);
  const words = longest.map(({ atMs, wallMs, cpuMs, causes }) => {
    const by = Object.entries(causes).filter(([, ms]) => ms >= 1);
    return `${wallMs.toFixed(0)} ms at ${(atMs / 1_000).toFixed(1)} s (${cpuMs.toFixed(0)} CPU; ${by.map(([cause, ms]) => `${cause} ${ms.toFixed(0)}`).join(', ')})`;
  });
  return {
    id: 'P-05',
    promise,
    figure: longestMs,
    samples: { taken: tasks, wanted: 1 },
    bar: { atMost: longTaskMs },
    unit: ' ms',
    detail: `${tasks} tasks, longest by CPU ${longestCpuMs.toFixed(0)} ms, ${longTasks.length} over ${longTaskMs} ms${words.length === 0 ? '' : `: ${words.join('; ')}`}`,
  };
}

async function actions(page: Page, times: number): Promise<Result[]> {
  await page.evaluate(() => {
    const scroller = document.querySelector('table[aria-label="Loads"]')?.parentElement;
    if (scroller) scroller.scrollTop = 0;
  });
  const done: Action[] = [
    ...(await openAndClose(page, times)),
    ...(await filterByStatus(page, times)),
    ...(await typeInFind(page, times)),
    // Last, because it uses up the dispatched loads.
    ...(await changeStatuses(page, times)),
  ];
  return done.map(({ name, paints, presented }) => ({
    id: 'P-01',
    promise: `${name}: p95 until it is painted`,
    figure: quantile(paints, 0.95),
    samples: { taken: paints.length, wanted: times },
    bar: { atMost: maxPaintMs },
    unit: ' ms',
    detail: `${paints.length} times; median ${quantile(paints, 0.5).toFixed(0)}, most ${Math.max(...paints).toFixed(0)} ms; ${formatPresented(presented)}`,
  }));
}

/** The browser reports no event that was presented within one frame. */
function formatPresented(presented: readonly number[]): string {
  return presented.length === 0 ? 'all presented within a frame' : `presented p95 ${quantile(presented, 0.95).toFixed(0)} ms`;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
