import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import type { APIRequestContext, Page } from '@playwright/test';
import { checkOwnElements } from '../../board-axe.ts';
import {
  clickPopover,
  clickRow,
  expectPopover,
  expectRow,
  openMailBoard,
  openMailOffice,
  readPopover,
  sendFirst,
  subjectOf,
} from '../../board-mail.ts';
import { openBoard, openPopup, readTruth } from '../../board-marks.ts';
import { arrivedAt, delivered } from '../../mail.ts';
import {
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

  const others = await launchWithExtension();
  const mate = newcomer('Ben Ortiz');
  const matePage = others.pages()[0] ?? (await others.newPage());
  await matePage.goto(await readTeamLink(page));
  await joinOffice(matePage, mate, (await readSession(page))?.companyName ?? '');
  const popup = await openPopup(others);
  await expect(popup.getByLabel('Send from')).toBeVisible();
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
  await board.locator(`#row-${load.key} hh-row`).click({ position: { x: 10, y: 10 } });
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
  const check = { subject: 'Load', html: '', text: '', cc: null, missing: [], emptyVariables: [], earlier: [], signals: [] };
  const problem = { type: 'about:blank', title: 'No', status: 422, code: 'mailbox_refused', detail: 'No', instance: '/' };
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url.endsWith('/emails/check')) return Response.json({ ...check, recentToBroker: null, leavesAt: null, blockedReason: null });
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
const clicks = process.env.TEST_SIZE === 'nightly' ? 1_000 : 150;

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
  await openMailOffice(context, page, newcomer('Swen Tall'));
  const truth = await readTruth(page);
  const board = await context.newPage();
  await openBoard(board, '&swap=20');
  await expect(board.locator('hh-row').first()).toBeAttached();
  const worker = context.serviceWorkers().find((one) => one.url().includes(developmentExtensionId));
  if (worker === undefined) throw new Error('the service worker is not running');
  await worker.evaluate(interceptMails);
  await board.evaluate(notePageClicks);
  for (let turn = 0; turn < clicks; turn += 1) await clickSomeRow(board, turn);
  const readSeen = () => worker.evaluate(() => (globalThis as unknown as { seenMails: Attempt[] }).seenMails);
  // The last click is worked on when one more was.
  await expect.poll(async () => (await readSeen()).length).toBeGreaterThan(clicks / 4);
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
  expect(wrong).toEqual([]);
});
