import { createHash } from 'node:crypto';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import type { APIRequestContext, BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { checkOwnElements } from '../../board-axe.ts';
import {
  clickPopover,
  clickRow,
  expectPopover,
  expectRow,
  type OpenBoard,
  openMailBoard,
  openMailOffice,
  readPopover,
  sendFirst,
  subjectOf,
} from '../../board-mail.ts';
import { openBoard, openPopup, readTruth } from '../../board-marks.ts';
import { openRow } from '../../board-panel.ts';
import { arrivedAt, delivered } from '../../mail.ts';
import {
  callAs,
  expect,
  joinOffice,
  killWorker,
  launchWithExtension,
  newcomer,
  openOffice,
  readSession,
  readTeamLink,
  extensionTest as test,
} from '../../product.ts';
import { appOrigin } from '../../world.ts';

/** Brokers of the demo board get mails of all offices. */
const arrivedFrom = async (request: APIRequestContext, address: string, account: string) =>
  (await arrivedAt(request, address)).filter((mail) => mail.account === account);

/** A teammate at another computer with the extension, who may send from the office's shared mailbox. */
async function openMate(owner: Page, name: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await launchWithExtension();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(await readTeamLink(owner));
  await joinOffice(page, newcomer(name), (await readSession(owner))?.companyName ?? '');
  const popup = await openPopup(context);
  await expect(popup.getByLabel('Send from')).toBeVisible();
  return { context, page };
}

function workerOf(context: BrowserContext): Worker {
  const worker = context.serviceWorkers().find((one) => one.url().includes(developmentExtensionId));
  if (worker === undefined) throw new Error('the service worker is not running');
  return worker;
}

test('one mail arrives with the load’s words, and a teammate’s row shows it and asks', async ({ page, context, request }) => {
  const person = newcomer('Tess Orr');
  await openMailOffice(context, page, person);
  const board = await openMailBoard(context);
  const [load] = board.loads as [(typeof board.loads)[number]];
  await sendFirst(board.page, board.session, load.key);
  await expectRow(board.session, load.key, /^✓ Emailed just now · You$/);
  await delivered.poll(async () => (await arrivedFrom(request, load.email, person.email)).length).toBe(1);
  const [mail] = await arrivedFrom(request, load.email, person.email);
  expect(mail?.subject).toBe(subjectOf(load));
  expect(mail?.html).toContain(`$${((load.rateCents ?? 0) / 100).toLocaleString('en-US')}`);

  const { context: others } = await openMate(page, 'Ben Ortiz');
  const mateBoard = await openMailBoard(others);
  await clickRow(mateBoard.page, mateBoard.session, load.key, /^✓ Emailed .+ · Tess$/);
  await expectPopover(mateBoard.session, /^Tess emailed this/);
  await expectPopover(mateBoard.session, /The rate is still \$/);
  await clickPopover(mateBoard.page, mateBoard.session, 'Cancel');
  await expectRow(mateBoard.session, load.key, /^✓ Emailed .+ · Tess$/);
  await others.close();
  expect(await arrivedFrom(request, load.email, person.email)).toHaveLength(1);
});

test('a mail is taken back, and one click sends the next one once, though the worker is stopped', async ({ page, context, request }) => {
  const person = newcomer('Una Lake');
  await openMailOffice(context, page, person);
  const { page: board, session, loads } = await openMailBoard(context);
  const [first, second] = loads as [(typeof loads)[number], (typeof loads)[number]];
  await sendFirst(board, session, first.key);
  await clickRow(board, session, first.key, /^Undo/);
  await expectRow(session, first.key, /^Email$/);
  await expectRow(session, second.key, /^Email$/);
  await killWorker(context, page);
  await clickRow(board, session, second.key, /^Email$/);
  await expectRow(session, second.key, /^Undo/);
  await killWorker(context, page);
  await expectRow(session, second.key, /^✓ Emailed/);
  await delivered.poll(async () => (await arrivedFrom(request, second.email, person.email)).length).toBe(1);
  // A mailbox sends in the order of writing, so the mail that was taken back would have been sent by now.
  expect(await arrivedFrom(request, first.email, person.email)).toHaveLength(0);
});

test('by keyboard: a second mail is asked about and sent with a few keys, and axe finds nothing', async ({ page, context }) => {
  const person = newcomer('Kim Vale');
  await openMailOffice(context, page, person);
  const { page: board, session, loads } = await openMailBoard(context);
  const [load] = loads as [(typeof loads)[number]];
  await sendFirst(board, session, load.key);
  await expectRow(session, load.key, /^✓ Emailed/);
  // The rate of this row has the focus.
  await openRow(board, load.key);
  let keys = 0;
  const type = async (key: string) => {
    keys += 1;
    await board.keyboard.press(key);
  };
  await type('ArrowRight');
  await type('Enter');
  await expectPopover(session, /^You emailed this/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await board.emulateMedia({ colorScheme });
    const { violations, buttons } = await checkOwnElements(board, 'hh-mail');
    expect(violations, colorScheme).toEqual([]);
    expect(buttons).toBe(2);
  }
  await type('Enter');
  await expectRow(session, load.key, /^Undo/);
  expect(keys).toBeLessThanOrEqual(6);
  expect(await readPopover(session)).toBeNull();
  await clickRow(board, session, load.key, /^Undo/);
});

test('without a mailbox the row says so and leads there', async ({ page, context }) => {
  await openOffice(page, newcomer('Ned Foss'));
  const popup = await openPopup(context);
  await expect(popup.getByText('Connect a mailbox to email brokers from a board.')).toBeVisible();
  const { page: board, session, loads } = await openMailBoard(context);
  const [load] = loads as [(typeof loads)[number]];
  await clickRow(board, session, load.key, /^Email$/);
  const opened = context.waitForEvent('page');
  await clickRow(board, session, load.key, /^Open mailboxes$/);
  await expect(await opened).toHaveURL(`${appOrigin}/dispatcher/accounts`);
});

interface Attempt {
  to: string;
  reference: string | null;
}

/** Records what the worker would send, and answers in place of the API: a mail is refused, so the same row can be clicked again. */
function interceptMails(): void {
  const seen: Attempt[] = [];
  const through = globalThis.fetch;
  const check = { subject: 'Load', html: '', text: '', cc: null, missing: [], earlier: [], signals: [] };
  const unknown = { namesOffer: false, emptyVariables: [], recentToBroker: null, leavesAt: null, blockedReason: null };
  const problem = { type: 'about:blank', title: 'No', status: 422, code: 'mailbox_refused', detail: 'No', instance: '/' };
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url.endsWith('/emails/check')) return Response.json({ ...check, ...unknown });
    if (url.endsWith('/emails/by-fingerprint')) return Response.json({ mails: [] });
    if (!url.endsWith('/emails')) return through(input, init);
    const { to, boardLoad } = JSON.parse(String(init?.body));
    seen.push({ to, reference: boardLoad.reference });
    return Response.json(problem, { status: 422, headers: { 'content-type': 'application/problem+json' } });
  };
  Object.assign(globalThis, { seenMails: seen });
}

