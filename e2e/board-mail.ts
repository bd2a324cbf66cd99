import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { attributeOf, type DebuggerNode, nodesIn, type TrueLoad } from '@headhaul/test-servers/board-marks';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { openBoard, openPopup, readTruth } from './board-marks.ts';
import { connectMailbox } from './mail.ts';
import { callAs, expect, openOffice } from './product.ts';

/** What stands on a row about its mail. */
export interface RowMail {
  button: string | null;
  note: string;
  label: string | null;
  node: DebuggerNode | null;
}

const textOf = (node: DebuggerNode) =>
  [...nodesIn(node)].map(({ nodeName, nodeValue }) => (nodeName === '#text' ? nodeValue : '')).join('');
const isHidden = (node: DebuggerNode) => attributeOf(node, 'hidden') !== null;
const hasClass = (node: DebuggerNode, name: string) => (attributeOf(node, 'class') ?? '').split(' ').includes(name);

async function readDocument(session: CDPSession): Promise<DebuggerNode> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  return root;
}

/** The row of this load, with the inside of our element, which is closed to the page's scripts. */
export async function readRowMail(session: CDPSession, key: string): Promise<RowMail> {
  const nodes = [...nodesIn(await readDocument(session))];
  const row = nodes.find((node) => attributeOf(node, 'id') === `row-${key}`);
  const part = row && [...nodesIn(row)].find((node) => hasClass(node, 'mail'));
  if (part === undefined || isHidden(part)) return { button: null, note: '', label: null, node: null };
  const inside = [...nodesIn(part)];
  const button = inside.find(({ nodeName }) => nodeName === 'BUTTON');
  const note = inside.find((node) => hasClass(node, 'note'));
  const isShown = button !== undefined && !isHidden(button);
  return {
    button: isShown ? textOf(button) : null,
    note: note === undefined ? '' : textOf(note),
    label: isShown ? attributeOf(button, 'aria-label') : null,
    node: isShown ? button : null,
  };
}

export async function clickNode(page: Page, session: CDPSession, { backendNodeId }: DebuggerNode): Promise<void> {
  const { model } = await session.send('DOM.getBoxModel', { backendNodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
  await page.mouse.click((left + right) / 2, (top + bottom) / 2);
}

/** Waits until the row's button has these words. `intervals`: how often it is looked at. */
export async function expectRow(session: CDPSession, key: string, button: RegExp, intervals?: number[]): Promise<RowMail> {
  let mail: RowMail | null = null;
  await expect
    .poll(
      async () => {
        mail = await readRowMail(session, key);
        return mail.button ?? mail.note;
      },
      intervals === undefined ? {} : { intervals },
    )
    .toMatch(button);
  return mail as unknown as RowMail;
}

export async function clickRow(page: Page, session: CDPSession, key: string, button: RegExp): Promise<void> {
  const { node } = await expectRow(session, key, button);
  if (node === null) throw new Error('there is nothing to press');
  await clickNode(page, session, node);
}

/** The first mail from a mailbox asks about what it doesn't say; the ones after it don't. */
export async function sendFirst(page: Page, session: CDPSession, key: string): Promise<void> {
  await clickRow(page, session, key, /^Email$/);
  await expectPopover(session, /Missing: truck location, time empty/);
  await clickPopover(page, session, 'Send');
  await expectRow(session, key, /^Undo \d+ s$/);
}

/** What the popover says. Null while there is none. */
export async function readPopover(session: CDPSession): Promise<{ text: string; buttons: Map<string, DebuggerNode> } | null> {
  const host = [...nodesIn(await readDocument(session))].find(({ nodeName }) => nodeName === 'HH-MAIL');
  const dialog = host && [...nodesIn(host)].find((node) => attributeOf(node, 'role') === 'dialog');
  if (dialog === undefined) return null;
  const buttons = [...nodesIn(dialog)].filter(({ nodeName }) => nodeName === 'BUTTON');
  return { text: textOf(dialog), buttons: new Map(buttons.map((button) => [textOf(button), button])) };
}

export async function expectPopover(session: CDPSession, text: RegExp): Promise<void> {
  await expect.poll(async () => (await readPopover(session))?.text ?? '').toMatch(text);
}

/** What is pressed in the popover's first moment doesn't count, so it is pressed until it does. */
export async function clickPopover(page: Page, session: CDPSession, name: string): Promise<void> {
  await expect(async () => {
    const shown = await readPopover(session);
    const button = shown?.buttons.get(name);
    if (shown !== null && button === undefined) throw new Error(`the popover has no button “${name}”`);
    if (button !== undefined) await clickNode(page, session, button);
    expect(await readPopover(session)).toBeNull();
  }).toPass({ intervals: [200] });
}

/** It says all that brokers look for but the truck's place and time, which are a driver's. */
const template = {
  subject: '{{reference|Load}}: {{origin}} to {{destination}}',
  htmlBody:
    '<p>Is it open at {{rate}}? {{equipment}}, truck in {{driver.location|Racine, WI}}, empty {{driver.available|now}}, MC {{company.mc|918204}}.</p>',
};

/** An office of its own with a mailbox and a template, in a browser with the extension. */
export async function openMailOffice(context: BrowserContext, page: Page, person: { name: string; email: string }): Promise<Page> {
  await openOffice(page, person);
  await connectMailbox(page, 'Gmail or Google Workspace', person);
  const { emailAccounts } = await callAs(page, emailAccountEndpoints.listEmailAccounts, {});
  const id = emailAccounts[0]?.id ?? '';
  await callAs(page, emailTemplateEndpoints.saveTemplate, { params: { id }, body: template });
  await callAs(page, emailAccountEndpoints.updateEmailAccount, { params: { id }, body: { displayName: person.name, isShared: true } });
  const popup = await openPopup(context);
  await expect(popup.getByLabel('Send from')).toHaveValue(id);
  return popup;
}

export interface OpenBoard {
  page: Page;
  session: CDPSession;
  /** Loads on the screen that have an address, a rate and a reference number, one for each broker unless more are wanted. */
  loads: (TrueLoad & { email: string })[];
}

interface Screen {
  height?: number;
  /** So many loads of one broker. */
  perBroker?: number;
}

export async function openMailBoard(context: BrowserContext, query = '', { height = 900, perBroker = 1 }: Screen = {}): Promise<OpenBoard> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height });
  const truth = await readTruth(page);
  await openBoard(page, query);
  const keys = await page.locator('[id^="row-"]').evaluateAll((rows) => rows.map(({ id }) => id.slice('row-'.length)));
  const seen = new Map<string, number>();
  const loads = keys.flatMap((key) => {
    const load = truth.get(key);
    if (load === undefined || load.email === null || load.rateCents === null || load.reference === null) return [];
    const count = seen.get(load.email) ?? 0;
    if (count === perBroker) return [];
    seen.set(load.email, count + 1);
    return [{ ...load, email: load.email }];
  });
  expect(loads.length).toBeGreaterThan(2);
  return { page, session: await context.newCDPSession(page), loads };
}

export const subjectOf = ({ reference, origin, destination }: TrueLoad) =>
  `${reference}: ${origin.city}, ${origin.state} to ${destination.city}, ${destination.state}`;
