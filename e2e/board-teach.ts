import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { attributeOf, type DebuggerNode, nodesIn } from '@headhaul/test-servers/board-marks';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect } from './product.ts';
import { sandboxOrigin } from './world.ts';

/** Headers that are about the connection and not about the page. */
const ofTheConnection = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

/** The demo board at another address, for which the extension has no configuration. */
export async function serveElsewhere(): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${sandboxOrigin}${request.url}`, { redirect: 'manual' });
    const headers = [...answer.headers].filter(([name]) => !ofTheConnection.includes(name));
    response.writeHead(answer.status, Object.fromEntries(headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Tab {
  url?: string;
}
interface TabsOwner {
  chrome: { tabs: { query(about: object): Promise<Tab[]> } };
}

/** The popup, or the side panel, as it is with the tab of this page. No test can open the toolbar's, so it is told which tab it is beside. */
export async function openPopupOver(context: BrowserContext, address: string, file = 'popup.html'): Promise<Page> {
  const popup = await context.newPage();
  await popup.addInitScript((start) => {
    const { tabs } = (globalThis as unknown as TabsOwner).chrome;
    const query = tabs.query.bind(tabs);
    tabs.query = async () => (await query({})).filter(({ url = '' }) => url.startsWith(start));
  }, address);
  await popup.goto(`chrome-extension://${developmentExtensionId}/${file}`);
  return popup;
}

/** Presses a button of the popup that goes on in the board's page: the popup closes, and the user is at the board. */
export async function goOnInPage(popup: Page, button: string, board: Page): Promise<void> {
  const closed = popup.waitForEvent('close', { timeout: 60_000 });
  await popup.getByRole('button', { name: button, exact: true }).click();
  await closed;
  await board.bringToFront();
}

const textOf = (node: DebuggerNode) => [...nodesIn(node)].map(({ nodeValue }) => nodeValue).join('');
const hasClass = (node: DebuggerNode, name: string) => attributeOf(node, 'class')?.split(' ').includes(name) === true;

async function insideOf(session: CDPSession, host: string): Promise<DebuggerNode[]> {
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DebuggerNode };
  return [...nodesIn(root)].filter(({ nodeName }) => nodeName === host.toUpperCase()).flatMap((one) => [...nodesIn(one)]);
}

const nameOf = (node: DebuggerNode) => attributeOf(node, 'aria-label') ?? textOf(node);

async function findButton(session: CDPSession, host: string, name: string): Promise<DebuggerNode | undefined> {
  return (await insideOf(session, host)).find((node) => node.nodeName === 'BUTTON' && nameOf(node) === name);
}

async function expectButton(session: CDPSession, host: string, name: string): Promise<void> {
  await expect.poll(async () => (await findButton(session, host, name)) !== undefined, `${name} in ${host}`).toBe(true);
}

/** As the user does: with the mouse. */
async function clickButton(page: Page, session: CDPSession, { backendNodeId }: DebuggerNode): Promise<void> {
  await session.send('DOM.scrollIntoViewIfNeeded', { backendNodeId });
  const { quads } = await session.send('DOM.getContentQuads', { backendNodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = quads[0] ?? [];
  await page.mouse.click((left + right) / 2, (top + bottom) / 2);
}

/** Clicks a button inside one of our closed elements. */
export async function clickOwn(page: Page, session: CDPSession, host: string, name: string): Promise<void> {
  await expectButton(session, host, name);
  const button = await findButton(session, host, name);
  if (button !== undefined) await clickButton(page, session, button);
}

/** What is pressed in the first moment of a lesson's view doesn't count, so it is pressed until it does. */
export async function clickLesson(page: Page, session: CDPSession, name: string): Promise<void> {
  await expectButton(session, 'hh-teach', name);
  await expect(async () => {
    const button = await findButton(session, 'hh-teach', name);
    if (button !== undefined) await clickButton(page, session, button);
    expect(await findButton(session, 'hh-teach', name)).toBeUndefined();
  }).toPass({ intervals: [200] });
}

/** Waits until one of our closed elements says this. */
export async function expectOwnText(session: CDPSession, host: string, text: string): Promise<void> {
  await expect.poll(async () => (await insideOf(session, host)).some(({ nodeValue }) => nodeValue === text), text).toBe(true);
}

/** What the panel of a lesson asks: the field's name, and the text of the page. */
async function readQuestions(session: CDPSession): Promise<{ label: string; sample: string }[]> {
  const lines = (await insideOf(session, 'hh-teach')).filter((node) => node.nodeName === 'LI' && hasClass(node, 'ask'));
  return lines.map((line) => {
    const parts = [...nodesIn(line)];
    const label = textOf(parts.find(({ nodeName }) => nodeName === 'B') ?? line);
    const what = parts.find((node) => hasClass(node, 'what')) ?? line;
    return { label, sample: textOf(what).slice(label.length).trim() };
  });
}

/** Where the demo board writes the fields that a lesson may ask about. */
const keys: Record<string, string> = {
  Origin: 'origin',
  Destination: 'destination',
  Pickup: 'pickup',
  Rate: 'rate',
  'Rate per mile': 'perMile',
  'Trip miles': 'trip',
  Deadhead: 'deadheadOrigin',
  'Deadhead after': 'deadheadDestination',
  Equipment: 'equipment',
  Broker: 'company',
  Reference: 'reference',
  Age: 'age',
};

/** Whether the board shows this text as what the lesson calls so. */
export type Knows = (label: string, sample: string) => boolean;

export function knowsDemo(postings: readonly Record<string, string | number>[]): Knows {
  return (label, sample) => postings.some((posting) => String(posting[keys[label] ?? '']) === sample);
}

/** A user who answers truthfully, turns it on and counts the clicks after the one on "Teach". */
export async function teachTruthfully(
  page: Page,
  session: CDPSession,
  isTrue: Knows,
  look: (step: 'fields' | 'result' | 'done') => Promise<void> = async () => undefined,
): Promise<number> {
  let clicks = 0;
  const click = async (name: string) => {
    clicks += 1;
    await clickLesson(page, session, name);
  };
  await expect.poll(async () => (await insideOf(session, 'hh-teach')).length, 'the panel of the lesson').toBeGreaterThan(0);
  await look('fields');
  for (let questions = await readQuestions(session); questions.length > 0; questions = await readQuestions(session)) {
    const [{ label, sample } = { label: '', sample: '' }] = questions;
    await click(isTrue(label, sample) ? `Yes, this is ${label}` : `Not here: ${label}`);
    await expect.poll(async () => (await readQuestions(session)).some((one) => one.label === label)).toBe(false);
    expect(clicks, JSON.stringify(questions)).toBeLessThan(10);
  }
  await click('See what we read');
  await look('result');
  await click('Looks right, turn it on');
  await expect.poll(async () => (await insideOf(session, 'hh-teach')).some((node) => /^\S+ works$/.test(node.nodeValue))).toBe(true);
  await look('done');
  await click('Keep on this computer');
  return clicks;
}
