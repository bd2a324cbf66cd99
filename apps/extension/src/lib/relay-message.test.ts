import { bridgeMarker } from '@headhaul/contracts/extension-messages';
import { expect, test, vi } from 'vitest';
import { bridgeMark, type RelayedEvent, relayMessage } from './relay-message.ts';

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

test('the mark is the contract’s, which the bridge may not import because it brings zod along', () => {
  expect(bridgeMark).toBe(bridgeMarker);
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
