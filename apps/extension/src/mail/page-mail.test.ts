import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { boardLoad } from '@headhaul/domain/testing/board-load';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPort } from '../live/testing/live-port.ts';
import type { FromBoardMail, RowMail } from './messages.ts';
import { createPageMail, type PageMail } from './page-mail.ts';

// The browser's own takes its time, which these clocks don't have.
vi.mock('./fingerprint-hash.ts', () => ({ hashFingerprint: async (text: string) => text }));

beforeEach(() => {
  vi.useFakeTimers();
});
let page: PageMail | undefined;
/** What the worker knows of rows, and when it says so. */
let [isWhole, held] = [false, Promise.resolve()];
const sending = (opId: string): RowMail => ({ kind: 'SENDING', opId, undoUntilMs: Date.now() + 10_000 });
/** So many clicks are never answered. */
let lost = 0;
let answerClick: (opId: string) => RowMail = sending;
afterEach(() => {
  page?.stop();
  [answerClick, lost] = [sending, 0];
  [isWhole, held] = [false, Promise.resolve()];
  vi.useRealTimers();
});

const contact = { name: null, emails: [{ address: 'kelly@lakeshore.example', from: 'contact' as const }], phones: [] };
const button = { near: {} as DOMRect, focus: () => undefined, hasFocus: () => true };

/** A page of loads. A click on one is sent at once, and of its row the worker knows nothing more. */
const open = (...loads: BoardLoad[]) => openList(loads);

function openList(loads: BoardLoad[]) {
  const told: FromBoardMail[] = [];
  const mails = new Map<string, RowMail>();
  const port = createPort();
  const opened = createPageMail({
    document: Object.assign(new EventTarget(), { hidden: false }) as unknown as Document,
    loads: () => loads,
    noAddress: () => 'No email address',
    async send(message) {
      told.push(message);
      if (message.type === 'mail:write' && lost > 0) {
        lost -= 1;
        return new Promise(() => undefined);
      }
      if (message.type === 'mail:write') return { kind: 'ROW', mail: answerClick(message.opId) };
      await held;
      return { mails: Object.fromEntries(mails), isWhole };
    },
    connectLive: () => port,
    ask: () => undefined,
    closeQuestion: () => undefined,
    onChanged: () => undefined,
    nowMs: Date.now,
  });
  page = opened;
  opened.noteRows();
  const questions = () => told.filter(({ type }) => type === 'mail:rows').length;
  return { opened, questions, told, mails, port };
}

it('a load without cities and numbers was emailed once its ten seconds are over, and nobody asks for its sake', async () => {
  const load = boardLoad({ contact });
  const { opened, questions } = open(load, boardLoad({ contact, rowKey: 'other', reference: 'L77120' }));
  await vi.advanceTimersByTimeAsync(2_000);
  opened.press(load, button);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened.viewOf(load).button).toMatch(/^Undo \d+ s$/);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened.viewOf(load).button).toBe('✓ Emailed just now · You');
  expect(questions()).toBe(5);
});

