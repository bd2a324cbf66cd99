import { test } from '@playwright/test';
import type { Page } from 'puppeteer-core';
import { demoBoardAddress } from '../board-marks.ts';
import { buildAddOn, launchFirefox, pingByBridge } from '../firefox.ts';
import { expect } from '../product.ts';
import { appOrigin } from '../world.ts';

/** Long enough for a busy machine. */
const waits = { timeout: 60_000 };

/** How many elements of ours each row has. Only a row that could be read has one. Its inside is closed to the page. */
function countMarks(board: Page): Promise<number[]> {
  return board.evaluate(() => [...document.querySelectorAll('[id^="row-"]')].map((row) => row.querySelectorAll('hh-row').length));
}

test('in Firefox the extension answers, is signed in by the web app and marks a board’s rows', async () => {
  const browser = await launchFirefox(await buildAddOn());
  try {
    const page = await browser.newPage();
    await page.goto(`${appOrigin}/login`);
    await expect.poll(() => pingByBridge(page).then(({ payload }) => payload.browser), waits).toBe('firefox');

    await page.locator('::-p-text(Continue with Google)').click();
    await page.locator('::-p-text(Demo owner)').click();
    await page.waitForFunction(() => window.location.pathname === '/dispatcher/extension', waits);
    const userId = await page.evaluate(() => JSON.parse(localStorage.getItem('hh.session.v1') ?? '{}').id as string);
    await expect.poll(async () => (await pingByBridge(page)).payload.signedInUserId, waits).toBe(userId);

    const board = await browser.newPage();
    await board.goto(demoBoardAddress(''));
    await expect.poll(async () => (await countMarks(board)).filter((count) => count === 1).length, waits).toBeGreaterThan(10);
  } finally {
    await browser.close();
  }
});
