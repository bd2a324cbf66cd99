import { expect, it, vi } from 'vitest';
import { createOwnAnswers, type OwnAnswerParts, type Sender } from './answer-own.ts';

const extensionId = 'abcdef';
const ownOrigin = `chrome-extension://${extensionId}`;
const demo = 'http://localhost:4100';
const taught = 'https://loads.example';
const web = 'https://app.example';

/** Every part answers with its own name. */
function open() {
  const named = (name: string) => vi.fn(async (..._: unknown[]) => name as never);
  const parts = {
    extensionId,
    ownOrigin,
    origins: { webOrigins: [web], demoBoardOrigin: demo },
    taughtBoardAt: vi.fn(async (origin: string) => (origin === taught ? ('other' as const) : null)),
    desk: { fromBoard: named('board'), fromPopup: named('boards in popup') },
    mail: { fromBoard: named('mail'), fromOwnPage: named('mail in popup') },
    panel: { fromBoard: named('panel'), fromPanel: named('panel in panel') },
    teach: { fromPage: named('lesson'), fromPopup: named('lessons in popup') },
    answerPopup: named('status'),
    answerWeb: named('web'),
    onHello: vi.fn(),
    openPanel: vi.fn(async () => true),
  } satisfies OwnAnswerParts;
  return { parts, answer: createOwnAnswers(parts) };
}

const from = (origin: string, change: Partial<Sender> = {}): Sender => ({
  id: extensionId,
  origin,
  url: `${origin}/search/loads?q=1`,
  frameId: 0,
  tab: { id: 7 },
  ...change,
});
const types = ['popup:status', { type: 'panel:view' }, { type: 'teach:view' }, { type: 'mail:mailboxes' }, { type: 'boards:view' }];

it('our own pages reach each desk by its side for them', async () => {
  const { answer } = open();
  const answers = await Promise.all(types.map((raw) => answer(raw, from(ownOrigin))));
  expect(answers).toEqual(['status', 'panel in panel', 'lessons in popup', 'mail in popup', 'boards in popup']);
});

it.each([demo, taught])('a script on %s reaches each desk by its side for pages', async (origin) => {
  const { parts, answer } = open();
  const raws = [{ type: 'panel:brokers' }, { type: 'teach:ask' }, { type: 'mail:rows' }, { type: 'board:hello' }];
  expect(await Promise.all(raws.map((raw) => answer(raw, from(origin))))).toEqual(['panel', 'lesson', 'mail', 'board']);
  const page = { origin, pathname: '/search/loads' };
  const board = origin === demo ? 'demo' : 'other';
  expect(parts.desk.fromBoard).toHaveBeenCalledWith({ type: 'board:hello' }, { board, tabId: 7, frameId: 0, page });
  expect(parts.teach.fromPage).toHaveBeenCalledWith({ type: 'teach:ask' }, { ...page, tabId: 7 });
  expect(parts.onHello).toHaveBeenCalledTimes(1);
});

it('a page that nobody has taught reaches lessons and nothing else', async () => {
  const { answer } = open();
  const raws = [{ type: 'teach:save' }, { type: 'board:hello' }, { type: 'mail:rows' }, { type: 'panel:brokers' }];
  const answers = await Promise.all(raws.map((raw) => answer(raw, from('https://elsewhere.example'))));
  // The answers to the web app refuse every other origin.
  expect(answers).toEqual(['lesson', 'web', 'web', 'web']);
});

it.each([
  ['the web app', from(web)],
  ['another extension', from(taught, { id: 'another' })],
  ['a sender without an origin', from(taught, { origin: undefined })],
  ['a page without an address', from('null')],
])('%s reaches no desk', async (_, sender) => {
  const { parts, answer } = open();
  for (const raw of [...types, { type: 'teach:save' }, { type: 'panel:open' }]) expect(await answer(raw, sender)).toBe('web');
  expect(parts.openPanel).not.toHaveBeenCalled();
});

it.each(['panel:open', 'panel:rules'])('the side panel opens within the click that says %s, also on a taught page', async (type) => {
  const { parts, answer } = open();
  parts.panel.fromBoard.mockResolvedValue(true as never);
  const answered = answer({ type }, from(taught));
  // Nothing was waited for.
  expect(parts.openPanel).toHaveBeenCalledWith(7);
  expect(await answered).toEqual({ isOpen: true });
});
