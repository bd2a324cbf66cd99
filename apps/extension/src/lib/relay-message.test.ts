import { bridgeMarker, newsMarker } from '@headhaul/contracts/extension-messages';
import { expect, test, vi } from 'vitest';
import { bridgeMark, newsMark, type RelayedEvent, readNews, relayMessage } from './relay-message.ts';

const page = { window: {}, origin: 'https://app.headhaul.example' };

function setUp(over: Partial<RelayedEvent> = {}) {
  const port = { postMessage: vi.fn(), close: vi.fn() };
  const send = vi.fn(async (_: unknown): Promise<unknown> => 'answer');
  const event = {
    isTrusted: true,
    source: page.window,
    origin: page.origin,
    data: { fx: bridgeMarker, v: 1, msg: 'PING' },
    ports: [port],
    ...over,
  };
  return { port, send, event };
}

test('the marks are the contract’s, which the bridge may not import because it brings zod along', () => {
  expect([bridgeMark, newsMark]).toEqual([bridgeMarker, newsMarker]);
});

test('relays a message and its answer', async () => {
  const { port, send, event } = setUp();
  await relayMessage(event, page, send);
  expect(send).toHaveBeenCalledWith('PING');
  expect(port.postMessage).toHaveBeenCalledWith('answer');
});

test.each<[string, Partial<RelayedEvent>]>([
  ['a made-up event', { isTrusted: false }],
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
  ['another mark', { data: { fx: 'ext->web', v: 1, msg: 'PING' } }],
  ['another version', { data: { fx: bridgeMarker, v: 2, msg: 'PING' } }],
  ['no message', { data: { fx: bridgeMarker, v: 1 } }],
  ['no port', { ports: [] }],
  ['no data', { data: null }],
])('stays silent on %s', async (_, over) => {
  const { port, send, event } = setUp(over);
  await relayMessage(event, page, send);
  expect(send).not.toHaveBeenCalled();
  expect(port.postMessage).not.toHaveBeenCalled();
});

test('closes the port when the extension is gone', async () => {
  const { port, send, event } = setUp();
  send.mockRejectedValue(new Error('Extension context invalidated.'));
  await relayMessage(event, page, send);
  expect(port.close).toHaveBeenCalled();
});

test.each<[string, unknown, { id?: string; tab?: unknown }, boolean]>([
  ['our worker', { type: 'page:news', message: { v: 1 } }, { id: 'ours' }, true],
  ['one of our content scripts', { type: 'page:news', message: { v: 1 } }, { id: 'ours', tab: { id: 3 } }, false],
  ['another extension', { type: 'page:news', message: { v: 1 } }, { id: 'other' }, false],
  ['our worker, with a message for a board', { type: 'board:ask' }, { id: 'ours' }, false],
  ['our worker, without a message', { type: 'page:news' }, { id: 'ours' }, false],
  ['our worker, with nothing', null, { id: 'ours' }, false],
])('news from %s', (_, raw, sender, isTaken) => {
  expect(readNews(raw, sender, 'ours')).toEqual(isTaken ? { v: 1 } : null);
});
