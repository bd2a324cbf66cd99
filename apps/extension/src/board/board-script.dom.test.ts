// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { connectNobody } from '../live/testing/live-port.ts';
import { isMailMessage } from '../mail/messages.ts';
import { isPanelMessage } from '../panel/messages.ts';
import { isTeachMessage } from '../teach/messages.ts';
import { createBoardScript } from './board-script.ts';
import { demoConfig } from './config/demo.ts';
import type { BoardOrders, FromBoard } from './messages.ts';
import { openDemoBoard } from './testing/demo-board.ts';

const surroundings = { document, page: { pathname: '/board' }, connectLive: connectNobody };
const work = { config: demoConfig, filters: [], marks: { floorPerMileCents: null, targetPerMileCents: null } };
const frame = () => new Promise((resolve) => setTimeout(resolve, 300));

afterEach(() => {
  document.body.innerHTML = '';
});

function open(orders: BoardOrders | undefined) {
  const sent: FromBoard[] = [];
  const script = createBoardScript({
    ...surroundings,
    send: async (message) => {
      if (!isMailMessage(message) && !isPanelMessage(message) && !isTeachMessage(message)) sent.push(message);
      return message.type === 'board:hello' ? orders : null;
    },
  });
  return { script, sent };
}

test('does what the worker orders, and undoes it', async () => {
  await openDemoBoard('wide');
  const before = document.documentElement.outerHTML;
  const { script, sent } = open({ work });
  await script.start();
  await vi.waitFor(() => expect(script.receive({ type: 'board:ask' })).toMatchObject({ state: 'READING', rows: 12 }), 20_000);
  expect(sent.map((message) => (message.type === 'board:report' ? message.report.state : message.type))).toEqual([
    'board:hello',
    'READING',
  ]);
  expect(script.receive({ type: 'board:orders', orders: { work: null } })).toEqual({ state: 'OFF', rows: 0, judged: null, unread: [] });
  expect(document.documentElement.outerHTML).toBe(before);
  expect(sent.at(-1)).toEqual({ type: 'board:report', report: { state: 'OFF', rows: 0, judged: null, unread: [] } });
  script.stop();
});

test('what it counts is given once: when it is asked for, with other orders, and when the page is left', async () => {
  await openDemoBoard('wide');
  const { script, sent } = open({ work });
  await script.start();
  await vi.waitFor(() => expect(script.receive({ type: 'board:ask' })).toMatchObject({ rows: 12 }), 20_000);
  const given = () => sent.flatMap((message) => (message.type === 'board:counts' ? [message.counts] : []));
  const counted = script.receive({ type: 'board:count' });
  expect(counted).toMatchObject({ version: 1, layouts: [{ layout: 'wide', rowsSeen: 12, rowsRead: 12 }] });
  expect(script.receive({ type: 'board:count' })).toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  expect(given()).toEqual([]);
  const newer = { ...work, config: { ...demoConfig, version: 2 } };
  script.receive({ type: 'board:orders', orders: { work: newer } });
  await vi.waitFor(() => expect(script.receive({ type: 'board:ask' })).toMatchObject({ rows: 12 }), 20_000);
  window.dispatchEvent(new Event('pagehide'));
  expect(given()).toMatchObject([{ version: 2, layouts: [{ rowsSeen: 12 }] }]);
  script.receive({ type: 'board:orders', orders: { work } });
  await vi.waitFor(() => expect(script.receive({ type: 'board:ask' })).toMatchObject({ rows: 12 }), 20_000);
  script.receive({ type: 'board:orders', orders: { work: null } });
  expect(given().map(({ version }) => version)).toEqual([2, 1]);
  expect(script.receive({ type: 'board:count' })).toBeNull();
  script.stop();
});

test('the same orders again change nothing', async () => {
  await openDemoBoard('wide');
  const { script, sent } = open({ work });
  await script.start();
  await vi.waitFor(() => expect(document.querySelectorAll('hh-row')).toHaveLength(12), 20_000);
  const host = document.querySelector('hh-row');
  script.receive({ type: 'board:orders', orders: { work: structuredClone(work) } });
  expect(document.querySelector('hh-row')).toBe(host);
  expect(sent).toHaveLength(2);
  script.stop();
});

test('draws nothing while the worker does not answer, and takes no other messages', async () => {
  await openDemoBoard('wide');
  const { script } = open(undefined);
  await script.start();
  await frame();
  expect(document.querySelectorAll('hh-row')).toHaveLength(0);
  for (const raw of [undefined, null, 'PING', { type: 'SESSION_SYNC' }, { type: 'popup:status' }])
    expect(script.receive(raw)).toBeUndefined();
  script.stop();
});

