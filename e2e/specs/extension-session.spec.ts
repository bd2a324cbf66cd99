import { findViolations } from '../axe.ts';
import { openBoard, openPopup } from '../board-marks.ts';
import { countPanels, findWorker } from '../board-panel.ts';
import { leaveTrialDays } from '../payments.ts';
import { expect, newcomer, openOffice, extensionTest as test } from '../product.ts';

test('a plan that has ended pauses the extension, and the popup counts the days of one that ends', async ({ page, context }) => {
  await openOffice(page, newcomer('Pia Holt'));
  const popup = await openPopup(context);
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  await expect(popup.getByRole('switch', { name: 'Read Demo Board' })).toBeVisible();

  await leaveTrialDays(page, -1);
  await page.reload();
  // The open popup follows what the web app tells the extension.
  await expect(popup.getByRole('heading', { name: 'Your plan has ended' })).toBeVisible();
  await expect(popup.getByRole('button', { name: 'See plans' })).toBeVisible();
  await expect(popup.getByRole('switch')).toHaveCount(0);

  await leaveTrialDays(page, 3);
  await page.reload();
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  await popup.reload();
  await expect(popup.getByText('3 days left')).toBeVisible();
});

test('the web app opens the side panel, and says how it goes on each board', async ({ page, context }, testInfo) => {
  await openOffice(page, newcomer('Pia Holt'));
  await page.goto('/dispatcher/extension');
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(rowOf('DAT One')).toContainText('Beta');
  await expect(rowOf('DAT One')).toContainText('Not open');
  await expect(page.getByText('Coming soon')).toHaveCount(0);
  const board = await context.newPage();
  await openBoard(board, '');
  await expect(board.locator('hh-row').first()).toBeAttached();
  await page.bringToFront();
  await page.reload();
  await expect(rowOf('Demo Board')).toContainText('Working');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await findViolations(page, theme), theme).toEqual([]);
    await page.screenshot({ path: testInfo.outputPath(`extension-${theme}.png`), fullPage: true });
  }
  // The browser opens it only within the click.
  const worker = findWorker(context);
  expect(await countPanels(worker)).toBe(0);
  await page.getByRole('button', { name: 'Open side panel' }).click();
  await expect.poll(() => countPanels(worker)).toBe(1);
});
