import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveDesk } from './live-desk.ts';
import type { LiveStreamParts } from './live-stream.ts';
import { createPort } from './testing/live-port.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const up = { type: 'live:state', isUp: true };
const down = { type: 'live:state', isUp: false };
const askAll = { type: 'live:mails', fingerprints: null };
const board = { origin: 'https://board.example' };

/** A worker whose streams the test writes. */
function startDesk(session: string | null = 'first') {
  const world = { session };
  const streams: { handlers: Omit<LiveStreamParts, 'open'>; signal: AbortSignal }[] = [];
  const desk = createLiveDesk({
    isBoard: async ({ origin }) => origin === board.origin,
    readSession: async () => world.session,
    listen: async (handlers, signal) => void streams.push({ handlers, signal }),
  });
  const openPage = async () => {
    const port = createPort('live', board);
    await desk.accept(port);
    return port;
  };
  const open = () => streams.filter(({ signal }) => !signal.aborted);
  return { world, desk, streams, open, openPage };
}

it('holds one stream for all pages, and tells each of them', async () => {
  const { streams, openPage } = startDesk();
  const [first, second] = [await openPage(), await openPage()];
  expect(streams).toHaveLength(1);
  streams[0]?.handlers.onUp(true);
  streams[0]?.handlers.onEvent({ type: 'emails.changed', fingerprints: ['a'] });
  const told = [up, askAll, { type: 'live:mails', fingerprints: ['a'] }];
  expect([first.said, second.said]).toEqual([told, told]);
});

it('a page that comes later asks about its rows, and one that was there doesn’t when nothing was missed', async () => {
  const { streams, openPage } = startDesk();
  const first = await openPage();
  streams[0]?.handlers.onUp(true);
  const second = await openPage();
  expect(second.said).toEqual([up, askAll]);
  streams[0]?.handlers.onDown();
  const third = await openPage();
  expect(third.said).toEqual([]);
  streams[0]?.handlers.onUp(false);
  expect(first.said).toEqual([up, askAll, down, up]);
  expect(third.said).toEqual([up, askAll]);
  streams[0]?.handlers.onUp(true);
  expect(first.said.slice(-2)).toEqual([up, askAll]);
});

it('ends the stream five seconds after the last page, and not when another is looked at meanwhile', async () => {
  const { streams, open, openPage } = startDesk();
  const first = await openPage();
  first.lose();
  await vi.advanceTimersByTimeAsync(3_000);
  const second = await openPage();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([streams.length, open().length]).toEqual([1, 1]);
  second.lose();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(open()).toHaveLength(0);
  await openPage();
  expect([streams.length, open().length]).toEqual([2, 1]);
});

it('listens for nobody, ends with the session, and begins anew with the next', async () => {
  const { world, desk, streams, open, openPage } = startDesk(null);
  const page = await openPage();
  expect(streams).toHaveLength(0);
  world.session = 'first';
  await desk.check();
  streams[0]?.handlers.onUp(true);
  world.session = 'second';
  await desk.check();
  expect([streams.length, open().length]).toEqual([2, 1]);
  streams[1]?.handlers.onUp(true);
  world.session = null;
  await desk.check();
  expect(open()).toHaveLength(0);
  expect(page.said).toEqual([up, askAll, down, up, askAll, down]);
});

it('there is never a second stream, whatever comes at once', async () => {
  const { desk, streams } = startDesk();
  const accepted: Promise<void>[] = [];
  for (let count = 0; count < 20; count += 1) {
    accepted.push(desk.accept(createPort('live', board)));
    void desk.check();
  }
  await Promise.all(accepted);
  expect(streams).toHaveLength(1);
});

it.each([
  ['of another page', createPort('live', { origin: 'https://evil.example' })],
  ['of another name', createPort('other', board)],
])('a port %s is closed and hears nothing', async (_, port) => {
  const { desk, streams } = startDesk();
  await desk.accept(port);
  await desk.check();
  expect([port.isClosed, port.said, streams.length]).toEqual([true, [], 0]);
});

it('a page that is gone before it was noticed harms nobody', async () => {
  const { streams, openPage } = startDesk();
  const [gone, there] = [await openPage(), await openPage()];
  gone.isClosed = true;
  streams[0]?.handlers.onUp(true);
  expect(there.said).toEqual([up, askAll]);
});

it('a page that is gone before it is known whose it is begins no stream', async () => {
  const { desk, streams } = startDesk();
  const port = createPort('live', board);
  const accepted = desk.accept(port);
  port.lose();
  await accepted;
  await desk.check();
  expect(streams).toHaveLength(0);
});
