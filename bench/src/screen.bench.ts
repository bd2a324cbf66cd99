import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { isReached, printResults, type Result } from './lib/list-results.ts';
import { openBrowser, openScreen } from './lib/screen-browser.ts';
import { changeStatuses, type Deed, filterByStatus, openAndClose, typeInFind } from './lib/screen-deeds.ts';
import { resultsDir, startProduct } from './lib/screen-product.ts';
import { writeScreenResults } from './lib/screen-results.ts';
import { countNodes, fetchRows, scrollOn, scrollThrough } from './lib/screen-scroll.ts';
import { longTaskMs, readTrace, type TraceFigures, trace } from './lib/screen-trace.ts';

const scrollMs = 10_000;
const maxElements = 1_500;
const maxPaintMs = 50;
const times = 40;
/** Still to come when the scroll at the end begins. */
const restRows = 3_000;
/** Of the long tasks the longest are told; the trace has them all. */
const toldTasks = 5;
const fetchingWithinMs = 20 * 60_000;
const list = '/dispatcher/my-loads?view=all&sort=pickup.desc&group=none';

/** The list of loads with a hundred thousand rows in it: how it scrolls, and how long it takes until what is done is seen. */
export async function benchScreen(isFull: boolean): Promise<void> {
  const rows = isFull ? 100_000 : 10_000;
  const product = await startProduct(rows);
  const browser = await openBrowser();
  try {
    const page = await openScreen(browser, product, list);
    await page.mouse.move(720, 500);
    await fetchRows(page, rows - restRows, fetchingWithinMs);
    const results = await whileRowsCome(browser, page);
    const loaded = await fetchRows(page, rows, fetchingWithinMs);
    results.unshift({ id: 'rows', promise: 'rows in the list', figure: loaded, bar: { atLeast: rows }, unit: '', detail: '' });
    results.push(...(await throughAll(browser, page)), ...(await deeds(page)));
    printResults(results);
    const about = `${loaded.toLocaleString('en-US')} loads in the list; ${browser.version()}, 1440 × 900, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}; ${new Date().toISOString().slice(0, 10)}.`;
    process.stdout.write(`${about}\n`);
    if (isFull) await writeScreenResults(results, about);
    if (!results.every(isReached)) process.exitCode = 1;
  } finally {
    await browser.close();
    await product.close();
  }
}

async function whileRowsCome(browser: Browser, page: Page): Promise<Result[]> {
  const figures = readTrace(await trace(browser, page, () => scrollOn(page, scrollMs)));
  return [taskResult('10 s scroll at the end while rows come: longest task', figures)];
}

async function throughAll(browser: Browser, page: Page): Promise<Result[]> {
  let nodes = { elements: Number.NaN, nodes: 0, browserNodes: 0 };
  nodes = await countNodes(page, () => scrollThrough(page, scrollMs));
  const kept = await trace(browser, page, () => scrollThrough(page, scrollMs));
  await mkdir(resultsDir, { recursive: true });
  await writeFile(join(resultsDir, 'screen-trace.json.gz'), await promisify(gzip)(kept));
  const figures = readTrace(kept);
  const { framesDrawn, framesDropped } = figures;
  return [
    {
      id: 'P-05',
      promise: '10 s scroll through all rows: most elements at once',
      figure: nodes.elements,
      bar: { atMost: maxElements },
      unit: ' ',
      detail: `${nodes.nodes} nodes with texts, ${nodes.browserNodes} in the whole browser's account`,
    },
    taskResult('10 s scroll through all rows: longest task', figures),
    { id: 'P-05', promise: 'frames dropped', figure: framesDropped, bar: null, unit: ' ', detail: `${framesDrawn} drawn` },
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
    bar: { atMost: longTaskMs },
    unit: ' ms',
    detail: `${tasks} tasks, longest by CPU ${longestCpuMs.toFixed(0)} ms, ${longTasks.length} over ${longTaskMs} ms${words.length === 0 ? '' : `: ${words.join('; ')}`}`,
  };
}

async function deeds(page: Page): Promise<Result[]> {
  const done: Deed[] = [];
  await page.evaluate(() => {
    const scroller = document.querySelector('table[aria-label="Loads"]')?.parentElement;
    if (scroller) scroller.scrollTop = 0;
  });
  done.push(...(await openAndClose(page, times)));
  done.push(...(await filterByStatus(page, times)));
  done.push(...(await typeInFind(page, times)));
  // Last: it takes the dispatched ones away.
  done.push(...(await changeStatuses(page, times)));
  return done.map(({ name, paints, presented }) => ({
    id: 'P-01',
    promise: `${name}: p95 until it is painted`,
    // Too few samples prove nothing.
    figure: paints.length < times ? Number.NaN : quantile(paints, 0.95),
    bar: { atMost: maxPaintMs },
    unit: ' ms',
    detail: `${paints.length} times; median ${quantile(paints, 0.5).toFixed(0)}, most ${Math.max(...paints).toFixed(0)} ms; presented p95 ${quantile(presented, 0.95).toFixed(0)} ms`,
  }));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
