import type { SentExactly } from '@headhaul/contracts/http/endpoint';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import {
  clickPopover,
  clickRow,
  expectPopover,
  expectRow,
  type OpenBoard,
  openMailBoard,
  openMailOffice,
  readRowMail,
  sendFirst,
  subjectOf,
} from '../../board-mail.ts';
import { delivered } from '../../mail.ts';
import { callAs, expect, joinElsewhere, newcomer, extensionTest as test } from '../../product.ts';
import { findWorker, killAt, listSteps, nameStop, type Step, type Stop } from '../../worker-steps.ts';
import { sandboxOrigin } from '../../world.ts';

type BoardLoad = OpenBoard['loads'][number];

const isNightly = process.env.TEST_SIZE === 'nightly';
/** Many times longer than it takes. */
const nightlyMs = 3_600_000;

/** A screen this high has enough loads. From five loads of a broker in ten minutes on, the user is asked. */
const screen = isNightly ? { height: 7_200, perBroker: 4 } : { height: 3_600 };

const rowsQuestion = 'fetch POST /emails/by-fingerprint';
const emailed = /^✓ Emailed/;
const undo = /^Undo \d+ s$/;

/** What the row says, once nothing is being done about it. */
async function expectSettled({ session }: OpenBoard, { key }: BoardLoad, words: RegExp): Promise<string> {
  let said = '';
  await delivered
    .poll(
      async () => {
        const { button, note } = await readRowMail(session, key);
        said = button ?? '';
        return note === 'Working…' ? note : said;
      },
      { intervals: [200] },
    )
    .toMatch(words);
  return said;
}

/** Everything that left this mailbox, as "to: subject". */
async function listArrived(request: APIRequestContext, account: string): Promise<string[]> {
  const answer = await request.get(`${sandboxOrigin}/mailbox/messages?account=${encodeURIComponent(account)}`);
  const mails = (await answer.json()) as { to: string[]; subject: string }[];
  return mails.map(({ to, subject }) => `${to.join(' ')}: ${subject}`);
}

const lineOf = (load: BoardLoad) => `${load.email}: ${subjectOf(load)}`;

/** These mails and no others have left. */
async function expectArrived(request: APIRequestContext, account: string, mails: readonly BoardLoad[]): Promise<void> {
  await delivered.poll(async () => (await listArrived(request, account)).length).toBeGreaterThanOrEqual(mails.length);
  const inOrder = (lines: readonly string[]) => lines.toSorted((one, other) => one.localeCompare(other));
  expect(inOrder(await listArrived(request, account))).toEqual(inOrder(mails.map(lineOf)));
}

interface Office {
  board: OpenBoard;
  account: string;
  /** The next load that nobody has written about. */
  next(): BoardLoad;
  /** One about which the first mail was written, and no question about the template comes after it. */
  first: BoardLoad;
}

async function openKillOffice(context: BrowserContext, page: Page, name: string): Promise<Office> {
  const person = newcomer(name);
  // The popup asks the worker something each second.
  await (await openMailOffice(context, page, person)).close();
  const board = await openMailBoard(context, '', screen);
  const left = board.loads.values();
  const next = () => {
    const { value } = left.next();
    if (value === undefined) throw new Error('the screen has too few loads');
    return value;
  };
  const first = next();
  await sendFirst(board.page, board.session, first.key);
  return { board, account: person.email, next, first };
}

/** The steps of a flow. What the worker does beside it isn't there the second time. */
async function listTwice(listOnce: () => Promise<Step[]>): Promise<Step[]> {
  const steps = await listOnce();
  const again = new Set(await listOnce());
  return steps.filter((step) => again.has(step));
}

/** Before each step up to the last one of the mail, and after that one, before the page is answered. */
function listStops(all: readonly Step[]): Stop[] {
  // The rows ask beside it, sooner or later.
  const steps = all.filter((step) => !step.startsWith(rowsQuestion));
  const lastWrite = steps.findLastIndex((step) => step.startsWith('local.set outbox'));
  const last = steps.slice(lastWrite + 1).find((step) => step.startsWith('local.get outbox')) ?? steps[lastWrite] ?? '';
  return [...steps.slice(0, steps.indexOf(last) + 1).map((step): Stop => ({ step, when: 'before' })), { step: last, when: 'after' }];
}

/** What changes something, or leaves the computer. Where something is only looked up, every night. */
function leavesTrace({ step, when }: Stop): boolean {
  return when === 'after' || !/^(?:database get|local\.get|session\.get|read answer|digest|lock|alarms\.get)/.test(step);
}

