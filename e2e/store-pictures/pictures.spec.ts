import { mkdir } from 'node:fs/promises';
import { lowestText } from '@headhaul/test-servers/board-marks';
import type { Page } from '@playwright/test';
import { clickPopover, clickRow, expectPopover, expectRow, openMailBoard, openMailOffice } from '../board-mail.ts';
import { expect, newcomer, extensionTest as test } from '../product.ts';
import { appOrigin, repoRoot } from '../world.ts';

const folder = `${repoRoot}apps/extension/store/pictures`;
/** What the Chrome Web Store asks for. */
const size = { width: 1280, height: 800 };

test('the five pictures of the store’s page', async ({ page, context }) => {
  await mkdir(folder, { recursive: true });
  const shoot = async (from: Page, name: string) => {
    await from.bringToFront();
    await from.screenshot({ path: `${folder}/${name}.png` });
  };
  const popup = await openMailOffice(context, page, newcomer('Nina Alvarez'));
  const { page: board, session, loads } = await openMailBoard(context);
  await board.setViewportSize(size);
  const [first] = loads as [(typeof loads)[number]];
  await expectRow(session, first.key, /^Email$/);
  await shoot(board, '1-rows');

  await popup.getByLabel('Dim loads under').fill(lowestText);
  await popup.getByLabel('Dim loads under').press('Enter');
  await board.bringToFront();
  await expect(board.locator('[data-hh="dim"]').first()).toBeVisible();
  await shoot(board, '2-filter');

  await clickRow(board, session, first.key, /^Email$/);
  await expectPopover(session, /Missing:/);
  await shoot(board, '3-ask');

  await clickPopover(board, session, 'Send');
  await expectRow(session, first.key, /^✓ Emailed/);
  await shoot(board, '4-mailed');

  await page.setViewportSize(size);
  await page.goto(`${appOrigin}/dispatcher/extension`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await shoot(page, '5-app');
});
