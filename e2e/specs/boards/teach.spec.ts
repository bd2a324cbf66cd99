import { attributeOf, type DebuggerNode, nodesIn } from '@headhaul/test-servers/board-marks';
import type { CDPSession, Page } from '@playwright/test';
import { checkOwnElements } from '../../board-axe.ts';
import { expectAllTrue, openBoard, readTruth, setUpExtension } from '../../board-marks.ts';
import { expect, extensionTest as test } from '../../product.ts';

const textOf = (node: DebuggerNode) => [...nodesIn(node)].map(({ nodeValue }) => nodeValue).join('');

/** Clicks a button inside one of our closed elements, as the user does: with the mouse. */
async function clickOwn(page: Page, session: CDPSession, host: string, name: string): Promise<void> {
  const find = async () => {
    const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DebuggerNode };
    const hosts = [...nodesIn(root)].filter(({ nodeName }) => nodeName === host.toUpperCase());
    return hosts
      .flatMap((one) => [...nodesIn(one)])
      .find((node) => node.nodeName === 'BUTTON' && (attributeOf(node, 'aria-label') ?? textOf(node)) === name);
  };
  await expect.poll(async () => (await find()) !== undefined, `${name} in ${host}`).toBe(true);
  const button = await find();
  await session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId: button?.backendNodeId ?? 0 });
  const { model } = await session.send('DOM.getBoxModel', { backendNodeId: button?.backendNodeId ?? 0 });
  const [left = 0, top = 0] = model.content;
  await page.mouse.click(left + model.width / 2 - 4, top + model.height / 2 - 2);
}

for (const layout of ['wide', 'compact', 'cards']) {
  test(`${layout}: a changed page is taught by its banner, read at once, kept, and forgotten again`, async ({ page, context }) => {
    const popup = await setUpExtension(context, page);
    const truth = await readTruth(page);
    const board = await context.newPage();
    const requests: string[] = [];
    await openBoard(board, `&layout=${layout}&hash=1&broken=attrs`);
    board.on('request', (request) => requests.push(request.url()));
    const session = await context.newCDPSession(board);
    const body = await board.evaluate(() => document.body.outerHTML);

    await clickOwn(board, session, 'hh-banner', 'Teach it, one minute');
    await expect(board.locator('hh-teach')).toBeAttached();
    const { violations, buttons } = await checkOwnElements(board, 'hh-teach');
    expect(violations).toEqual([]);
    expect(buttons).toBeGreaterThan(8);
    await clickOwn(board, session, 'hh-teach', 'See what we read');
    await expect(board.locator('hh-teach-table')).toBeVisible();
    expect(await board.evaluate(() => document.body.outerHTML)).toBe(body);
    await clickOwn(board, session, 'hh-teach', 'Looks right, turn it on');
    await expectAllTrue(session, truth);
    await expect(board.locator('hh-banner')).toHaveCount(0);
    await clickOwn(board, session, 'hh-teach', 'Close');
    await expect(board.locator('hh-teach, hh-teach-marks, hh-teach-veil, hh-teach-table')).toHaveCount(0);
    // Nothing of it asks the board for anything.
    expect(requests).toEqual([]);

    await board.reload();
    await expectAllTrue(session, truth);
    await popup.reload();
    await popup.getByRole('button', { name: /^Remove localhost/ }).click();
    await expect(board.locator('hh-banner')).toBeVisible();
    await expect(board.locator('hh-row')).toHaveCount(0);
  });
}

test('table-iframe: the list in its frame is taught there', async ({ page, context }) => {
  await setUpExtension(context, page);
  const board = await context.newPage();
  await openBoard(board, '&layout=table-iframe&hash=1&broken=rows');
  const session = await context.newCDPSession(board);
  await clickOwn(board, session, 'hh-banner', 'Teach it, one minute');
  await clickOwn(board, session, 'hh-teach', 'See what we read');
  await clickOwn(board, session, 'hh-teach', 'Looks right, turn it on');
  await expect(board.frameLocator('iframe').locator('hh-row').first()).toBeAttached();
});