/** The middle of the button in a row of the list, and notes which load each click meets. */
function notePageClicks(): void {
  const clicked: string[] = [];
  window.addEventListener(
    'click',
    ({ target }) => {
      const element = target as Element;
      if (element.localName === 'hh-row') clicked.push(element.closest('[id^="row-"]')?.id.slice(4) ?? '');
    },
    { capture: true },
  );
  Object.assign(window, { clickedKeys: clicked });
}

const widthOfMail = 176;
const isNightly = process.env.TEST_SIZE === 'nightly';
/** Many times longer than it takes. */
const nightlyMs = 3_600_000;
const clicks = isNightly ? 1_000 : 150;

async function clickSomeRow(board: Page, turn: number): Promise<void> {
  const at = await board.evaluate(
    ([number, width]) => {
      const boxes = [...document.querySelectorAll('hh-row')].map((host) => host.getBoundingClientRect());
      const shown = boxes.filter(({ top, bottom }) => top > 200 && bottom < window.innerHeight - 10);
      const box = shown[((number ?? 0) * 7) % Math.max(1, shown.length)];
      return box === undefined ? null : { x: box.right - (width ?? 0) + 25, y: (box.top + box.bottom) / 2 };
    },
    [turn, widthOfMail],
  );
  if (at !== null) await board.mouse.click(at.x, at.y);
}

