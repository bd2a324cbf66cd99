import { mkdir } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { clickPopover, clickRow, expectPopover, expectRow, openMailBoard } from '../board-mail.ts';
import { openPopup } from '../board-marks.ts';
import { openPanelPage, openRow, readBroker } from '../board-panel.ts';
import { comeIn, expect, extensionTest as test } from '../product.ts';
import { repoRoot } from '../world.ts';

const folder = `${repoRoot}apps/extension/store/pictures`;
/** What the Chrome Web Store asks for. */
const size = { width: 1280, height: 800 };
const panelWidth = 360;

const toImage = (png: Buffer, style: string) => `<img src="data:image/png;base64,${png.toString('base64')}" style="${style}">`;

/** What the browser shows around a page can't be photographed with it, so both are put together as they stand on the screen. */
async function compose(context: BrowserContext, name: string, images: readonly string[]): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.setContent(`<body style="position:relative;margin:0;height:100vh;overflow:hidden">${images.join('')}</body>`);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}

async function shootBesidePanel(context: BrowserContext, board: Page, panel: Page, name: string): Promise<void> {
  await board.setViewportSize({ ...size, width: size.width - panelWidth });
  const left = await board.screenshot();
  await panel.bringToFront();
  const right = await panel.screenshot();
  await compose(context, name, [
    toImage(left, 'position:absolute;left:0'),
    toImage(right, 'position:absolute;right:0;box-shadow:-1px 0 #c3cad5'),
  ]);
}

test('the five pictures of the store’s page', async ({ page, context }) => {
  await mkdir(folder, { recursive: true });
  await comeIn(page);
  const popup = await openPopup(context);
  await popup.getByLabel('Dim loads under').fill('2.00');
  await popup.getByLabel('Dim loads under').press('Enter');
  const { page: board, session, loads } = await openMailBoard(context);
  await board.setViewportSize(size);
  await board.bringToFront();
  await expect(board.locator('[data-hh="dim"]').first()).toBeVisible();
  const keys = await board.locator('[id^="row-"]').evaluateAll((rows) => rows.map(({ id }) => id.slice('row-'.length)));
  await expect
    .poll(
      async () => (await Promise.all(keys.map((key) => readBroker(session, key)))).filter((label) => label?.startsWith('Broker ')).length,
    )
    .toBeGreaterThan(2);
  await board.screenshot({ path: `${folder}/1-rows.png` });

  const matching = await board.locator('[data-hh="match"]').evaluateAll((rows) => rows.map(({ id }) => id.slice('row-'.length)));
  const [first] = loads.filter(({ key }) => matching.includes(key)) as [(typeof loads)[number]];
  await clickRow(board, session, first.key, /^Email$/);
  await expectPopover(session, /Missing:/);
  await board.screenshot({ path: `${folder}/2-email.png` });
  await clickPopover(board, session, 'Send');
  await expectRow(session, first.key, /^✓ Emailed/);

  const panel = await openPanelPage(context, { isBesideBoard: true });
  await panel.setViewportSize({ width: panelWidth, height: size.height });
  await openRow(board, first.key);
  await board.mouse.move(0, 0);
  await panel.bringToFront();
  await expect(panel.getByText('As it is on the board now')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Profit' })).toContainText('Deadhead');
  await board.bringToFront();
  await shootBesidePanel(context, board, panel, '3-panel');

  await panel.getByRole('tab', { name: 'Matches' }).click();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await board.bringToFront();
  await shootBesidePanel(context, board, panel, '4-matches');

  await board.bringToFront();
  await board.setViewportSize(size);
  const behind = await board.screenshot();
  await popup.bringToFront();
  await popup.setViewportSize({ width: 360, height: 468 });
  await popup.reload();
  await expect(popup.getByLabel('Send from')).toBeVisible();
  const above = await popup.screenshot();
  const frame = 'position:absolute;top:12px;right:24px;border-radius:10px;box-shadow:0 0 0 1px #c3cad5,0 12px 32px rgb(12 21 38 / 30%)';
  await compose(context, '5-popup', [toImage(behind, 'position:absolute;left:0'), toImage(above, frame)]);
});
