import type { Page, Request } from '@playwright/test';
import { expect } from './product.ts';

/** The live stream stays open as long as the page does. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events';

/** After two frames: how many animations run and how many elements are busy. Endless animations are not counted. */
async function countMoves(): Promise<{ moving: number; waiting: number }> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
  const moving = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
  return { moving: moving.length, waiting: document.querySelectorAll('[aria-busy="true"]').length };
}

/** Waits until nothing on the page moves, even if data is still loading. */
export function restOn(page: Page): Promise<void> {
  return expect.poll(async () => (await page.evaluate(countMoves)).moving, { intervals: [20, 50, 100] }).toBe(0);
}

/** Starts to watch a page before it is opened. The returned function waits until all requests are answered and nothing moves. */
export function watchStillness(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    // Requests of the previous document end with it.
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) open.clear();
    if (isStream(request)) return;
    begun += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));

  const look = async () => {
    const before = begun;
    // A document that is being left gives no answer. The next poll asks the new one.
    const moves = await page.evaluate(countMoves).catch(() => null);
    return { ...moves, begun: begun - before, open: [...open].map((request) => request.url()) };
  };
  return () => expect.poll(look, { intervals: [20, 50, 100] }).toEqual({ moving: 0, waiting: 0, begun: 0, open: [] });
}
