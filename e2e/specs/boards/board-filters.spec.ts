import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import type { CDPSession, Page } from '@playwright/test';
import { openBoard, openPopup, readMarks, readTruth } from '../../board-marks.ts';
import { callAs, expect, newcomer, openOffice, extensionTest as test } from '../../product.ts';

type Truth = Awaited<ReturnType<typeof readTruth>>;

/** Every row is a match or dimmed, by its true trip miles. */
async function expectFrom(session: CDPSession, truth: Truth, miles: number | null): Promise<void> {
  await expect
    .poll(async () => {
      const marks = await readMarks(session);
      const expected = (key: string) => (miles === null ? null : (truth.get(key)?.tripMiles ?? 0) >= miles ? 'match' : 'dim');
      return marks.length > 0 && marks.every(({ key, mark, label }) => label !== null && mark === expected(key));
    })
    .toBe(true);
}

async function addMiles(page: Page, from: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('menuitem', { name: 'Trip miles' }).click();
  await page.getByLabel('Trip miles, from, mi').fill(from);
}

test('a filter made on the web runs on the board that is open, says why, and is followed when it changes', async ({ page, context }) => {
  await openOffice(page, newcomer('Fay Lind'));
  const popup = await openPopup(context);
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  const truth = await readTruth(page);
  const board = await context.newPage();
  await openBoard(board, '');
  const session = await context.newCDPSession(board);
  await expectFrom(session, truth, null);

  await page.bringToFront();
  await page.goto('/dispatcher/smart-filters?new=mine');
  await page.getByLabel('Name').fill('Long hauls');
  await addMiles(page, '800');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Use on my boards' }).click();
  await expectFrom(session, truth, 800);
  const short = (await readMarks(session)).find(({ mark }) => mark === 'dim');
  expect(short?.label).toMatch(/\d mi, want at least 800$/);

  await page.getByLabel('Trip miles, from, mi').fill('400');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectFrom(session, truth, 400);
  await page.getByRole('tab', { name: /Who uses what/ }).click();
  await expect(page.getByText('On, your own')).toBeVisible();

  // Turned off, every row is as the board drew it, also on a board that is opened later.
  await page.getByRole('switch', { name: 'Filter on' }).click();
  await expectFrom(session, truth, null);
  const later = await context.newPage();
  await openBoard(later, '');
  await expectFrom(await context.newCDPSession(later), truth, null);
  const { uses } = await callAs(page, boardFilterEndpoints.listBoardFilters, {});
  expect(uses).toMatchObject([{ isOn: false, isUpToDate: true, filter: { name: 'Long hauls' } }]);
});
