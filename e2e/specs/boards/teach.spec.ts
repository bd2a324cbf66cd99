import { demoLayouts } from '@headhaul/domain/testing/boards/demo-truth';
import { describeTally } from '@headhaul/domain/testing/boards/tally';
import { checkOwnElements } from '../../board-axe.ts';
import { expectAllTrue, openBoard, openPopup, readTruth, setUpExtension } from '../../board-marks.ts';
import { clickLesson, clickOwn, goOnInPage, knowsDemo, openPopupOver, serveElsewhere, teachTruthfully } from '../../board-teach.ts';
import { expect, launchWithExtension, extensionTest as test } from '../../product.ts';
import { dayIn, morningZone, readMarket, readThrough } from '../../taught-rows.ts';

const lessonParts = 'hh-teach, hh-teach-marks, hh-teach-veil, hh-teach-table';
const isNightly = process.env.TEST_SIZE === 'nightly';
/** All rows of the list at night, some from all its parts otherwise. */
const tried = isNightly ? 10_000 : 300;
/** 10,000 rows take minutes, and several times that on a busy machine. */
const longestMs = isNightly ? 3_600_000 : 720_000;
/** A page that has changed is noticed within five seconds. */
const noticed = { timeout: 5_000 };
const timezoneId = morningZone();
const taughtTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  context: async ({}, use) => {
    const context = await launchWithExtension([], { timezoneId });
    await use(context);
    await context.close();
  },
});

for (const layout of demoLayouts) {
  taughtTest(
    `${layout}: an unknown site is taught in ten clicks, read without a wrong value, taught again and forgotten`,
    async ({ page, context }, info) => {
      test.setTimeout(longestMs);
      const hasDeadhead = layout !== 'table-iframe';
      await setUpExtension(context, page);
      const [market, site] = [await readMarket(page, dayIn(timezoneId)), await serveElsewhere()];
      const { marks: truth, postings, query } = market;
      const board = await context.newPage();
      await openBoard(board, `${query}&layout=${layout}&hash=1`, site.origin);
      const session = await context.newCDPSession(board);
      const frame = layout === 'table-iframe' ? board.frameLocator('iframe') : board;
      const requests: string[] = [];
      board.on('request', (request) => requests.push(request.url()));

      const popup = await openPopupOver(context, site.origin);
      await expect(popup.getByText('Teach Headhaul this page')).toBeVisible();
      await popup.screenshot({ path: info.outputPath('popup.png') });
      await goOnInPage(popup, 'Teach', board);
      const clicks = await teachTruthfully(board, session, knowsDemo(postings), async (step) => {
        await board.screenshot({ path: info.outputPath(`${step}.png`) });
      });
      info.annotations.push({ type: 'clicks', description: String(clicks + 1) });
      expect(clicks + 1).toBeLessThanOrEqual(10);
      await expect(frame.locator(lessonParts)).toHaveCount(0);
      await expectAllTrue(session, truth, hasDeadhead);
      // Nothing of it asks the board for anything.
      expect(requests).toEqual([]);
      await board.screenshot({ path: info.outputPath('taught.png') });

      const look = async () => void (await expectAllTrue(session, truth, hasDeadhead));
      const tally = await readThrough(context, { board, layout, market, most: tried, look });
      process.stdout.write(`${describeTally(`demo ${layout}`, clicks + 1, tally)}\n`);
      expect(tally.wrong.slice(0, 5)).toEqual([]);
      expect(tally.rows).toBeGreaterThanOrEqual(tried);
      // One weight in a hundred doesn't say whether it is in thousands, and stays unknown. Among a few hundred rows there may be more of them.
      expect((tally.complete + (isNightly ? 0 : tally.bareWeights)) / tally.rows).toBeGreaterThanOrEqual(0.99);

      await board.reload();
      await expectAllTrue(session, truth, hasDeadhead);

      // The board changes: everything of ours goes, the page says so, and is taught anew from there.
      await openBoard(board, `${query}&layout=${layout}&hash=1&broken=${hasDeadhead ? 'attrs' : 'rows'}`, site.origin);
      await expect(frame.locator('hh-banner')).toBeVisible(noticed);
      await expect(frame.locator('hh-row, [data-hh]')).toHaveCount(0);
      await board.screenshot({ path: info.outputPath('changed.png') });
      await clickOwn(board, session, 'hh-banner', 'Teach it, one minute');
      await teachTruthfully(board, session, knowsDemo(postings));
      await expect(frame.locator('hh-banner')).toHaveCount(0);
      await expect(frame.locator('hh-row').first()).toBeAttached();
      // The table's rows have other keys by then, which only the page knows.
      if (hasDeadhead) await expectAllTrue(session, truth);

      const list = await openPopupOver(context, site.origin);
      await list.getByRole('button', { name: /^Remove localhost/ }).click();
      await expect(frame.locator('hh-row, [data-hh], hh-banner')).toHaveCount(0);
      await board.reload();
      await expect(frame.locator('hh-row, [data-hh], hh-banner')).toHaveCount(0);
      await site.close();
    },
  );
}