it('a load without cities is asked about by its number', async () => {
  const { questions } = open(boardLoad({ contact, reference: 'L77120' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(questions()).toBe(1);
});

it('what the worker knew before the click doesn’t take its mail off the row', async () => {
  const load = boardLoad({ contact, reference: 'L77120' });
  const answered = Promise.withResolvers<void>();
  [isWhole, held] = [true, answered.promise];
  const { opened, questions } = open(load);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(questions()).toBe(1);
  opened.press(load, button);
  await vi.advanceTimersByTimeAsync(100);
  answered.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(opened.viewOf(load).button).toMatch(/^Undo \d+ s$/);
});

it('a load is known to be looked up once Headhaul has answered in whole, and no more after an answer that isn’t', async () => {
  const [load, unnamed] = [boardLoad({ contact, reference: 'L77120' }), boardLoad({ contact, rowKey: 'other' })];
  const { opened } = open(load, unnamed);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(opened.wasAsked(load)).toBe(false);
  isWhole = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([load, unnamed].map(opened.wasAsked)).toEqual([true, false]);
  isWhole = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(opened.wasAsked(load)).toBe(false);
});

it('while the worker hears of mails, a page asks once a minute, and at once about the loads that it hears of', async () => {
  isWhole = true;
  const [load, other] = [boardLoad({ contact, reference: 'L77120' }), boardLoad({ contact, rowKey: 'other', reference: 'L77121' })];
  const { told, port, questions } = open(load, other);
  port.hear({ type: 'live:state', isUp: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(questions()).toBe(1);
  const [first] = told.flatMap((message) => (message.type === 'mail:rows' ? message.fingerprints : []));
  port.hear({ type: 'live:mails', fingerprints: ['of no row here'] });
  port.hear({ type: 'live:mails', fingerprints: [first ?? ''] });
  await vi.advanceTimersByTimeAsync(400);
  expect(told.slice(1)).toEqual([{ type: 'mail:rows', fingerprints: [first] }]);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(questions()).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(questions()).toBe(3);
  port.hear({ type: 'live:mails', fingerprints: null });
  await vi.advanceTimersByTimeAsync(400);
  expect(told.at(-1)).toMatchObject({ fingerprints: { length: 2 } });
  port.hear({ type: 'live:state', isUp: false });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(questions()).toBe(5);
});

it('a load that was heard of while it was off the page is asked about when it is back', async () => {
  isWhole = true;
  const load = boardLoad({ contact, reference: 'L77120' });
  const shown = [load];
  const { opened, port, told, questions } = openList(shown);
  port.hear({ type: 'live:state', isUp: true });
  await vi.advanceTimersByTimeAsync(2_000);
  const [name] = told.flatMap((message) => (message.type === 'mail:rows' ? message.fingerprints : []));
  const scroll = async (...loads: BoardLoad[]) => {
    shown.splice(0, shown.length, ...loads);
    opened.noteRows();
    await vi.advanceTimersByTimeAsync(1_500);
  };
  await scroll();
  port.hear({ type: 'live:mails', fingerprints: [name ?? ''] });
  await vi.advanceTimersByTimeAsync(400);
  expect(questions()).toBe(1);
  await scroll(load);
  expect(questions()).toBe(2);
  await scroll();
  await scroll(load);
  expect(questions()).toBe(2);
});

it('an answer that comes after the answer to a later question changes nothing', async () => {
  const load = boardLoad({ contact, reference: 'L77120' });
  const late = Promise.withResolvers<void>();
  [isWhole, held] = [true, late.promise];
  const { opened, port, told, mails } = open(load);
  await vi.advanceTimersByTimeAsync(2_000);
  const [name] = told.flatMap((message) => (message.type === 'mail:rows' ? message.fingerprints : []));
  mails.set(name ?? '', { kind: 'EMAILED', who: 'Ann', atMs: Date.now(), isSure: true, postedCents: null, askedCents: null });
  held = Promise.resolve();
  port.hear({ type: 'live:mails', fingerprints: null });
  await vi.advanceTimersByTimeAsync(400);
  expect(opened.viewOf(load).button).toBe('✓ Emailed just now · Ann');
  mails.clear();
  port.hear({ type: 'live:mails', fingerprints: null });
  await vi.advanceTimersByTimeAsync(400);
  expect(opened.viewOf(load).button).toBe('Email');
  // The first question was answered with what was there while the mail was.
  mails.set(name ?? '', { kind: 'EMAILED', who: 'Ann', atMs: Date.now(), isSure: true, postedCents: null, askedCents: null });
  late.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(opened.viewOf(load).button).toBe('Email');
});

it('a mail that was not sent leaves the row when the outbox drops it, but not one that the outbox never had', async () => {
  isWhole = true;
  const [load, refused] = [boardLoad({ contact, reference: 'L77120' }), boardLoad({ contact, rowKey: 'other', reference: 'L77121' })];
  const { opened, told, mails } = open(load, refused);
  await vi.advanceTimersByTimeAsync(2_000);
  const [first = ''] = told.flatMap((message) => (message.type === 'mail:rows' ? message.fingerprints : []));
  mails.set(first, { kind: 'NOT_SENT', why: 'Not sent within 10 minutes' });
  answerClick = () => ({ kind: 'NOT_SENT', why: 'Headhaul doesn’t answer' });
  opened.press(refused, button);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([load, refused].map((one) => opened.viewOf(one).button)).toEqual(['Send now', 'Send now']);
  mails.clear();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([load, refused].map((one) => opened.viewOf(one).button)).toEqual(['Email', 'Send now']);
});

it('a click that the worker never answers is told again, under the same id', async () => {
  const load = boardLoad({ contact, reference: 'L77120' });
  const { opened, told } = open(load);
  await vi.advanceTimersByTimeAsync(2_000);
  lost = 1;
  opened.press(load, button);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(opened.viewOf(load).note).toBe('Working…');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(opened.viewOf(load).button).toMatch(/^Undo \d+ s$/);
  const clicks = told.flatMap((message) => (message.type === 'mail:write' ? message.opId : []));
  expect(clicks).toEqual([clicks[0], clicks[0]]);
});

it('a worker that never answers any more is given up, and the row says so', async () => {
  const load = boardLoad({ contact, reference: 'L77120' });
  const { opened } = open(load);
  await vi.advanceTimersByTimeAsync(2_000);
  lost = 9;
  opened.press(load, button);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(opened.viewOf(load)).toMatchObject({ button: 'Send now', note: 'Not sent', label: expect.stringContaining('Reload this page') });
});
