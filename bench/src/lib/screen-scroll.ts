import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { dragTo, readRows } from './screen-browser.ts';

const flickEvents = 24;
const eventEveryMs = 16;
const firstStepPx = 220;
const slowing = 0.88;

/**
 * One flick on a trackpad: about forty rows, fast at first. The events come at a fixed pace, as from a hand, even while the page is busy.
 */
async function flick(page: Page, direction: 1 | -1): Promise<void> {
  const sent: Promise<void>[] = [];
  for (let index = 0; index < flickEvents; index++) {
    sent.push(page.mouse.wheel(0, Math.round(direction * firstStepPx * slowing ** index)));
    await pause(eventEveryMs);
  }
  await Promise.all(sent);
}

/** For `forMs`: goes to five places of the list by the scrollbar, and makes some flicks down and up at each. */
export async function scrollThrough(page: Page, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  for (let visit = 0; performance.now() < end; visit++) {
    const share = [0, 0.33, 0.66, 1, 0.5][visit % 5] ?? 0;
    await dragTo(page, share);
    for (const direction of share === 1 ? ([-1, -1, 1, -1] as const) : ([1, 1, -1, 1] as const)) {
      if (performance.now() < end) await flick(page, direction);
      await pause(100);
    }
  }
}

/** Scrolls down from the last loaded row while the next rows arrive. */
export async function scrollOn(page: Page, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    await flick(page, 1);
    await pause(100);
  }
}

/** Goes to the end of the list again and again until this many rows are loaded. */
export async function fetchRows(page: Page, wanted: number, withinMs: number): Promise<number> {
  const end = performance.now() + withinMs;
  let told = performance.now();
  for (;;) {
    const { loaded, isAll } = await readRows(page);
    if (loaded >= wanted || isAll) return loaded;
    if (performance.now() > end) throw new Error(`only ${loaded} of ${wanted} rows came within ${withinMs / 1_000} s`);
    if (performance.now() - told > 15_000) {
      process.stdout.write(`${loaded} rows\n`);
      told = performance.now();
    }
    await page.evaluate(async () => {
      const scroller = document.querySelector('table[aria-label="Loads"]')?.parentElement;
      for (let frame = 0; frame < 30; frame++) {
        if (scroller) scroller.scrollTop = scroller.scrollHeight;
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
  }
}

/** The largest numbers of elements and nodes during some work, and how often they were counted. */
export async function countNodes(
  page: Page,
  work: () => Promise<void>,
): Promise<{ counts: number; elements: number; nodes: number; browserNodes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  let browserNodes = 0;
  const looking = setInterval(() => {
    void devtools.send('Performance.getMetrics').then(({ metrics }) => {
      browserNodes = Math.max(browserNodes, metrics.find(({ name }) => name === 'Nodes')?.value ?? 0);
    });
  }, 500);
  const counter = await page.evaluateHandle(() => {
    const most = { counts: 0, elements: 0, nodes: 0 };
    const count = () => {
      const walker = document.createTreeWalker(document);
      let nodes = 1;
      most.counts += 1;
      while (walker.nextNode()) nodes++;
      most.nodes = Math.max(most.nodes, nodes);
      most.elements = Math.max(most.elements, document.getElementsByTagName('*').length);
    };
    return { most, timer: setInterval(count, 100) };
  });
  await work();
  clearInterval(looking);
  const most = await counter.evaluate(({ most, timer }) => {
    clearInterval(timer);
    return most;
  });
  await devtools.detach();
  return { ...most, browserNodes };
}
