// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailAnswer, MailQuestion, RowMail } from '../mail/messages.ts';
import { demoConfig } from './config/demo.ts';
import { openDemoBoard } from './testing/demo-board.ts';
import { demo, eventually, hostOf, labelOf, press, pressRead, roots, start, stopClock, truthOf } from './testing/demo-run.ts';
import { beginMails, buttonOf, endMails, insideOf, lastAct, mailRun, noteOf, numberOf, open, wordsOf, writes } from './testing/mail-run.ts';
import { stubSight } from './testing/seen.ts';

beforeEach(beginMails);
afterEach(endMails);

const popover = () => roots.get(document.querySelector('hh-mail') as Element);

const shows = (mail: RowMail): MailAnswer => ({ kind: 'ROW', mail });
const question: MailQuestion = {
  title: 'Ben emailed this 12 min ago',
  to: 'loads1@harborpine.example',
  isToChosen: true,
  from: 'dispatch@northline.example',
  driver: null,
  subject: 'Joliet, IL to Columbus, OH',
  beginning: 'Is it still open?',
  warnings: [{ tone: 'need', text: 'Ben wrote 12 min ago, rate was $2,200, now $2,400.' }],
  blocked: null,
  sendLabel: 'Send again',
};

describe('the button', () => {
  it('is there where the load has an address; elsewhere the row says why not', async () => {
    const board = await open();
    for (const row of board.rows()) {
      const hasAddress = numberOf(row) % 4 !== 0;
      const { rateCents, isEstimate } = truthOf(board, row);
      const why = rateCents === null || isEstimate ? 'No rate posted' : '';
      // The first rows don't know yet whether the board shows addresses where they are looked for.
      await eventually(() => expect([wordsOf(row), noteOf(row)]).toEqual(hasAddress ? ['Email', why] : [null, 'No email address']));
      if (hasAddress) expect(buttonOf(row).getAttribute('aria-label')).toMatch(/^Email broker, .+, [A-Z]{2} to .+, [A-Z]{2}$/);
    }
  });

  it('says where the address is on a board that shows it only in the opened load', async () => {
    const board = await open('compact');
    for (const row of board.rows()) expect([wordsOf(row), noteOf(row)]).toEqual([null, 'Open the load for its email']);
    demo.run?.stop();
    const { detail: _, ...withoutDetail } = demoConfig;
    const blind = await open('compact', withoutDetail);
    for (const row of blind.rows()) expect([wordsOf(row), noteOf(row)]).toEqual([null, 'Address inside the load']);
  });

  it('is absent where the configuration says so', async () => {
    const board = await open('wide', { ...demoConfig, features: { email: false } });
    for (const row of board.rows()) expect(insideOf(row)?.querySelector<HTMLElement>('.mail')?.hidden).toBe(true);
  });

  it('sends the load that the row shows at the click, and nothing of other rows', async () => {
    const board = await open();
    const [, row] = board.rows() as [Element, Element];
    press(buttonOf(row));
    const [message] = writes();
    expect(message?.load.emails).toEqual([{ address: 'loads1@harborpine.example', from: 'contact' }]);
    expect(message?.load).toMatchObject({ board: 'demo', reference: 'HP-0001', origin: { city: 'Joliet', state: 'IL' } });
    expect(JSON.stringify(mailRun.told)).not.toContain('loads2@');
  });

  it('does nothing on a click that the page’s script made', async () => {
    const board = await open();
    buttonOf(board.rows()[1] as Element).dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    expect(writes()).toEqual([]);
  });

  it('does nothing where the page has hidden it or laid it over something else', async () => {
    const board = await open();
    const [, one, two] = board.rows() as [Element, Element, Element];
    Object.assign(hostOf(one) as Element, { checkVisibility: () => false });
    Object.assign(hostOf(two) as Element, { getBoundingClientRect: () => new DOMRect(300, 400, 20, 20) });
    for (const row of [one, two]) press(buttonOf(row));
    expect(writes()).toEqual([]);
    two.getBoundingClientRect = () => new DOMRect(0, 390, 900, 40);
    press(buttonOf(two));
    expect(writes()).toHaveLength(1);
  });

  it('does nothing on the second click of a double click, or while a key is held down', async () => {
    mailRun.answer = async () => shows({ kind: 'SENDING', opId: 'x', undoUntilMs: Date.now() + 3_600_000 });
    const board = await open();
    const row = board.rows()[1] as Element;
    press(buttonOf(row));
    await eventually(() => expect(noteOf(row)).toBe('Sending…'));
    press(buttonOf(row), { detail: 2 });
    expect(mailRun.told.some(({ type }) => type === 'mail:undo')).toBe(false);
    for (const [key, repeat] of [
      ['Enter', true],
      [' ', true],
      ['Enter', false],
    ] as const) {
      const event = new KeyboardEvent('keydown', { key, repeat, cancelable: true });
      buttonOf(row).dispatchEvent(event);
      expect(event.defaultPrevented).toBe(repeat);
    }
  });

  it('does nothing when the row shows another load by then', async () => {
    const board = await open();
    const [, row] = board.rows() as [Element, Element];
    const button = buttonOf(row);
    board.showFrom(13);
    press(button);
    expect(writes()).toEqual([]);
  });

  it('does nothing when the row got another load while the pointer was down', async () => {
    const board = await open();
    const row = board.rows()[2] as Element;
    buttonOf(row).dispatchEvent(new Event('pointerdown', { bubbles: true }));
    board.showFrom(13);
    await eventually(() => expect(buttonOf(row).getAttribute('aria-label')).toMatch(/^Email broker, Milwaukee/));
    press(buttonOf(row));
    expect(writes()).toEqual([]);
    press(buttonOf(row));
    expect(writes().map(({ load }) => load.emails[0]?.address)).toEqual([`loads${numberOf(row)}@harborpine.example`]);
  });

  it('never writes to another load’s broker while rows exchange their loads', async () => {
    // The office knows of no mail, so a load can be clicked again.
    mailRun.answer = async () => ({ kind: 'NOTHING' });
    const board = await open();
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    const clicked: string[] = [];
    for (let round = 0; round < 120; round += 1) {
      const row = board.rows()[next(12)] as Element;
      board.showFrom(next(150));
      // Some clicks come before the row is read again, some after.
      if (next(2) === 0) {
        const { origin, destination } = truthOf(board, row);
        await eventually(() => expect(labelOf(row)).toContain(`${origin} to ${destination}: `));
      }
      const before = writes().length;
      press(buttonOf(row));
      if (writes().length > before) clicked.push(`loads${numberOf(row)}@harborpine.example`);
    }
    expect(clicked.length).toBeGreaterThan(20);
    expect(writes().map(({ load }) => load.emails[0]?.address)).toEqual(clicked);
  });

  it('is reached by the arrow key from the rate, and leads back', async () => {
    const board = await open();
    const [, row] = board.rows() as [Element, Element];
    const rate = insideOf(row)?.querySelector('button') as HTMLButtonElement;
    const [toMail, toRate] = [vi.fn(), vi.fn()];
    buttonOf(row).focus = toMail;
    rate.focus = toRate;
    rate.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    buttonOf(row).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
    expect([toMail.mock.calls.length, toRate.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('what the row says after the click', () => {
  const after = async (given: unknown) => {
    mailRun.answer = async () => given;
    const board = await open();
    const row = board.rows()[1] as Element;
    press(buttonOf(row));
    expect([wordsOf(row), noteOf(row)]).toEqual(['Email', 'Working…']);
    await eventually(() => expect(noteOf(row)).not.toBe('Working…'));
    return { board, row };
  };

  it.each<[string, MailAnswer, [string, string]]>([
    [
      'sending',
      shows({ kind: 'SENDING', opId: 'x', undoUntilMs: Date.now() + 3_600_000 }),
      [expect.stringMatching(/^Undo \d+ s$/), 'Sending…'],
    ],
    ['offline', shows({ kind: 'WAITING', opId: 'x' }), ['Cancel', 'Waiting for connection']],
    ['canceling', shows({ kind: 'CANCELLING', opId: 'x' }), ['Try again', 'Canceling…']],
    ['not sent', shows({ kind: 'NOT_SENT', why: 'Refused' }), ['Send now', 'Not sent']],
    ['plan ended', { kind: 'REFUSED', text: 'Your trial has ended', place: 'PLANS' }, ['See plans', 'Your trial has ended']],
    ['no mailbox', { kind: 'REFUSED', text: 'Connect a mailbox first', place: 'MAILBOXES' }, ['Open mailboxes', 'Connect a mailbox first']],
    ['signed out', { kind: 'REFUSED', text: 'You’re signed out', place: 'SIGN_IN' }, ['Sign in', 'You’re signed out']],
    [
      'emailed',
      shows({ kind: 'EMAILED', who: 'Ann', atMs: Date.now() - 2.5 * 3_600_000, isSure: true, postedCents: null, askedCents: null }),
      ['✓ Emailed 2 h ago · Ann', ''],
    ],
    [
      'emailed, rate moved',
      shows({ kind: 'EMAILED', who: 'Ann', atMs: Date.now() - 2.5 * 3_600_000, isSure: true, postedCents: 10_000, askedCents: null }),
      ['✓ Ann, 2 h ago', expect.stringMatching(/^rate up \$/)],
    ],
  ])('%s', async (_, given, expected) => {
    const { row } = await after(given);
    expect([wordsOf(row), noteOf(row)]).toEqual(expected);
  });

  it('goes with the load, not with the row', async () => {
    const { board, row } = await after(shows({ kind: 'NOT_SENT', why: 'Refused' }));
    board.showFrom(1);
    await eventually(() => expect(wordsOf(board.rows()[0] as Element)).toBe('Send now'));
    // Rows are drawn one by one.
    await eventually(() => expect(wordsOf(row)).toBe('Email'));
  });

  it('an undo tells which mail', async () => {
    const { row } = await after(shows({ kind: 'SENDING', opId: 'that one', undoUntilMs: Date.now() + 3_600_000 }));
    mailRun.answer = async () => ({ kind: 'NOTHING' });
    press(buttonOf(row));
    expect(lastAct()).toEqual({ type: 'mail:undo', opId: 'that one' });
    await eventually(() => expect([wordsOf(row), noteOf(row)]).toEqual(['Email', '']));
  });

  it('a worker that was stopped is asked again by the same click', async () => {
    let times = 0;
    mailRun.answer = async () => {
      times += 1;
      if (times === 1) throw new Error('The message port closed before a response was received.');
      return times === 2 ? undefined : shows({ kind: 'NOT_SENT', why: 'x' });
    };
    const board = await open();
    const row = board.rows()[1] as Element;
    press(buttonOf(row));
    await eventually(() => expect(wordsOf(row)).toBe('Send now'));
    expect(new Set(writes().map(({ opId }) => opId)).size).toBe(1);
    expect(writes()).toHaveLength(3);
  });

  it('says so when it was covered, until the pointer leaves', async () => {
    const { say } = stubSight();
    const board = await open();
    const [row] = board.rows() as [Element];
    const enter = () => buttonOf(row).dispatchEvent(new Event('pointerenter'));
    enter();
    say(insideOf(row)?.querySelector('.mail') as Element, false);
    press(buttonOf(row));
    const words = () => roots.get(document.querySelector('hh-note') as Element)?.textContent;
    expect([words(), writes()]).toEqual(['The page covered this button. Click it again', []]);
    buttonOf(row).dispatchEvent(new Event('pointerleave'));
    expect(document.querySelector('hh-note')).toBeNull();
  });
});

describe('the popover', () => {
  const ask = async (differs: Partial<MailQuestion> = {}, { hasFocus = true } = {}) => {
    mailRun.answer = async ({ type }) =>
      type === 'mail:write' ? { kind: 'ASKS', opId: 'asked', key: 'this one', question: { ...question, ...differs } } : { kind: 'NOTHING' };
    const board = await open();
    const row = board.rows()[1] as Element;
    if (hasFocus) buttonOf(row).focus();
    stopClock();
    press(buttonOf(row));
    await eventually(() => expect(popover()).toBeDefined());
    return row;
  };
  const partOf = (selector: string) => popover()?.querySelector(selector) as HTMLElement;

  it('shows to, from, subject, the beginning and the reasons, as text', async () => {
    await ask({ warnings: [{ tone: 'bad', text: '<img src=x onerror=alert(1)>' }] });
    expect(partOf('[role="dialog"]').getAttribute('aria-labelledby')).toBe('title');
    expect(partOf('h2').textContent).toBe(question.title);
    expect([...(popover()?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual([
      question.to,
      question.from,
      question.subject,
    ]);
    expect(partOf('.beginning').textContent).toBe(question.beginning);
    expect(partOf('li').textContent).toBe('<img src=x onerror=alert(1)>');
    expect(popover()?.querySelector('img')).toBeNull();
  });

  it('sends by the user’s click alone, with the key of its question', async () => {
    await ask();
    partOf('.send').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(mailRun.told.some(({ type }) => type === 'mail:confirm')).toBe(false);
    pressRead(partOf('.send'));
    expect(lastAct()).toEqual({ type: 'mail:confirm', opId: 'asked', key: 'this one' });
    expect(document.querySelector('hh-mail')).toBeNull();
  });

  it('takes nothing for an answer that was pressed as it opened, or by a key that is held down', async () => {
    await ask({ isToChosen: false });
    const early = new MouseEvent('click', { cancelable: true });
    Object.defineProperty(early, 'isTrusted', { value: true });
    partOf('input').dispatchEvent(early);
    expect(early.defaultPrevented).toBe(true);
    (partOf('.send') as HTMLButtonElement).disabled = false;
    press(partOf('.send'));
    expect(mailRun.told.some(({ type }) => type === 'mail:confirm')).toBe(false);
    expect(popover()).toBeDefined();
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    partOf('.send').dispatchEvent(held);
    expect(held.defaultPrevented).toBe(true);
  });

  it('has the focus on its button only for who waits for it at the row', async () => {
    await ask();
    expect(popover()?.activeElement).toBe(partOf('.send'));
    demo.run?.stop();
    await ask({}, { hasFocus: false });
    expect(popover()?.activeElement).toBe(partOf('[role="dialog"]'));
    const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, shiftKey: true });
    partOf('[role="dialog"]').dispatchEvent(tab);
    expect(popover()?.activeElement?.textContent).toBe('Cancel');
  });

  it('is closed by Escape, sends nothing, and gives the focus back', async () => {
    const row = await ask();
    const focused = vi.fn();
    buttonOf(row).focus = focused;
    partOf('.send').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(document.querySelector('hh-mail')).toBeNull();
    expect(lastAct()).toEqual({ type: 'mail:undo', opId: 'asked' });
    expect(focused).toHaveBeenCalledOnce();
  });

  it('may be followed by an undo, though it lay over the button', async () => {
    const { say } = stubSight();
    const row = await ask();
    const button = insideOf(row)?.querySelector('.mail') as Element;
    say(button, false);
    mailRun.answer = async () => shows({ kind: 'SENDING', opId: 'asked', undoUntilMs: Date.now() + 3_600_000 });
    pressRead(partOf('.send'));
    await eventually(() => expect(noteOf(row)).toBe('Sending…'));
    say(button, true);
    press(buttonOf(row));
    await eventually(() => expect(lastAct()).toEqual({ type: 'mail:undo', opId: 'asked' }));
  });

  it('waits for a choice where the address stands only in the comments', async () => {
    await ask({ isToChosen: false });
    const [send, box] = [partOf('.send') as HTMLButtonElement, partOf('input') as HTMLInputElement];
    expect(send.disabled).toBe(true);
    const change = new Event('change');
    Object.defineProperty(change, 'isTrusted', { value: true });
    box.checked = true;
    box.dispatchEvent(change);
    expect(send.disabled).toBe(false);
  });

  it('leads to the mailboxes where nothing can be sent', async () => {
    await ask({ blocked: { text: 'The subject is empty.', place: 'MAILBOXES' } });
    expect(popover()?.textContent).toContain('The subject is empty.');
    pressRead(partOf('.send'));
    expect(lastAct()).toEqual({ type: 'mail:open', place: 'MAILBOXES' });
  });

  it('leaves no trace when the board is switched off', async () => {
    await ask();
    demo.run?.stop();
    expect(document.querySelectorAll('hh-mail, hh-row')).toHaveLength(0);
  });
});

it('rows show what the company wrote, found by their fingerprints', async () => {
  const board = await openDemoBoard('wide');
  start(undefined, demoConfig, async (message) => {
    if (message.type !== 'mail:rows') return null;
    const mail: RowMail = { kind: 'EMAILED', who: 'Ann', atMs: Date.now(), isSure: true, postedCents: null, askedCents: null };
    expect(message.fingerprints.every((one) => /^[0-9a-f]{32}$/.test(one))).toBe(true);
    return { mails: Object.fromEntries(message.fingerprints.map((one) => [one, mail])), isWhole: true };
  });
  await eventually(() => {
    for (const row of board.rows()) expect(wordsOf(row)).toBe('✓ Emailed just now · Ann');
  });
});

it('a filter for loads that nobody has emailed decides by what the company wrote', async () => {
  const board = await openDemoBoard('wide');
  const mail: RowMail = { kind: 'EMAILED', who: 'Ann', atMs: Date.now(), isSure: true, postedCents: null, askedCents: null };
  let emailed: string | undefined;
  start({ rules: [{ kind: 'HIDE_EMAILED' }], onUnknown: 'KEEP', action: 'DIM' }, demoConfig, async (message) => {
    if (message.type !== 'mail:rows') return null;
    emailed ??= message.fingerprints[0];
    const mails = message.fingerprints.flatMap((one) => (one === emailed ? [[one, mail]] : []));
    return { mails: Object.fromEntries(mails), isWhole: true };
  });
  await eventually(() => {
    const marks = board.rows().map((row) => row.getAttribute('data-hh'));
    expect(marks.filter((mark) => mark === 'dim')).toHaveLength(1);
    expect(marks.filter((mark) => mark === 'match')).toHaveLength(11);
  });
});
