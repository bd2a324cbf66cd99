import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import {
  findMarks,
  findWrong as findWrongRows,
  indexTruth,
  isWaiting,
  lowestText,
  type RowFacts,
  type RowMark,
  type TrueLoad,
} from '@headhaul/test-servers/board-marks';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { comeIn, expect } from './product.ts';
import { sandboxOrigin } from './world.ts';

const market = 'seed=7&day=2026-11-17';

/** From the end of our element in a row to the middle of its rate, in a cell with room for all of it. Its inside is closed to the page. */
export const rateFromEnd = 290;

/** What the demo office wants for a mile, and whom it has blocked. */
const targetCents = 250;
const blocked = new Map([['Quickturn Freight Desk', 'Refused two detention claims with signed BOLs']]);

/**
 * Rows of the demo office on which something stands that isn't true. What it knows of a broker comes a moment after the broker's first row, so
 * while rows are scrolled that may be missing.
 */
export function findWrong(marks: readonly RowMark[], truth: ReadonlyMap<string, TrueLoad>): unknown[] {
  return findWrongRows(marks, truth, [{ targetCents }, { targetCents, blocked }]);
}

export function demoBoardAddress(query: string, origin = sandboxOrigin): string {
  return `${origin}/board?${market}${query}`;
}

/** What the board shows, as it shows it. */
export async function readPostings({ request }: Pick<Page, 'request'>): Promise<Record<string, string | number>[]> {
  const answer = await request.get(`${sandboxOrigin}/board/postings.json?${market}`);
  return ((await answer.json()) as { postings: Record<string, string | number>[] }).postings;
}

export async function readTruth({ request }: Pick<Page, 'request'>): Promise<Map<string, TrueLoad>> {
  const answer = await request.get(`${sandboxOrigin}/board/truth.json?${market}`);
  const { loads } = (await answer.json()) as { loads: TrueLoad[] };
  return indexTruth(loads);
}

/** All rows at one moment. */
export async function readMarks(session: CDPSession): Promise<RowMark[]> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  return findMarks(root);
}

export async function openPopup(context: BrowserContext): Promise<Page> {
  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${developmentExtensionId}/popup.html`);
  return popup;
}

/** Signs the extension in and sets the lowest rate per mile. Returns the popup. */
export async function setUpExtension(context: BrowserContext, page: Page): Promise<Page> {
  await comeIn(page);
  const popup = await openPopup(context);
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  await popup.getByLabel('Dim loads under').fill(lowestText);
  await popup.getByLabel('Dim loads under').press('Enter');
  return popup;
}

export async function openBoard(page: Page, query: string, origin?: string): Promise<void> {
  await page.goto(demoBoardAddress(query, origin));
  await page.waitForFunction(() => {
    const frame = document.querySelector('iframe');
    const owner = (frame?.contentWindow ?? window) as unknown as { demoBoard?: { isReady: boolean } };
    return owner.demoBoard?.isReady === true;
  });
}

/** All rows have something to say, and all of it is true. What the company knows may come a moment after the rest. */
export async function expectAllTrue(
  session: CDPSession,
  truth: ReadonlyMap<string, TrueLoad>,
  hasDeadhead = true,
  shown: Pick<RowFacts, 'unread'> = {},
): Promise<RowMark[]> {
  let marks: RowMark[] = [];
  await expect
    .poll(async () => {
      marks = await readMarks(session);
      return marks.length > 0 && !marks.some(isWaiting);
    })
    .toBe(true);
  const row = { ...shown, hasDeadhead };
  const all: RowFacts = { ...row, targetCents, blocked };
  expect(findWrongRows(marks, truth, [row, { ...row, targetCents }, { ...row, blocked }, all])).toEqual([]);
  await expect
    .poll(async () => {
      marks = await readMarks(session);
      return findWrongRows(marks, truth, [all]);
    })
    .toEqual([]);
  return marks;
}