function someOf(stops: readonly Stop[]): Stop[] {
  return [...new Set([stops[0], stops[Math.floor(stops.length / 2)], stops.at(-1)])].flatMap((stop) => stop ?? []);
}

/** What the worker does beside the flow may come before a step one time and after it another time, so the step isn't always met. */
const mostTries = 3;

/** Kills the worker once at each stop, each time with another load. Prints what was tried, and fails when it was too little. */
async function killEach(
  flow: string,
  stops: readonly Stop[],
  next: () => BoardLoad,
  attempt: (stop: Stop, load: BoardLoad) => Promise<boolean>,
  choose: (stops: readonly Stop[]) => Stop[] = someOf,
): Promise<void> {
  const chosen = isNightly ? stops : choose(stops);
  const killed: Stop[] = [];
  for (const stop of chosen) {
    let isKilled = false;
    for (let tried = 0; tried < mostTries && !isKilled; tried += 1) isKilled = await attempt(stop, next());
    if (isKilled) killed.push(stop);
  }
  const kills = `${killed.length} kills at ${chosen.length} of ${stops.length} stops`;
  process.stdout.write(`${flow}: ${kills}: ${killed.map(nameStop).join(', ')}\n`);
  expect(killed.length).toBeGreaterThanOrEqual(isNightly ? chosen.length * 0.8 : chosen.length);
}

/** Runs in the worker: what the newest mail of the outbox says to the API. */
async function readNewestMail(): Promise<SentExactly<typeof emailEndpoints.sendEmail>['body']> {
  const { outbox } = await chrome.storage.local.get<{ outbox: { body: SentExactly<typeof emailEndpoints.sendEmail>['body'] }[] }>('outbox');
  const newest = outbox.at(-1);
  if (newest === undefined) throw new Error('the outbox is empty');
  return newest.body;
}

/** Runs in the worker: the next mail is refused in place of the API. */
function refuseNextMail(): void {
  const problem = { type: 'about:blank', title: 'No', status: 422, code: 'mailbox_refused', detail: 'No', instance: '/' };
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith('/emails')) return through(input, init);
    globalThis.fetch = through;
    return Response.json(problem, { status: 422, headers: { 'content-type': 'application/problem+json' } });
  };
}

test('a click sends one mail, wherever the worker is killed', async ({ page, context, request }) => {
  if (isNightly) test.setTimeout(nightlyMs);
  const { board, account, next, first } = await openKillOffice(context, page, 'Tess Orr');
  const written = [first];
  const press = (load: BoardLoad) => {
    written.push(load);
    return clickRow(board.page, board.session, load.key, /^Email$/);
  };
  const steps = await listTwice(() => {
    const counted = next();
    return listSteps(context, async () => {
      await press(counted);
      await expectRow(board.session, counted.key, undo);
    });
  });
  const stops = listStops(steps);
  const attempt = (stop: Stop, load: BoardLoad) =>
    killAt(context, { stop, act: () => press(load), settle: () => expectSettled(board, load, undo) });
  await killEach('Click and sent', stops, next, attempt, (all) => all.filter(leavesTrace));
  // Once more where the rows ask what became of the mails.
  const newest = next();
  await press(newest);
  await expectSettled(board, newest, undo);
  await killEach(
    'Rows',
    [{ step: `${rowsQuestion} #1`, when: 'before' }],
    () => newest,
    (stop) => killAt(context, { stop, act: async () => undefined, settle: () => expectSettled(board, newest, emailed) }),
  );
  for (const load of written) await expectSettled(board, load, /^✓ Emailed .+ · You$/);
  await expectArrived(request, account, written);
});

/** Runs in the worker: each try goes to the API under a key of its own. */
function tryUnderNewKeys(): void {
  const through = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (!String(input).endsWith('/emails')) return through(input, init);
    const headers = new Headers(init?.headers);
    headers.set('idempotency-key', crypto.randomUUID());
    return through(input, { ...init, headers });
  };
}

test('a worker that forgets under which key it has sent is found out', async ({ page, context }) => {
  const { board, next } = await openKillOffice(context, page, 'Max Orr');
  const load = next();
  await findWorker(context).evaluate(tryUnderNewKeys);
  const stop: Stop = { step: 'fetch POST /emails #1', when: 'after' };
  const isKilled = await killAt(context, {
    stop,
    act: () => clickRow(board.page, board.session, load.key, /^Email$/),
    // The API has a mail that the next worker doesn't know for its own.
    settle: () => expectPopover(board.session, /^You emailed this/),
  });
  expect(isKilled).toBe(true);
});

