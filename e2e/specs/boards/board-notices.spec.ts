import type { Page } from '@playwright/test';
import { checkOwnElements } from '../../board-axe.ts';
import { expectAllTrue, openBoard, readMarks, readTruth, setUpExtension } from '../../board-marks.ts';
import { readSentHealth } from '../../board-packs.ts';
import { expect, extensionTest as test } from '../../product.ts';

const schemes = ['light', 'dark'] as const;
const broken = '&broken=attrs';

/** Where the board's own elements are on the screen. */
function readPlaces(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const boxesOf = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().toJSON());
    return { places: boxesOf('body, .top, .search, .bar, #results, [role="row"]'), height: document.documentElement.scrollHeight };
  });
}

/** Where each column of the list begins, in every row of it. */
function readColumns(page: Page): Promise<Record<string, number[]>> {
  return page.evaluate(() => {
    const columns: Record<string, Set<number>> = {};
    for (const cell of document.querySelectorAll<HTMLElement>('[id^="row-"] > [role="presentation"] > [data-test]')) {
      const name = cell.dataset.test ?? '';
      columns[name] = (columns[name] ?? new Set()).add(cell.getBoundingClientRect().left);
    }
    return Object.fromEntries(Object.entries(columns).map(([name, lefts]) => [name, [...lefts]]));
  });
}

function readDocument(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.outerHTML);
}

test('axe: what stands on rows is clean, light and dark', async ({ page, context }) => {
  await setUpExtension(context, page);
  const board = await context.newPage();
  for (const colorScheme of schemes) {
    await board.emulateMedia({ colorScheme });
    for (const layout of ['wide', 'compact', 'cards']) {
      await openBoard(board, `&layout=${layout}`);
      await expect(board.locator('[data-hh="match"] hh-row').first()).toBeAttached();
      await expect(board.locator('[data-hh="dim"] hh-row').first()).toBeAttached();
      const { violations, buttons } = await checkOwnElements(board, 'hh-row');
      expect(violations, `${layout}, ${colorScheme}`).toEqual([]);
      expect(buttons).toBeGreaterThan(2);
    }
  }
});

test('the columns of a board stand where they stood before', async ({ page, context }) => {
  const board = await context.newPage();
  const bare: Record<string, number[]>[] = [];
  const layouts = ['wide', 'compact'];
  for (const layout of layouts) {
    await openBoard(board, `&layout=${layout}`);
    bare.push(await readColumns(board));
  }
  await setUpExtension(context, page);
  const session = await context.newCDPSession(board);
  for (const [index, layout] of layouts.entries()) {
    await openBoard(board, `&layout=${layout}`);
    await expectAllTrue(session, await readTruth(board));
    const columns = await readColumns(board);
    expect(Object.values(columns).every(({ length }) => length === 1)).toBe(true);
    expect(columns, layout).toEqual(bare[index]);
  }
});

for (const colorScheme of schemes) {
  test(`${colorScheme}: a banner says that the layout has changed, moves nothing and can be dismissed by keyboard`, async ({
    page,
    context,
  }) => {
    await setUpExtension(context, page);
    const board = await context.newPage();
    await board.emulateMedia({ colorScheme });
    await openBoard(board, broken);
    const places = await readPlaces(board);
    const banner = board.locator('hh-banner');
    await expect(banner).toBeVisible();
    expect((await banner.boundingBox())?.height).toBe(40);
    expect(await readPlaces(board)).toEqual(places);
    const { violations, buttons } = await checkOwnElements(board, 'hh-banner');
    expect(violations).toEqual([]);
    expect(buttons).toBe(3);
    // Try again, then past "Teach it" to Dismiss.
    await board.keyboard.press('Tab');
    await expect(board.locator('hh-banner:focus')).toHaveCount(1);
    await board.keyboard.press('Enter');
    await expect(banner).toBeVisible();
    await board.keyboard.press('Tab');
    await board.keyboard.press('Tab');
    await board.keyboard.press('Enter');
    await expect(banner).toHaveCount(0);
    expect(await readPlaces(board)).toEqual(places);
  });
}

