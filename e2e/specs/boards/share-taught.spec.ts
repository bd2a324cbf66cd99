import { expectAllTrue, openBoard, readPostings, readTruth, setUpExtension } from '../../board-marks.ts';
import { clickLesson, expectOwnText, goOnInPage, knowsDemo, openPopupOver, serveElsewhere, teachTruthfully } from '../../board-teach.ts';
import { expect, extensionTest as test } from '../../product.ts';

test('a taught page is offered, agreed to in the web app, read as the company’s, and gone when it is taken back', async ({
  page,
  context,
}, info) => {
  test.slow();
  await setUpExtension(context, page);
  const [truth, postings, site] = [await readTruth(page), await readPostings(page), await serveElsewhere()];
  const { host } = new URL(site.origin);
  const board = await context.newPage();
  await openBoard(board, '&layout=wide&hash=1', site.origin);
  const session = await context.newCDPSession(board);
  const popup = await openPopupOver(context, site.origin);
  await goOnInPage(popup, 'Teach', board);
  await teachTruthfully(board, session, knowsDemo(postings));
  await expectAllTrue(session, truth);

  const own = await openPopupOver(context, site.origin);
  await own.getByRole('button', { name: `Share ${host}/board with the company` }).click();
  await expect(own.getByText('waits for your team owner’s yes')).toBeVisible();
  await own.screenshot({ path: info.outputPath('popup-offered.png') });

  await page.bringToFront();
  await page.goto('/dispatcher/extension');
  const item = page.getByRole('listitem', { name: `${host}/board` });
  await item.getByText('What it reads').click();
  await expect(item.getByRole('rowheader', { name: 'Origin' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('extension-page.png'), fullPage: true });
  await item.getByRole('button', { name: `Share ${host}/board with the team` }).click();
  await expect(item.getByText('Shared', { exact: true })).toBeVisible();

  // Without the own lesson the company's page is used.
  const shared = await openPopupOver(context, site.origin);
  await expect(shared.getByText('your company reads this page too')).toBeVisible();
  await shared.getByRole('button', { name: `Remove ${host}/board` }).click();
  await expect(shared.getByText('Shared by your company')).toBeVisible();
  await shared.screenshot({ path: info.outputPath('popup-shared.png') });
  await board.bringToFront();
  await board.reload();
  await expectAllTrue(session, truth);

  await page.bringToFront();
  await item.getByRole('button', { name: `Stop sharing ${host}/board` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(item).toHaveCount(0);
  // The popup asks the API when it opens.
  await openPopupOver(context, site.origin);
  await expect(board.locator('hh-row, [data-hh]')).toHaveCount(0);
  await board.reload();
  const gone = await openPopupOver(context, site.origin);
  await expect(gone.getByText('Teach Headhaul this page')).toBeVisible();
  await expect(gone.getByText('Shared by your company')).toHaveCount(0);
  await site.close();
});

test('the outline of a page that has changed is shown as a whole and sent by a click', async ({ page, context }, info) => {
  await setUpExtension(context, page);
  const board = await context.newPage();
  await openBoard(board, '&layout=wide&hash=1&broken=attrs');
  const session = await context.newCDPSession(board);
  const popup = await openPopupOver(context, new URL(board.url()).origin);
  await goOnInPage(popup, 'Report layout', board);
  await expect(board.locator('hh-teach')).toBeAttached();
  await board.screenshot({ path: info.outputPath('outline.png') });
  await clickLesson(board, session, 'Send outline');
  await expectOwnText(session, 'hh-teach', 'Outline sent');
  await clickLesson(board, session, 'Close');
  await expect(board.locator('hh-teach')).toHaveCount(0);
});