// The compact one is mended by the pack that board-packs.spec.ts publishes.
for (const layout of ['wide', 'cards']) {
  test(`${layout}: a known board that has changed is taught by its banner, and nothing of its page changes`, async ({ page, context }) => {
    const popup = await setUpExtension(context, page);
    const truth = await readTruth(page);
    const board = await context.newPage();
    await openBoard(board, `&layout=${layout}&hash=1&broken=attrs`);
    const session = await context.newCDPSession(board);
    const body = await board.evaluate(() => document.body.outerHTML);

    await clickOwn(board, session, 'hh-banner', 'Teach it, one minute');
    await expect(board.locator('hh-teach')).toBeAttached();
    const { violations, buttons } = await checkOwnElements(board, 'hh-teach');
    expect(violations).toEqual([]);
    expect(buttons).toBeGreaterThan(8);
    await clickLesson(board, session, 'See what we read');
    await expect(board.locator('hh-teach-table')).toBeVisible();
    expect((await checkOwnElements(board, 'hh-teach-table')).violations).toEqual([]);
    expect(await board.evaluate(() => document.body.outerHTML)).toBe(body);
    await clickLesson(board, session, 'Looks right, turn it on');
    await expectAllTrue(session, truth);
    await expect(board.locator('hh-banner')).toHaveCount(0);
    await clickLesson(board, session, 'Keep on this computer');
    await expect(board.locator(lessonParts)).toHaveCount(0);

    await board.reload();
    await expectAllTrue(session, truth);
    await popup.reload();
    await popup.getByRole('button', { name: /^Remove localhost/ }).click();
    await expect(board.locator('hh-banner')).toBeVisible();
    await expect(board.locator('hh-row')).toHaveCount(0);
  });
}

test('a cell is shown by a click that the board never hears, and Escape leads back', async ({ page, context }) => {
  await setUpExtension(context, page);
  const board = await context.newPage();
  await openBoard(board, '&layout=wide&hash=1&broken=attrs');
  const session = await context.newCDPSession(board);
  await clickOwn(board, session, 'hh-banner', 'Teach it, one minute');
  await clickLesson(board, session, 'Change: Origin');
  await expect(board.locator('hh-teach-veil')).toBeAttached();
  await board.keyboard.press('Escape');
  await expect(board.locator('hh-teach-veil')).toHaveCount(0);
  await clickLesson(board, session, 'Change: Origin');
  await expect(board.locator('hh-teach-veil')).toBeAttached();
  await board.evaluate(() => document.addEventListener('click', () => document.body.setAttribute('data-heard', ''), true));
  const cell = await board.locator('[role="row"]').nth(3).locator('[data-qa="origin"]').boundingBox();
  await board.mouse.click((cell?.x ?? 0) + 8, (cell?.y ?? 0) + (cell?.height ?? 0) / 2);
  await expect(board.locator('hh-teach-veil')).toHaveCount(0);
  expect(await board.locator('body').getAttribute('data-heard')).toBeNull();
  await board.keyboard.press('Escape');
  await expect(board.locator(lessonParts)).toHaveCount(0);
});

test('a site on which no lesson is wanted is left alone by popup and side panel until the user wants one', async ({
  page,
  context,
}, info) => {
  await setUpExtension(context, page);
  const site = await serveElsewhere();
  const board = await context.newPage();
  await openBoard(board, '&layout=wide&hash=1', site.origin);
  const panel = await openPopupOver(context, site.origin, 'sidepanel.html');
  await panel.setViewportSize({ width: 360, height: 900 });
  await expect(panel.getByText("We don't know this page yet")).toBeVisible();
  await panel.screenshot({ path: info.outputPath('panel-offer.png') });
  await panel.getByRole('button', { name: "Don't offer on this site" }).click();
  await expect(panel.getByText("We don't know this page yet")).toHaveCount(0);

  const popup = await openPopupOver(context, site.origin);
  await expect(popup.getByText('Not offered on localhost')).toBeVisible();
  await expect(popup.getByRole('button', { name: 'Teach', exact: true })).toHaveCount(0);
  await popup.screenshot({ path: info.outputPath('popup-quiet.png') });
  await popup.reload();
  await popup.getByRole('button', { name: 'Offer again' }).click();
  await expect(popup.getByRole('button', { name: 'Teach', exact: true })).toBeVisible();

  // The side panel gives the lesson too.
  await panel.reload();
  await panel.getByRole('button', { name: 'Teach this board' }).click();
  await expect(board.locator('hh-teach')).toBeAttached();
  await site.close();
});

interface Extension {
  chrome: {
    runtime: { getManifest(): Record<string, unknown> };
    management: { getPermissionWarningsByManifest(manifest: string): Promise<string[]> };
  };
}

test('what lessons need is asked for when they are given: the browser warns of nothing more at install', async ({ page, context }) => {
  await page.goto('/');
  const popup = await openPopup(context);
  const [withLessons, without, asked] = await popup.evaluate(async () => {
    const { runtime, management } = (globalThis as unknown as Extension).chrome;
    const manifest = runtime.getManifest();
    const { optional_host_permissions, permissions, host_permissions, ...rest } = manifest;
    const before = { ...rest, permissions: ['storage', 'alarms'], host_permissions: [] };
    const warnings = (about: object) => management.getPermissionWarningsByManifest(JSON.stringify(about));
    const everywhere = { ...before, host_permissions: optional_host_permissions };
    return [await warnings(manifest), await warnings(before), await warnings(everywhere)];
  });
  expect(withLessons).toEqual(without);
  // The same sites as a demand would be a warning.
  expect(asked).not.toEqual(without);
});