test(`${clicks} clicks on rows that exchange their loads 20 times a second: no mail to another load’s broker`, async ({
  page,
  context,
}) => {
  if (isNightly) test.setTimeout(nightlyMs);
  await openMailOffice(context, page, newcomer('Swen Tall'));
  const truth = await readTruth(page);
  const board = await context.newPage();
  await openBoard(board, '&swap=20');
  await expect(board.locator('hh-row').first()).toBeAttached();
  const worker = workerOf(context);
  await worker.evaluate(interceptMails);
  await board.evaluate(notePageClicks);
  const readSeen = () => worker.evaluate(() => (globalThis as unknown as { seenMails: Attempt[] }).seenMails);
  const isEnough = async () => (await readSeen()).length > clicks / 4;
  // A slow computer holds a press for longer, and more rows have another load by then: it is clicked more often there.
  for (let turn = 0; turn < clicks || (turn < clicks * 10 && !(await isEnough())); turn += 1) await clickSomeRow(board, turn);
  await expect.poll(isEnough).toBe(true);
  const clicked = await board.evaluate(() => (window as unknown as { clickedKeys: string[] }).clickedKeys);
  const allowed = new Map<string, number>();
  for (const key of clicked) {
    const load = truth.get(key);
    const name = `${load?.email} ${load?.reference}`;
    allowed.set(name, (allowed.get(name) ?? 0) + 1);
  }
  const wrong = (await readSeen()).filter(({ to, reference }) => {
    const left = allowed.get(`${to} ${reference}`) ?? 0;
    allowed.set(`${to} ${reference}`, left - 1);
    return left <= 0;
  });
  process.stdout.write(
    `${clicked.length} clicks met a row, ${(await readSeen()).length} mails, ${wrong.length} to another load’s broker\n`,
  );
  expect(wrong).toEqual([]);
});

const onTimeMs = 2_000;

/** Notes when the API has answered that it has a mail, or has taken one back. */
function noteAnswers(): void {
  const through = globalThis.fetch;
  const answers: number[] = [];
  globalThis.fetch = async (input, init) => {
    const answer = await through(input, init);
    if (answer.ok && /\/emails(\/withdraw)?$/.test(String(input))) answers.push(Date.now());
    return answer;
  };
  Object.assign(globalThis, { mailAnswers: answers });
}

const readAnswers = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as { mailAnswers: number[] }).mailAnswers);

/** How long after the API's answer to this act the other's row had these words. */
async function timeRow(board: OpenBoard, key: string, words: RegExp, sender: Worker, act: () => Promise<void>): Promise<number> {
  const { length } = await readAnswers(sender);
  const [shownAtMs] = await Promise.all([expectRow(board.session, key, words, [100]).then(() => Date.now()), act()]);
  await expect.poll(async () => (await readAnswers(sender)).length).toBe(length + 1);
  return shownAtMs - ((await readAnswers(sender)).at(-1) ?? Number.NaN);
}

test('what one writes from a board is on the other’s row within two seconds, and off it when it is taken back', async ({
  page,
  context,
}) => {
  await openMailOffice(context, page, newcomer('Ann Reyes'));
  const mate = await openMate(page, 'Ben Ortiz');
  const bens = await openMailBoard(mate.context);
  const anns = await openMailBoard(context);
  const [first, second] = anns.loads as [(typeof anns.loads)[number], (typeof anns.loads)[number]];
  await expectRow(bens.session, first.key, /^Email$/);
  const annsWorker = workerOf(context);
  await annsWorker.evaluate(noteAnswers);
  const emailed = /^✓ Emailed just now · Ann$/;
  const click = (button: RegExp) => clickRow(anns.page, anns.session, first.key, button);
  const times = [
    await timeRow(bens, first.key, emailed, annsWorker, () => sendFirst(anns.page, anns.session, first.key)),
    await timeRow(bens, first.key, /^Email$/, annsWorker, () => click(/^Undo/)),
  ];

  // Stopped as after an idle half minute: the page that is looked at brings it back.
  await killWorker(mate.context, mate.page);
  await clickRow(anns.page, anns.session, second.key, /^Email$/);
  await expectRow(bens.session, second.key, emailed);
  times.push(await timeRow(bens, first.key, emailed, annsWorker, () => click(/^Email$/)));
  process.stdout.write(`On the other’s row ${times.join(', ')} ms after the API’s answer: a mail, one taken back, one after a stop\n`);
  expect(Math.max(...times)).toBeLessThanOrEqual(onTimeMs);
  await mate.context.close();
});

const pairs = isNightly ? 200 : 40;
const atOnce = 10;

