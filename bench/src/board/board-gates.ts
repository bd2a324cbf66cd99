import type { TrueLoad } from '@headhaul/test-servers/board-marks';
import type { CDPSession, Page } from '@playwright/test';
import { type BrokerTruth, type Compared, createComparison, type Part, readRows } from './board-truth.ts';

/** Moves the list down, from its end back to its beginning, and returns in the next frame. */
function move(page: Page, pixels: number): Promise<void> {
  return page.evaluate(
    (step) =>
      new Promise<void>((resolve) => {
        const list = document.querySelector('#results');
        if (list !== null) list.scrollTop = (list.scrollTop + step) % (list.scrollHeight - list.clientHeight);
        requestAnimationFrame(() => resolve());
      }),
    pixels,
  );
}

export interface Observed {
  compared: Record<Part, Compared>;
  waiting: number;
  /** What was found and what was expected, of the first few that are wrong. */
  wrongs: string[];
}

/** Looks at all rows again and again while they are scrolled and jumped over, until each part of them has said something so often. */
export async function observeRows(
  page: Page,
  truth: { loads: ReadonlyMap<string, TrueLoad>; brokers: ReadonlyMap<string, BrokerTruth> },
  wanted: Readonly<Record<Part, number>>,
): Promise<Observed> {
  const session = await page.context().newCDPSession(page);
  const { result, look } = createComparison(truth.loads, truth.brokers);
  const isEnough = () => (Object.keys(wanted) as Part[]).every((part) => result.compared[part].said >= wanted[part]);
  // A board on which nothing is said must end too. Usually more than half of the rows say something.
  for (let at = 0; !isEnough() && at < wanted.rate; at += 1) {
    await move(page, at % 10 === 9 ? 40_000 : 440);
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
    look(readRows(root));
  }
  await session.detach();
  return result;
}

async function readMetric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

/** What the page's main thread spends on tasks while nobody does anything, in milliseconds a minute. */
export async function spendOnIdling(page: Page, forMs: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readMetric(session, 'TaskDuration');
  await page.waitForTimeout(forMs);
  const spentMs = ((await readMetric(session, 'TaskDuration')) - before) * 1_000;
  await session.detach();
  return (spentMs * 60_000) / forMs;
}

/** Counts how often the board draws its first row anew. The returned function waits for so many. */
async function countRedraws(page: Page): Promise<(wanted: number) => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const counted = { redraws: 0 };
    const cells = document.querySelector('[id^="row-"] > *');
    const observer = new MutationObserver(() => {
      counted.redraws += 1;
    });
    if (cells !== null) observer.observe(cells, { childList: true });
    return counted;
  });
  return async (wanted) => {
    await page.waitForFunction(({ counted, least }) => counted.redraws >= least, { counted: counter, least: wanted }, { timeout: 0 });
    return counter.evaluate(({ redraws }) => redraws);
  };
}

async function readMemory(session: CDPSession): Promise<{ bytes: number; nodes: number }> {
  // What a first round frees may hold what a second one finds.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { bytes: usedSize, nodes };
}

export interface Growth {
  redraws: number;
  megabytes: number;
  nodes: number;
}

/** What is still in memory after the board has drawn its rows anew so often. */
export async function growOverRedraws(page: Page, redraws: number): Promise<Growth> {
  const warmUp = Math.ceil(redraws / 10);
  const waitFor = await countRedraws(page);
  const session = await page.context().newCDPSession(page);
  await waitFor(warmUp);
  const before = await readMemory(session);
  const counted = await waitFor(warmUp + redraws);
  const after = await readMemory(session);
  await session.detach();
  return { redraws: counted - warmUp, megabytes: (after.bytes - before.bytes) / 1_000_000, nodes: after.nodes - before.nodes };
}
