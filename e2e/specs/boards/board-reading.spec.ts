import { isWaiting, lowestText } from '@headhaul/test-servers/board-marks';
import type { Page } from '@playwright/test';
import { expectAllTrue, findWrong, openBoard, rateFromEnd, readMarks, readTruth, setUpExtension } from '../../board-marks.ts';
import { readSentHealth } from '../../board-packs.ts';
import { expect, openElsewhere, extensionTest as test } from '../../product.ts';
import { sandboxOrigin } from '../../world.ts';

/** Moves the list, and returns in the first frame in which it is drawn. */
function scrollBy(page: Page, pixels: number): Promise<void> {
  return page.evaluate(
    (step) =>
      new Promise<void>((resolve) => {
        const viewport = document.querySelector('#results');
        if (viewport !== null) viewport.scrollTop += step;
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    pixels,
  );
}

for (const layout of ['wide', 'compact', 'cards']) {
  test(`${layout}: every row says what is true of its load, while scrolling`, async ({ page, context }) => {
    const popup = await setUpExtension(context, page);
    const truth = await readTruth(page);
    const board = await context.newPage();
    await openBoard(board, `&layout=${layout}`);
    const session = await context.newCDPSession(board);
    await expectAllTrue(session, truth);
    const seen = new Set<string>();
    let said = 0;
    for (let step = 0; step < 60; step += 1) {
      await scrollBy(board, step % 10 === 9 ? 40_000 : 440);
      const marks = await readMarks(session);
      expect(findWrong(marks, truth)).toEqual([]);
      for (const row of marks) {
        if (isWaiting(row)) continue;
        seen.add(row.key);
        said += 1;
      }
    }
    expect(seen.size).toBeGreaterThan(layout === 'cards' ? 100 : 300);
    expect(said).toBeGreaterThan(400);
    const marks = await expectAllTrue(session, truth);
    expect(new Set(marks.map(({ mark }) => mark)).size).toBeGreaterThan(1);
    await expect(popup.getByText(`Reading ${marks.length} loads`)).toBeVisible();
  });
}

for (const query of ['&zoom=80', '&zoom=150', '&rtl=1', '&live=5&tick=200']) {
  test(`every row says what is true of its load, while scrolling: ${query}`, async ({ page, context }) => {
    await setUpExtension(context, page);
    const truth = await readTruth(page);
    const board = await context.newPage();
    await openBoard(board, query);
    const session = await context.newCDPSession(board);
    // A load that is posted meanwhile is in no list of truth.
    const readKnown = async () => (await readMarks(session)).filter(({ key }) => truth.has(key));
    let said = 0;
    for (let step = 0; step < 30; step += 1) {
      await scrollBy(board, step % 10 === 9 ? 40_000 : 440);
      const marks = await readKnown();
      expect(findWrong(marks, truth)).toEqual([]);
      said += marks.filter((row) => !isWaiting(row)).length;
    }
    expect(said).toBeGreaterThan(200);
    await expect.poll(async () => (await readMarks(session)).filter(isWaiting)).toEqual([]);
    await expect.poll(async () => findWrong(await readKnown(), truth)).toEqual([]);
    expect(new Set((await readKnown()).map(({ mark }) => mark)).size).toBeGreaterThan(1);
  });
}

test('the table in its frame is read page by page', async ({ page, context }) => {
  const popup = await setUpExtension(context, page);
  const truth = await readTruth(page);
  const board = await context.newPage();
  await openBoard(board, '&layout=table-iframe');
  const session = await context.newCDPSession(board);
  for (const next of [2, 3, 4]) {
    expect(await expectAllTrue(session, truth, false)).toHaveLength(100);
    await board.frameLocator('iframe').getByRole('button', { name: 'Next' }).click();
    await expect(board.frameLocator('iframe').getByText(`Page ${next} of 100`)).toBeVisible();
  }
  await expect(popup.getByText('Reading 100 loads')).toBeVisible();
});

test('rows that exchange their loads, are drawn again or move never say anything about another load', async ({ page, context }) => {
  await setUpExtension(context, page);
  const truth = await readTruth(page);
  for (const layout of ['wide', 'compact', 'cards']) {
    const board = await context.newPage();
    await openBoard(board, `&layout=${layout}&swap=20&churn=300&tick=200&hash=1`);
    const session = await context.newCDPSession(board);
    let said = 0;
    for (let round = 0; round < 30; round += 1) {
      await scrollBy(board, round % 3 === 0 ? 880 : -220);
      const marks = await readMarks(session);
      expect(findWrong(marks, truth)).toEqual([]);
      said += marks.filter((row) => !isWaiting(row)).length;
    }
    expect(said).toBeGreaterThan(100);
    await board.close();
  }
});

for (const query of [
  '&broken=attrs',
  '&broken=rows',
  '&broken=container',
  '&broken=nested',
  '&broken=nested&layout=compact',
  '&broken=attrs&layout=cards',
]) {
  test(`a changed page is noticed and left alone: ${query}`, async ({ page, context }) => {
    const popup = await setUpExtension(context, page);
    const board = await context.newPage();
    await openBoard(board, query);
    const openedMs = Date.now();
    await expect(popup.getByText('Layout changed; filters paused')).toBeVisible();
    expect(Date.now() - openedMs).toBeLessThan(5_000);
    await scrollBy(board, 4_400);
    await expect.poll(() => board.locator('[data-hh], hh-row, hh-note').count()).toBe(0);
  });
}

for (const [query, fields, shown] of [
  ['&broken=rate', 'Rates', { unread: 'Rate' }],
  ['&broken=rate&layout=compact', 'Rates', { unread: 'Rate' }],
  ['&broken=rate&layout=cards', 'Rates', { unread: 'Rate' }],
  ['&broken=deadhead', 'Deadhead miles and deadhead miles after', { unread: 'Deadhead' }],
  ['&broken=contact', 'Email addresses', {}],
  ['&broken=age', 'Ages', {}],
] as const) {
  test(`one value that has moved is named and left out, and the rest goes on: ${query}`, async ({ page, context }) => {
    const popup = await setUpExtension(context, page);
    const truth = await readTruth(page);
    const board = await context.newPage();
    await openBoard(board, query);
    const session = await context.newCDPSession(board);
    await expect(popup.getByText(`${fields} can’t be read on this page`)).toBeVisible();
    await expect(board.locator('hh-banner')).toBeVisible();
    await expectAllTrue(session, truth, true, shown);
    for (let step = 0; step < 10; step += 1) await scrollBy(board, 440);
    await expectAllTrue(session, truth, true, shown);
    await expect.poll(async () => (await readSentHealth(context)).map(({ state }) => state)).toEqual(['DEGRADED']);
    if (!('unread' in shown) || shown.unread !== 'Rate') return;
    const [sent] = await readSentHealth(context);
    expect(sent?.fields.rateTotal).toMatchObject({ ok: 0, failed: 0 });
    expect(sent?.fields.tripMiles).toMatchObject({ missing: 0, failed: 0 });
  });
}

test('a search with a new list, and a row that opens, are read on', async ({ page, context }) => {
  await setUpExtension(context, page);
  const truth = await readTruth(page);
  const board = await context.newPage();
  await openBoard(board, '&spa=1&expand=1');
  const session = await context.newCDPSession(board);
  await expectAllTrue(session, truth);
  await board.getByRole('link', { name: 'Reefers' }).click();
  await expect(board).toHaveURL(/tab=reefers/);
  await expectAllTrue(session, truth);
  await board.locator('.b-open').nth(2).click();
  await expect(board.locator('[data-test="load-details"]')).toBeVisible();
  await expectAllTrue(session, truth);
});

/** The document without what changes by itself. */
function readDocument(page: Page): Promise<string> {
  return page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const age of copy.querySelectorAll('[data-test="age"]')) age.textContent = '';
    return copy.outerHTML;
  });
}

