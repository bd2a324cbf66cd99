import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { findViolations } from '../../axe.ts';
import { clickRow, expectRow, openMailBoard, openMailOffice, sendFirst } from '../../board-mail.ts';
import { demoBoardAddress, openBoard, openPopup, readPostings, setUpExtension } from '../../board-marks.ts';
import { findWorker, openPanelPage, openRow } from '../../board-panel.ts';
import { goOnInPage, knowsDemo, openPopupOver, serveElsewhere, teachTruthfully } from '../../board-teach.ts';
import { leaveTrialDays } from '../../payments.ts';
import { expect, logOut, newcomer, openOffice, extensionTest as test } from '../../product.ts';

/** axe in both themes, and a picture of each. Returns what axe has against the page. */
async function look(page: Page, testInfo: TestInfo, state: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const violation of await findViolations(page, theme)) found.push([state, theme, violation]);
    await page.screenshot({ path: testInfo.outputPath(`${state}-${theme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** In the toolbar the popup has this size. */
const popupSize = { width: 360, height: 468 };
async function openSized(context: BrowserContext, over?: string): Promise<Page> {
  const popup = over === undefined ? await openPopup(context) : await openPopupOver(context, over);
  await popup.setViewportSize(popupSize);
  return popup;
}

/** The API is gone for the worker, as without a network. */
const silenceApi = (context: BrowserContext) =>
  findWorker(context).evaluate(() => {
    const owner = globalThis as unknown as { through?: typeof fetch };
    owner.through ??= globalThis.fetch;
    globalThis.fetch = async () => {
      throw new TypeError('Failed to fetch');
    };
  });
const restoreApi = (context: BrowserContext) =>
  findWorker(context).evaluate(() => {
    const { through } = globalThis as unknown as { through: typeof fetch };
    globalThis.fetch = through;
  });

test('axe: the popup in each of its states, light and dark', async ({ page, context }, testInfo) => {
  test.slow();
  const found: unknown[] = [];
  const popup = await openSized(context);
  await expect(popup.getByRole('button', { name: 'Sign in' })).toBeVisible();
  found.push(...(await look(popup, testInfo, 'signed-out')));
  await popup.close();

  const first = await openMailOffice(context, page, newcomer('Nadia Cole'));
  await first.close();
  const { page: board, session, loads } = await openMailBoard(context);
  const working = await openSized(context);
  await expect(working.getByText(/^Working, \d+ seen/)).toBeVisible();
  await expect(working.getByLabel('Today')).toContainText(/\d+emailed today|emailed today\d+/);
  await expect(working.getByText('DAT One')).toBeVisible();
  await expect(working.getByRole('button', { name: 'Open DAT One' })).toBeVisible();
  found.push(...(await look(working, testInfo, 'working')));
  await working.close();

  // Mails that wait.
  const [load, other] = loads as [(typeof loads)[number], (typeof loads)[number]];
  await board.bringToFront();
  await sendFirst(board, session, load.key);
  await expectRow(session, load.key, /^✓ Emailed/);
  await silenceApi(context);
  await clickRow(board, session, other.key, /^Email$/);
  const unsent = await openSized(context);
  await expect(unsent.getByRole('region', { name: 'Emails not sent' })).toBeVisible();
  await expect(unsent.getByRole('heading', { name: 'Headhaul does not answer' })).toBeVisible();
  found.push(...(await look(unsent, testInfo, 'silent-with-unsent')));
  await unsent.getByRole('button', { name: /^Discard the email/ }).click();
  await restoreApi(context);
  await unsent.close();

  // A page whose layout has changed, over its tab.
  await openBoard(board, '&broken=attrs');
  await expect(board.locator('hh-banner')).toBeVisible();
  const paused = await openSized(context, demoBoardAddress(''));
  const fix = paused.getByRole('region', { name: 'Paused boards' });
  await expect(fix).toContainText('Layout changed; filters paused.');
  await expect(fix.getByRole('button', { name: 'Report layout' })).toBeVisible();
  await fix.getByRole('button', { name: 'Try again' }).click();
  await expect(fix).toContainText('Last look just now');
  found.push(...(await look(paused, testInfo, 'paused')));
  await paused.close();

  // A site that the user keeps from us.
  await findWorker(context).evaluate(() => {
    Object.assign(chrome.permissions, { contains: async () => false });
  });
  const refused = await openSized(context);
  await expect(refused.getByRole('button', { name: 'Allow DAT One' })).toBeVisible();
  found.push(...(await look(refused, testInfo, 'refused')));
  await refused.close();

  await leaveTrialDays(page, -1);
  await page.bringToFront();
  await page.reload();
  const ended = await openSized(context);
  await expect(ended.getByRole('heading', { name: 'Your plan has ended' })).toBeVisible();
  found.push(...(await look(ended, testInfo, 'ended')));
  expect(found).toEqual([]);
});

test('axe: the popup with a taught page, light and dark', async ({ page, context }, testInfo) => {
  test.slow();
  await setUpExtension(context, page);
  const [postings, site] = [await readPostings(page), await serveElsewhere()];
  const board = await context.newPage();
  await openBoard(board, '&layout=wide&hash=1', site.origin);
  const session = await context.newCDPSession(board);
  const popup = await openPopupOver(context, site.origin);
  await goOnInPage(popup, 'Teach', board);
  await teachTruthfully(board, session, knowsDemo(postings));
  const taught = await openSized(context, site.origin);
  await expect(taught.getByText('on this computer only')).toBeVisible();
  const found = await look(taught, testInfo, 'taught');
  await site.close();
  expect(found).toEqual([]);
});

test('axe: the side panel in each of its states, light and dark', async ({ page, context }, testInfo) => {
  test.slow();
  const found: unknown[] = [];
  await setUpExtension(context, page).then((popup) => popup.close());
  const board = await context.newPage();
  await openBoard(board, '');
  await expect(board.locator('[data-hh="match"] hh-row').first()).toBeAttached();
  const panel = await openPanelPage(context, { isBesideBoard: true });
  await expect(panel.getByRole('list', { name: 'Matches' })).toBeVisible();
  found.push(...(await look(panel, testInfo, 'matches')));

  await panel.getByRole('tab', { name: 'Call' }).click();
  await expect(panel.getByRole('list', { name: 'Loads to call about' })).toBeVisible();
  found.push(...(await look(panel, testInfo, 'calls')));

  const key = ((await board.locator('[data-hh="match"]').first().getAttribute('id')) ?? '').slice('row-'.length);
  await openRow(board, key);
  await panel.bringToFront();
  await expect(panel.getByRole('region', { name: 'Broker' })).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Profit' })).toContainText('net a day');
  found.push(...(await look(panel, testInfo, 'load')));

  await silenceApi(context);
  await panel.getByRole('tab', { name: 'Filters' }).click();
  const strip = panel.getByRole('region', { name: 'No connection' });
  await expect(strip).toContainText(/Headhaul doesn’t answer since \d+:\d\d/);
  found.push(...(await look(panel, testInfo, 'silent')));
  await context.setOffline(true);
  await panel.getByRole('tab', { name: 'Matches' }).click();
  await expect(strip).toContainText('Offline since');
  found.push(...(await look(panel, testInfo, 'offline')));
  await context.setOffline(false);
  await restoreApi(context);
  await strip.getByRole('button', { name: 'Try now' }).click();
  await expect(strip).toHaveCount(0);

  await board.bringToFront();
  await board.evaluate(() => {
    for (const row of document.querySelectorAll('[id^="row-"]')) row.replaceChildren('?');
  });
  await expect(board.locator('hh-banner')).toBeVisible();
  await panel.bringToFront();
  const fix = panel.getByRole('region', { name: 'Looking for a fix' });
  await expect(fix).toBeVisible();
  await fix.getByRole('button', { name: 'Try again' }).click();
  await expect(fix).toContainText('last look just now');
  found.push(...(await look(panel, testInfo, 'paused')));

  await page.bringToFront();
  await logOut(page);
  await panel.bringToFront();
  await expect(panel.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  found.push(...(await look(panel, testInfo, 'signed-out')));

  await openOffice(page, newcomer('Pavel Stone'));
  await leaveTrialDays(page, -1);
  await page.reload();
  await panel.bringToFront();
  await expect(panel.getByRole('heading', { name: 'Headhaul is paused' })).toBeVisible();
  found.push(...(await look(panel, testInfo, 'ended')));
  expect(found).toEqual([]);
});
