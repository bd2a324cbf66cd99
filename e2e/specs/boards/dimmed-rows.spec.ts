import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { attributeOf, type DebuggerNode, nodesIn } from '@headhaul/test-servers/board-marks';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { checkOwnElements } from '../../board-axe.ts';
import { clickNode, clickPopover, expectPopover, openMailOffice } from '../../board-mail.ts';
import { demoBoardAddress, openBoard, openPopup } from '../../board-marks.ts';
import { countPanels, findWorker } from '../../board-panel.ts';
import { callAs, expect, newcomer, openOffice, extensionTest as test } from '../../product.ts';

const schemes = ['light', 'dark'] as const;
const layouts = ['wide', 'compact', 'cards', 'table-iframe'] as const;
/** A board with one look, which says nothing about it to the browser, and a computer with the other. */
const oneLook = {
  light: ':root { color-scheme: normal; --page: #fff; --line: #d9dfde; --ink: #1d2526; --soft: #566466; --hover: #f4f8f7; }',
  dark: ':root { color-scheme: normal; --page: #151b1c; --line: #344243; --ink: #e6ecec; --soft: #a3b1b2; --hover: #1c2526; }',
};

/** The table says no deadhead, so the filter is about trip miles, which every layout shows. */
async function dimShortTrips(page: Page): Promise<void> {
  await callAs(page, boardFilterEndpoints.createBoardFilter, {
    body: {
      name: 'Long hauls',
      rules: [{ kind: 'MILES_BETWEEN', min: 800, max: null }],
      onUnknown: 'KEEP',
      action: 'DIM',
      isChosen: true,
    },
  });
}

async function setUpFilter(context: BrowserContext, page: Page, name: string): Promise<void> {
  await openOffice(page, newcomer(name));
  await dimShortTrips(page);
  const popup = await openPopup(context);
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  await popup.close();
}

async function openRows(board: Page, layout: string): Promise<void> {
  // The list alone: what a test sees of a page doesn't go into its frames.
  if (layout === 'table-iframe') await board.goto(demoBoardAddress(`&layout=${layout}`).replace('/board?', '/board/frame?'));
  else await openBoard(board, `&layout=${layout}`);
  await expect(board.locator('[data-hh="dim"] hh-row').first()).toBeAttached();
  await expect(board.locator('[data-hh="match"] hh-row').first()).toBeAttached();
  // In a table the widest row in sight decides about the columns, so all of them must have our element.
  await expect.poll(() => board.evaluate(countBareRows)).toBe(0);
}

function countBareRows(): number {
  const rows = document.querySelector('[data-hh]')?.parentElement?.children ?? [];
  return [...rows].filter((row) => {
    const { top, bottom, height } = row.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight && row.querySelector('hh-row') === null;
  }).length;
}

/** Where the board's own elements are, and how strongly it draws the words of the first row that steps back. */
function readRow(board: Page) {
  return board.evaluate(() => {
    const row = document.querySelector('[data-hh="dim"]');
    const { left = 0, top = 0, width, height } = row?.getBoundingClientRect() ?? {};
    const own = [...(row?.querySelectorAll('*') ?? [])].filter(({ localName }) => localName !== 'hh-row');
    const strength = (element: Element) => getComputedStyle(element).webkitTextFillColor.match(/\/ ([\d.]+)\)$/)?.[1] ?? '1';
    return {
      // From the row's corner, because a pointer that comes may scroll a wide list.
      places: own.map((element) => {
        const of = element.getBoundingClientRect();
        return [of.x - left, of.y - top, of.width, of.height];
      }),
      size: [width, height],
      strengths: [...new Set(own.map(strength))],
      ours: strength(row?.querySelector('hh-row') as Element),
    };
  });
}

const hasClass = (node: DebuggerNode, name: string) => (attributeOf(node, 'class') ?? '').split(' ').includes(name);