/** Changes the layout, and tells how long it took until our banner was seen and nothing else of ours was left. */
function breakBoard(page: Page, broken: string): Promise<number> {
  return page.evaluate(
    (what) =>
      new Promise<number>((resolve) => {
        const begunMs = performance.now();
        (window as unknown as { demoBoard: { break(what: string): void } }).demoBoard.break(what);
        const look = () => {
          const banner = document.querySelector('hh-banner');
          const isSeen = banner?.checkVisibility() === true && banner.getBoundingClientRect().height > 0;
          if (isSeen && document.querySelector('[data-hh], hh-row') === null) resolve(performance.now() - begunMs);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    broken,
  );
}

for (const what of ['attrs', 'rows', 'container', 'nested']) {
  test(`a board that changes while somebody looks is left alone within five seconds, and the API hears of it: ${what}`, async ({
    page,
    context,
  }) => {
    await setUpExtension(context, page);
    const board = await context.newPage();
    await openBoard(board, '');
    const session = await context.newCDPSession(board);
    await expectAllTrue(session, await readTruth(page));
    await board.locator('#results').evaluate((list) => list.scrollBy(0, 4_400));
    await expectAllTrue(session, await readTruth(page));
    await expect(board.locator('hh-banner')).toHaveCount(0);
    const tookMs = await breakBoard(board, what);
    test.info().annotations.push({ type: 'ms', description: tookMs.toFixed(0) });
    expect(tookMs).toBeLessThanOrEqual(5_000);
    await expect.poll(() => readSentHealth(context)).toContainEqual(expect.objectContaining({ board: 'demo', state: 'DEGRADED' }));
  });
}

test('one value that moves while somebody looks is left out by all rows', async ({ page, context }) => {
  await setUpExtension(context, page);
  const board = await context.newPage();
  const truth = await readTruth(page);
  await openBoard(board, '');
  const session = await context.newCDPSession(board);
  await expectAllTrue(session, truth);
  await board.locator('#results').evaluate((list) => list.scrollBy(0, 4_400));
  await expectAllTrue(session, truth);
  await board.evaluate(() => (window as unknown as { demoBoard: { break(what: string): void } }).demoBoard.break('rate'));
  await expect(board.locator('hh-banner')).toBeVisible();
  await expect.poll(async () => (await readMarks(session)).every(({ label }) => /Rate not read|Blocked/.test(label ?? ''))).toBe(true);
  await expectAllTrue(session, truth, true, { unread: 'Rate' });
});

test('switched off, a board whose layout has changed is the one without the extension', async ({ page, context }) => {
  const board = await context.newPage();
  await openBoard(board, broken);
  const bare = await readDocument(board);
  const popup = await setUpExtension(context, page);
  await expect(board.locator('hh-banner')).toBeVisible();
  await popup.getByRole('switch', { name: 'Read Demo Board' }).click();
  await expect(popup.getByText('Off. Nothing is read or drawn there.')).toBeVisible();
  expect(await readDocument(board)).toBe(bare);
});

test('once the extension is gone, its marks go and the tab can be refreshed by keyboard', async ({ page, context }) => {
  const board = await context.newPage();
  await openBoard(board, '');
  const popup = await setUpExtension(context, page);
  await expect(board.locator('hh-row').first()).toBeAttached();
  // It ends as before an update. The browser of the tests then leaves it off, because it was loaded by the command line.
  await popup.evaluate(() => chrome.runtime.reload()).catch(() => undefined);
  const pill = board.locator('hh-pill');
  await expect(pill).toBeVisible();
  await expect(board.locator('hh-row, hh-banner, [data-hh]')).toHaveCount(0);
  for (const colorScheme of schemes) {
    await board.emulateMedia({ colorScheme });
    const { violations, buttons } = await checkOwnElements(board, 'hh-pill');
    expect(violations, colorScheme).toEqual([]);
    expect(buttons).toBe(2);
  }
  await board.bringToFront();
  await board.keyboard.press('Tab');
  await board.keyboard.press('Enter');
  await expect(pill).toHaveCount(0);
});