test('a mail is taken back, and a refused one is sent once, wherever the worker is killed', async ({ page, context, request }) => {
  if (isNightly) test.setTimeout(nightlyMs);
  const { board, account, next, first } = await openKillOffice(context, page, 'Una Lake');
  const press = (load: BoardLoad, button: RegExp) => clickRow(board.page, board.session, load.key, button);
  const expectUndo = (load: BoardLoad) => expectSettled(board, load, undo);
  const sent = [first];

  const send = async (load: BoardLoad) => {
    await press(load, /^Email$/);
    await expectUndo(load);
  };
  // A computer that was too slow to take it back says that it was sent.
  const expectOver = (load: BoardLoad) => expectSettled(board, load, /^Email$|^✓ Emailed/);
  async function tryUndo(stop: Stop, load: BoardLoad): Promise<boolean> {
    await send(load);
    const isKilled = await killAt(context, { stop, act: () => press(load, undo), settle: () => expectOver(load) });
    if (emailed.test(await expectOver(load))) sent.push(load);
    return isKilled;
  }
  const undoSteps = await listTwice(async () => {
    const undone = next();
    await send(undone);
    return listSteps(context, async () => {
      await press(undone, undo);
      await expectSettled(board, undone, /^Email$/);
    });
  });
  await killEach('Click and undo', listStops(undoSteps), next, tryUndo);

  async function beRefused(load: BoardLoad): Promise<void> {
    await findWorker(context).evaluate(refuseNextMail);
    await press(load, /^Email$/);
    await expectSettled(board, load, /^Try again$/);
    sent.push(load);
  }
  const nowSteps = await listTwice(async () => {
    const refused = next();
    await beRefused(refused);
    return listSteps(context, async () => {
      await press(refused, /^Try again$/);
      await expectUndo(refused);
    });
  });
  await killEach('Refused and tried again', listStops(nowSteps), next, async (stop, load) => {
    await beRefused(load);
    return killAt(context, { stop, act: () => press(load, /^Try again$/), settle: () => expectUndo(load) });
  });

  // A mailbox sends in the order of writing, so what was taken back would have been sent before this one.
  const last = next();
  await send(last);
  for (const load of [...sent, last]) await expectSettled(board, load, /^✓ Emailed .+ · You$/);
  await expectArrived(request, account, [...sent, last]);
});

test('after a teammate’s mail the answer sends one more, wherever the worker is killed', async ({ page, context, browser, request }) => {
  if (isNightly) test.setTimeout(nightlyMs);
  const { board, account, next, first } = await openKillOffice(context, page, 'Ada Moss');
  const press = (load: BoardLoad, button: RegExp) => clickRow(board.page, board.session, load.key, button);
  const expectUndo = (load: BoardLoad) => expectSettled(board, load, undo);
  const sent = [first];
  const mate = await joinElsewhere(browser, page, newcomer('Ben Ortiz'));
  const ask = (load: BoardLoad) => press(load, /^✓ Emailed .+ · Ben$/);
  const expectAsked = () => expectPopover(board.session, /^Ben emailed this/);
  const confirm = () => clickPopover(board.page, board.session, 'Send again');
  async function letMateWrite(load: BoardLoad): Promise<void> {
    await press(load, /^Email$/);
    await expectUndo(load);
    const body = await findWorker(context).evaluate(readNewestMail);
    await press(load, undo);
    await expectSettled(board, load, /^Email$/);
    await callAs(mate, emailEndpoints.sendEmail, { body: { ...body, isConfirmed: true, seenEmailIds: null } });
    sent.push(load, load);
    await expectSettled(board, load, /^✓ Emailed .+ · Ben$/);
  }
  const askSteps = await listTwice(async () => {
    const load = next();
    await letMateWrite(load);
    const steps = await listSteps(context, async () => {
      await ask(load);
      await expectAsked();
    });
    await confirm();
    await expectUndo(load);
    return steps;
  });
  await killEach('Question', listStops(askSteps), next, async (stop, load) => {
    await letMateWrite(load);
    const isKilled = await killAt(context, { stop, act: () => ask(load), settle: expectAsked });
    await confirm();
    await expectUndo(load);
    return isKilled;
  });
  const confirmSteps = await listTwice(async () => {
    const load = next();
    await letMateWrite(load);
    await ask(load);
    await expectAsked();
    return listSteps(context, async () => {
      await confirm();
      await expectUndo(load);
    });
  });
  await killEach('Answer', listStops(confirmSteps), next, async (stop, load) => {
    await letMateWrite(load);
    await ask(load);
    await expectAsked();
    return killAt(context, { stop, act: confirm, settle: () => expectUndo(load) });
  });
  await mate.context().close();
  for (const load of sent) await expectSettled(board, load, /^✓ Emailed .+ · You$/);
  await expectArrived(request, account, sent);
});