/** Of the first row that steps back and has an address. The insides of our elements are closed to the page's scripts. */
async function findRow(session: CDPSession) {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  for (const row of [...nodesIn(root)].filter((node) => attributeOf(node, 'data-hh') === 'dim')) {
    const buttons = [...nodesIn(row)].filter(({ nodeName }) => nodeName === 'BUTTON');
    const [rate] = buttons;
    const [email, why] = ['ready', 'why'].map((name) => buttons.find((node) => hasClass(node, name)));
    const id = attributeOf(row, 'id') ?? '';
    if (rate !== undefined && email !== undefined && why !== undefined && attributeOf(email, 'hidden') === null)
      return { id, rate, email, why };
  }
  throw new Error('no row that steps back has an address');
}

async function isEmailShown(session: CDPSession): Promise<boolean> {
  const { email } = await findRow(session);
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds: [email.backendNodeId] });
  const { computedStyle } = await session.send('CSS.getComputedStyleForNode', { nodeId: nodeIds[0] ?? 0 });
  return computedStyle.find(({ name }) => name === 'opacity')?.value === '1';
}

/** The buttons of “Why this row is dimmed”. Null while it isn't open. */
async function readWhy(session: CDPSession): Promise<Map<string, DebuggerNode> | null> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const host = [...nodesIn(root)].find(({ nodeName }) => nodeName === 'HH-WHY');
  if (host === undefined) return null;
  const words = (node: DebuggerNode) =>
    [...nodesIn(node)].map(({ nodeName, nodeValue }) => (nodeName === '#text' ? nodeValue : '')).join('');
  return new Map([...nodesIn(host)].filter(({ nodeName }) => nodeName === 'BUTTON').map((button) => [words(button), button]));
}

async function askWhy(board: Page, session: CDPSession): Promise<string> {
  const { id, why } = await findRow(session);
  await clickNode(board, session, why);
  await expect.poll(() => readWhy(session)).not.toBeNull();
  return id;
}

/** What is pressed in its first moment doesn't count, so it is pressed until it does. */
async function choose(board: Page, session: CDPSession, name: string): Promise<void> {
  await expect(async () => {
    const button = (await readWhy(session))?.get(name);
    if (button !== undefined) await clickNode(board, session, button);
    expect(await readWhy(session)).toBeNull();
  }).toPass({ intervals: [200] });
}

test('the board’s words step back in a row, ours stay readable, and the pointer brings all back without moving anything', async ({
  page,
  context,
}) => {
  await setUpFilter(context, page, 'Dina Moss');
  const board = await context.newPage();
  for (const layout of layouts) {
    await openRows(board, layout);
    await board.mouse.move(0, 0);
    const rest = await readRow(board);
    expect([rest.strengths, rest.ours], layout).toEqual([['0.36'], '1']);
    for (const colorScheme of schemes) {
      await board.emulateMedia({ colorScheme });
      const { violations, buttons } = await checkOwnElements(board, 'hh-row');
      expect(violations, `${layout}, ${colorScheme}`).toEqual([]);
      expect(buttons).toBeGreaterThan(2);
    }
    await board.locator('[data-hh="dim"]').first().hover();
    await expect.poll(async () => (await readRow(board)).strengths, { message: layout }).toEqual(['1']);
    const { places, size } = await readRow(board);
    expect([size, places], layout).toEqual([rest.size, rest.places]);
    expect((await checkOwnElements(board, 'hh-row')).violations, layout).toEqual([]);
  }
});

test('on a board with one look what we say is readable whatever the computer’s setting is', async ({ page, context }) => {
  await setUpFilter(context, page, 'Olga Reyes');
  const board = await context.newPage();
  for (const [look, colorScheme] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await board.emulateMedia({ colorScheme });
    await openRows(board, 'wide');
    // The board's policy forbids style elements of others.
    await board.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, oneLook[look]);
    await board.mouse.move(0, 0);
    expect((await checkOwnElements(board, 'hh-row')).violations, look).toEqual([]);
  }
});