test('switched off, the page is the one without the extension, and the board was asked nothing more', async ({
  page,
  context,
  browser,
}) => {
  const popup = await setUpExtension(context, page);
  const bare = await openElsewhere(browser);
  const board = await context.newPage();
  const asked: Record<'bare' | 'board', string[]> = { bare: [], board: [] };
  bare.on('request', (request) => asked.bare.push(request.url()));
  board.on('request', (request) => asked.board.push(request.url()));
  for (const one of [bare, board]) {
    await one.setViewportSize({ width: 1440, height: 900 });
    await openBoard(one, '');
  }
  await expect(board.locator('hh-row').first()).toBeAttached();
  for (const one of [bare, board]) for (let step = 0; step < 20; step += 1) await scrollBy(one, 440);
  await expect(popup.getByText(/^Reading \d+ loads$/)).toBeVisible();
  await popup.getByRole('switch', { name: 'Read Demo Board' }).click();
  await expect(popup.getByText('Off. Nothing is read or drawn there.')).toBeVisible();
  expect(await readDocument(board)).toBe(await readDocument(bare));
  // Rows that the board kept for later use come back without a trace too.
  for (const one of [bare, board]) await scrollBy(one, -4_400);
  expect(await readDocument(board)).toBe(await readDocument(bare));
  // A browser with windows fetches the page's icon too.
  const isAsked = (url: string) => url.startsWith(sandboxOrigin) && !url.endsWith('/icon.svg');
  expect(asked.board.filter(isAsked).toSorted()).toEqual(asked.bare.filter(isAsked).toSorted());
  await popup.getByRole('switch', { name: 'Read Demo Board' }).click();
  await expect(board.locator('hh-row').first()).toBeAttached();
  await bare.context().close();
});

test('signed out, no board is read', async ({ page, context }) => {
  const board = await context.newPage();
  await openBoard(board, '');
  await scrollBy(board, 880);
  await expect(board.locator('[data-hh], hh-row')).toHaveCount(0);
  await setUpExtension(context, page);
  await expect(board.locator('hh-row').first()).toBeAttached();
});

test('the reason is said by hover, click and keyboard, and the board’s row stays closed', async ({ page, context }) => {
  await setUpExtension(context, page);
  const board = await context.newPage();
  await openBoard(board, '');
  const dimmed = board.locator('[data-hh="dim"] hh-row').first();
  const { width = 0 } = (await dimmed.boundingBox()) ?? {};
  const rate = { position: { x: width - rateFromEnd, y: 10 } };
  await dimmed.hover(rate);
  const note = board.locator('hh-note');
  await expect(note).toBeVisible();
  await dimmed.click(rate);
  await expect(note).toBeVisible();
  await expect(board.locator('[data-test="load-details"]')).toHaveCount(0);
  const session = await context.newCDPSession(board);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  expect(nodes.some(({ role, name }) => role?.value === 'button' && String(name?.value).endsWith(`Under ${lowestText} a mile`))).toBe(true);
  await board.mouse.move(0, 0);
  await board.keyboard.press('ArrowDown');
  await expect(board.locator('[id^="row-"]:focus-within')).toHaveCount(1);
  await board.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
});