test('a worker that is gone is no error', async () => {
  const script = createBoardScript({ ...surroundings, send: vi.fn().mockRejectedValue(new Error('invalidated')) });
  await expect(script.start()).resolves.toBeUndefined();
  script.stop();
});

test('a worker that can’t be asked any more is no error either', async () => {
  const send = vi.fn(() => {
    throw new Error('Extension context invalidated.');
  });
  const script = createBoardScript({ ...surroundings, send });
  await expect(script.start()).resolves.toBeUndefined();
  script.stop();
  expect(send).toHaveBeenCalledOnce();
});

test('a worker that was not there is asked again after 1, 5 and 30 seconds', async () => {
  vi.useFakeTimers();
  const send = vi.fn().mockRejectedValue(new Error('Could not establish connection'));
  const script = createBoardScript({ ...surroundings, send });
  await script.start();
  const asked: number[] = [];
  for (const ms of [1_000, 5_000, 30_000, 600_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    asked.push(send.mock.calls.length);
  }
  vi.useRealTimers();
  script.stop();
  expect(asked).toEqual([2, 3, 4, 4]);
});

test('takes other filters without beginning anew', async () => {
  const board = await openDemoBoard('wide');
  const { script, sent } = open({ work });
  await script.start();
  await vi.waitFor(() => expect(document.querySelectorAll('hh-row')).toHaveLength(12), 20_000);
  const elements = [...document.querySelectorAll('hh-row')];
  const marks = () => new Set(board.rows().map((row) => row.getAttribute('data-hh')));
  expect(marks()).toEqual(new Set([null]));
  const rules = [{ kind: 'MILES_BETWEEN', min: 500, max: null }];
  const orders = (filters: object[]) => ({ type: 'board:orders', orders: { work: { ...work, filters } } });
  script.receive(orders([{ rules, onUnknown: 'KEEP', action: 'DIM', isForEveryone: false }]));
  expect(marks()).toEqual(new Set(['match', 'dim']));
  script.receive(orders([]));
  expect(marks()).toEqual(new Set([null]));
  expect([...document.querySelectorAll('hh-row')]).toEqual(elements);
  expect(sent.map((message) => (message.type === 'board:report' ? message.report.state : message.type))).toEqual([
    'board:hello',
    'READING',
  ]);
  script.stop();
});

test.each([null, 7, 'x', {}, { work: 1 }, { work: {} }, { work: { config: null, filters: [] } }, { work: { config: {}, filters: {} } }])(
  'an answer like %j is none',
  async (answer) => {
    await openDemoBoard('wide');
    const script = createBoardScript({ ...surroundings, send: async () => answer });
    await expect(script.start()).resolves.toBeUndefined();
    expect(script.receive({ type: 'board:ask' })).toMatchObject({ state: 'OFF' });
    expect(script.receive({ type: 'board:orders', orders: answer })).toBeUndefined();
    script.stop();
  },
);

test('a page that the user goes back to asks again and does what it missed', async () => {
  await openDemoBoard('wide');
  const answers: BoardOrders[] = [{ work }, { work: null }];
  const send = vi.fn(async (message: FromBoard) => (message.type === 'board:hello' ? answers.shift() : null));
  const script = createBoardScript({ ...surroundings, send });
  await script.start();
  script.receive({ type: 'board:orders', orders: { work } });
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(answers).toHaveLength(1);
  show(true);
  await vi.waitFor(() => expect(script.receive({ type: 'board:ask' })).toMatchObject({ state: 'OFF' }));
  script.stop();
  show(true);
  expect(send.mock.calls.filter(([{ type }]) => type === 'board:hello')).toHaveLength(2);
});

test('stopped, it has forgotten what it did', async () => {
  await openDemoBoard('wide');
  const { script } = open({ work });
  await script.start();
  script.stop();
  expect(script.receive({ type: 'board:orders', orders: { work } })).not.toMatchObject({ state: 'OFF' });
  script.stop();
});

test('what the worker says while it is asked is newer than its answer', async () => {
  await openDemoBoard('wide');
  const { promise, resolve } = Promise.withResolvers<BoardOrders>();
  const script = createBoardScript({ ...surroundings, send: () => promise });
  const started = script.start();
  script.receive({ type: 'board:orders', orders: { work: null } });
  resolve({ work });
  await started;
  await frame();
  expect(document.querySelectorAll('hh-row')).toHaveLength(0);
  script.stop();
});