test('“Email” of a row that steps back waits for the pointer or the keyboard', async ({ page, context }) => {
  await setUpFilter(context, page, 'Vera Holt');
  const board = await context.newPage();
  await openRows(board, 'wide');
  const session = await context.newCDPSession(board);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  await board.mouse.move(0, 0);
  expect(await isEmailShown(session)).toBe(false);
  await board.locator('[data-hh="dim"]').first().hover();
  expect(await isEmailShown(session)).toBe(true);
  await board.mouse.move(0, 0);
  expect(await isEmailShown(session)).toBe(false);
  const { rate } = await findRow(session);
  await session.send('DOM.focus', { backendNodeId: rate.backendNodeId });
  expect(await isEmailShown(session)).toBe(true);
});

test('why a row steps back is said rule by rule, and the row is shown, wherever it is drawn, when the user wants it', async ({
  page,
  context,
}) => {
  await setUpFilter(context, page, 'Rhea Stone');
  const board = await context.newPage();
  await openRows(board, 'wide');
  const session = await context.newCDPSession(board);
  await session.send('DOM.enable');
  const id = await askWhy(board, session);
  for (const colorScheme of schemes) {
    await board.emulateMedia({ colorScheme });
    const { violations, buttons } = await checkOwnElements(board, 'hh-why');
    expect(violations, colorScheme).toEqual([]);
    expect(buttons).toBe(4);
  }

  // The page lays something over it that lets presses through.
  await board.evaluate(() => {
    const cover = Object.assign(document.createElement('div'), { id: 'cover', popover: 'manual', textContent: 'Win a truck' });
    cover.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; margin: 0; pointer-events: none; background: gold';
    document.body.append(cover);
    cover.showPopover();
  });
  const show = (await readWhy(session))?.get('Show this row') as DebuggerNode;
  for (let press = 0; press < 10; press += 1) await clickNode(board, session, show);
  expect(await readWhy(session)).not.toBeNull();
  await board.evaluate(() => document.querySelector('#cover')?.remove());
  await choose(board, session, 'Show this row');
  const row = board.locator(`#${id}`);
  await expect(row).not.toHaveAttribute('data-hh');
  await expect(board.locator('[data-hh="dim"]').first()).toBeAttached();
  const scrollTo = (top: number) => board.locator('#results').evaluate((list, y) => list.scrollTo(0, y), top);
  await scrollTo(20_000);
  await expect(row).toHaveCount(0);
  await scrollTo(0);
  await expect(row.locator('hh-row')).toBeAttached();
  await expect(row).not.toHaveAttribute('data-hh');

  // By keyboard: w, then Enter on “Show this row”.
  const { id: next, rate } = await findRow(session);
  await session.send('DOM.focus', { backendNodeId: rate.backendNodeId });
  await board.keyboard.press('w');
  await expect.poll(() => readWhy(session)).not.toBeNull();
  await expect(async () => {
    await board.keyboard.press('Enter');
    expect(await readWhy(session)).toBeNull();
  }).toPass({ intervals: [200] });
  await expect(board.locator(`#${next}`)).not.toHaveAttribute('data-hh');
});

test('from a row that steps back a mail leaves by the usual gates, and the rules open in the side panel', async ({ page, context }) => {
  await openMailOffice(context, page, newcomer('Lena Fry'));
  await dimShortTrips(page);
  const board = await context.newPage();
  await openRows(board, 'wide');
  const session = await context.newCDPSession(board);
  await session.send('DOM.enable');
  await askWhy(board, session);
  await choose(board, session, 'Email anyway');
  await expectPopover(session, /Missing: (?:rate, )?truck location, time empty/);
  await clickPopover(board, session, 'Cancel');
  expect(await countPanels(findWorker(context))).toBe(0);
  await askWhy(board, session);
  await choose(board, session, 'Edit rules');
  await expect.poll(() => countPanels(findWorker(context))).toBe(1);
});
