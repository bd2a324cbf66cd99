import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { boardLoad } from '@headhaul/domain/testing/board-load';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
afterEach(() => {
  page?.stop();
  [isWhole, held] = [false, Promise.resolve()];
  vi.useRealTimers();
});

const contact = { name: null, emails: [{ address: 'kelly@lakeshore.example', from: 'contact' as const }], phones: [] };
const button = { near: {} as DOMRect, focus: () => undefined, hasFocus: () => true };

/** A page of loads. A click on one is sent at once, and of its row the worker knows nothing more. */
function open(...loads: BoardLoad[]) {
  const told: FromBoardMail[] = [];
  const sending = (opId: string): RowMail => ({ kind: 'SENDING', opId, undoUntilMs: Date.now() + 10_000 });
  const opened = createPageMail({
    document: { hidden: false } as Document,
    loads: () => loads,
    showsAddresses: () => true,
    async send(message) {
      told.push(message);
      if (message.type === 'mail:write') return { kind: 'ROW', mail: sending(message.opId) };
      await held;
      return { mails: {}, isWhole };
    },
    ask: () => undefined,
    closeQuestion: () => undefined,
    onChanged: () => undefined,
    nowMs: Date.now,
  });
  page = opened;
  opened.noteRows();
  const questions = () => told.filter(({ type }) => type === 'mail:rows').length;
  return { opened, questions };
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