/** What the worker answers to a click. */
interface MailSaid {
  kind: string;
  mail?: { kind: string };
  question?: { title: string; warnings: { text: string }[] };
}

/** Speaks to the worker as the script on the board's page does. */
async function openScript(session: CDPSession): Promise<(message: object) => Promise<MailSaid>> {
  const isOurs = new Promise<number>((resolve) => {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === `chrome-extension://${developmentExtensionId}`) resolve(context.id);
    });
  });
  await session.send('Runtime.enable');
  const contextId = await isOurs;
  return async (message) => {
    const expression = `chrome.runtime.sendMessage(${JSON.stringify(message)})`;
    const { result } = await session.send('Runtime.evaluate', { expression, contextId, awaitPromise: true, returnByValue: true });
    return result.value;
  };
}

/** A busy API may put a mail off. The same click, told again, goes on with the same mail. */
async function clickUntilAnswered(say: (message: object) => Promise<MailSaid>, load: BoardLoad): Promise<MailSaid> {
  const click = { type: 'mail:write', opId: crypto.randomUUID(), load };
  let said = await say(click);
  while (said.mail?.kind === 'WAITING') said = await say(click);
  return said;
}

/** Who was first, in one word; another question with its reasons. */
function describeAnswer({ kind, mail, question }: MailSaid): string {
  const title = question?.title.replace(/^(\w+) emailed this .*/, '$1') ?? '';
  const why = title.includes(' ') ? `: ${question?.warnings.map(({ text }) => text).join(' ')}` : '';
  return `${kind} ${mail?.kind ?? `${title}${why}`}`;
}

/** Names that are much alike would be asked about. */
const deskOf = (number: number) => `desk@${createHash('sha256').update(String(number)).digest('hex').slice(0, 20)}.example`;

const freight = (number: number) =>
  BoardLoad.parse({
    board: 'demo',
    reference: `PAIR-${number}`,
    origin: { city: 'Milwaukee', state: 'WI' },
    destination: { city: 'Conley', state: 'GA' },
    pickupDay: '2026-11-20',
    equipment: ['DRY_VAN'],
    tripMiles: 812,
    rateCents: 240_000,
    brokerName: deskOf(number),
    emails: [{ address: deskOf(number), from: 'contact' }],
  });

test(`${pairs} pairs click on the same load at once: one mail each time, and the other is asked`, async ({ page, context }) => {
  if (isNightly) test.setTimeout(nightlyMs);
  await openMailOffice(context, page, newcomer('Ann Reyes'));
  const mate = await openMate(page, 'Ben Ortiz');
  const [anns, bens] = [await openMailBoard(context), await openMailBoard(mate.context)];
  const [first, second] = anns.loads as [(typeof anns.loads)[number], (typeof anns.loads)[number]];
  // Each mailbox asks once about what its mails don't say.
  await sendFirst(anns.page, anns.session, first.key);
  await sendFirst(bens.page, bens.session, second.key);
  const scripts = [await openScript(anns.session), await openScript(bens.session)];
  const startedMs = performance.now();
  const outcomes: string[] = [];
  const clickBoth = async (number: number) => {
    const load = freight(number);
    const answers = await Promise.all(scripts.map((say) => clickUntilAnswered(say, load)));
    outcomes.push(answers.map(describeAnswer).sort().join(', '));
  };
  for (let from = 0; from < pairs; from += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, pairs - from) }, (_, index) => clickBoth(from + index)));
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  const byAnn = outcomes.filter((outcome) => outcome === 'ASKS Ann, ROW SENDING').length;
  process.stdout.write(`${pairs} pairs in ${seconds} s: Ann was first ${byAnn} times, Ben ${pairs - byAnn} times\n`);
  expect(outcomes.filter((outcome) => !/^ASKS (Ann|Ben), ROW SENDING$/.test(outcome))).toEqual([]);

  const sent = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const { emails, nextCursor } = await callAs(page, emailEndpoints.listEmails, { query: { limit: 100, ...(cursor && { cursor }) } });
    for (const { to } of emails) sent.set(to, (sent.get(to) ?? 0) + 1);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  const counts = Array.from({ length: pairs }, (_, number) => sent.get(deskOf(number)) ?? 0);
  expect(counts).toEqual(Array.from({ length: pairs }, () => 1));
  await mate.context.close();
});
