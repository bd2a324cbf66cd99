import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { attributeOf, type DebuggerNode, nodesIn } from '@headhaul/test-servers/board-marks';
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { clickNode } from './board-mail.ts';
import { expect } from './product.ts';

/**
 * The side panel's page in a tab of its own, where a test can look at it. The browser shows the same page beside the board, whose tab is
 * the active one there. `isBesideBoard` says so to the page in a tab.
 */
export async function openPanelPage(context: BrowserContext, { isBesideBoard = false } = {}): Promise<Page> {
  const panel = await context.newPage();
  if (isBesideBoard) {
    const frames = await findWorker(context).evaluate(async () => (await chrome.storage.session.get('board-frames'))['board-frames']);
    const [{ tabId }] = frames as [{ tabId: number }];
    await panel.addInitScript((id) => Object.assign(chrome.tabs, { query: async () => [{ id }] }), tabId);
  }
  await panel.setViewportSize({ width: 360, height: 900 });
  await panel.goto(`chrome-extension://${developmentExtensionId}/sidepanel.html`);
  return panel;
}

/** Clicks on the rate that we show in the row of this load. */
export async function openRow(board: Page, key: string): Promise<void> {
  await board.bringToFront();
  const session = await board.context().newCDPSession(board);
  let rate: DebuggerNode | undefined;
  await expect(async () => {
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
    const row = [...nodesIn(root)].find((node) => attributeOf(node, 'id') === `row-${key}`);
    const host = row && [...nodesIn(row)].find(({ nodeName }) => nodeName === 'HH-ROW');
    rate = host && [...nodesIn(host)].find(({ nodeName }) => nodeName === 'BUTTON');
    expect(rate, 'our rate in the row').toBeDefined();
  }).toPass();
  if (rate !== undefined) await clickNode(board, session, rate);
}

export function findWorker(context: BrowserContext): Worker {
  const worker = context.serviceWorkers().find((one) => one.url().includes(developmentExtensionId));
  if (worker === undefined) throw new Error('the service worker is not running');
  return worker;
}

/** How many side panels the browser shows, beside pages in tabs. */
export function countPanels(worker: Worker): Promise<number> {
  return worker.evaluate(
    async () => (await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL' as chrome.runtime.ContextType] })).length,
  );
}

/** What a row says about its broker. Null where it says nothing. */
export async function readBroker(session: CDPSession, key: string): Promise<string | null> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const row = [...nodesIn(root)].find((node) => attributeOf(node, 'id') === `row-${key}`);
  const mark = row && [...nodesIn(row)].find((node) => (attributeOf(node, 'class') ?? '').split(' ').includes('broker'));
  return (mark && attributeOf(mark, 'aria-label')) || null;
}

/** Notes what the worker asks the API from now on. */
export async function watchWorker(worker: Worker): Promise<() => Promise<{ path: string; body: string }[]>> {
  await worker.evaluate(() => {
    const asked: { path: string; body: string }[] = [];
    const through = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      asked.push({ path: new URL(String(input)).pathname, body: String(init?.body ?? '') });
      return through(input, init);
    };
    Object.assign(globalThis, { workerAsked: asked });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { workerAsked: { path: string; body: string }[] }).workerAsked);
}
