import { maxMessageBytes } from '@headhaul/contracts/extension-messages';
import { describe, expect, test } from 'vitest';
import { emptyGate, type MessageGate, remember } from './message-gate.ts';
import { type Incoming, receiveMessage, type Surroundings } from './receive-message.ts';

const webOrigin = 'https://app.headhaul.example';
const extensionId = 'a'.repeat(32);
const nowMs = 1_800_000_000_000;

const page = { origin: webOrigin, frameId: 0, documentLifecycle: 'active' };
const bridge = { ...page, id: extensionId };

function envelope(type: string, payload: object, over: object = {}) {
  return { v: 1, type, id: crypto.randomUUID(), ts: nowMs, src: 'web', payload, ...over };
}

function receive(incoming: Partial<Incoming>, around: Partial<Surroundings> = {}) {
  return receiveMessage(
    { channel: 'external', sender: page, raw: envelope('PING', {}), ...incoming },
    { webOrigins: [webOrigin], extensionId, nowMs, gate: emptyGate, epoch: 5, clearedEpoch: 3, ...around },
  );
}

function codeOf(incoming: Partial<Incoming>, around: Partial<Surroundings> = {}) {
  const received = receive(incoming, around);
  return received.accepted ? 'accepted' : received.code;
}

describe('who may speak', () => {
  test.each<[string, Partial<Incoming>, string]>([
    ['the web app itself', {}, 'accepted'],
    ['the web app through the bridge', { channel: 'bridge', sender: bridge }, 'accepted'],
    ['a browser that tells no lifecycle', { sender: { origin: webOrigin, frameId: 0 } }, 'accepted'],
    ['an unknown channel', { channel: 'port' as 'bridge', sender: bridge }, 'BAD_ORIGIN'],
    ['another origin', { sender: { ...page, origin: 'https://evil.example' } }, 'BAD_ORIGIN'],
    ['another port', { sender: { ...page, origin: `${webOrigin}:8443` } }, 'BAD_ORIGIN'],
    ['plain http', { sender: { ...page, origin: 'http://app.headhaul.example' } }, 'BAD_ORIGIN'],
    ['a longer host', { sender: { ...page, origin: `${webOrigin}.evil.example` } }, 'BAD_ORIGIN'],
    ['no origin', { sender: { frameId: 0 } }, 'BAD_ORIGIN'],
    ['an opaque origin', { sender: { ...page, origin: 'null' } }, 'BAD_ORIGIN'],
    ['a sub-frame', { sender: { ...page, frameId: 7 } }, 'BAD_ORIGIN'],
    ['no frame', { sender: { origin: webOrigin } }, 'BAD_ORIGIN'],
    ['a prerendered page', { sender: { ...page, documentLifecycle: 'prerender' } }, 'BAD_ORIGIN'],
    ['a cached page', { sender: { ...page, documentLifecycle: 'cached' } }, 'BAD_ORIGIN'],
    ['another extension', { sender: { ...page, id: 'b'.repeat(32) } }, 'BAD_ORIGIN'],
    ['our own id on the outer channel', { sender: bridge }, 'BAD_ORIGIN'],
    ['the bridge without an id', { channel: 'bridge' }, 'BAD_ORIGIN'],
    ['the bridge with another id', { channel: 'bridge', sender: { ...page, id: 'b'.repeat(32) } }, 'BAD_ORIGIN'],
  ])('%s', (_, incoming, expected) => {
    expect(codeOf(incoming)).toBe(expected);
  });
});

describe('what may be said', () => {
  const sync = (over: object) => envelope('SESSION_SYNC', { sessionEpoch: 6, ...over });
  const cyclic: Record<string, unknown> = { v: 1 };
  cyclic.self = cyclic;
  test.each<[string, unknown, string]>([
    ['a sign-in', sync({ ext_token: 'c', tokenKind: 'code', userId: 'u' }), 'accepted'],
    ['just small enough', sync({ ext_token: 'x'.repeat(4096) }), 'accepted'],
    ['oversize', envelope('PING', {}, { id: 'x'.repeat(maxMessageBytes) }), 'BAD_SCHEMA'],
    ['oversize in bytes, not characters', { v: 1, type: 'é'.repeat(maxMessageBytes / 2 + 1) }, 'BAD_SCHEMA'],
    ['cyclic', cyclic, 'BAD_SCHEMA'],
    ['an unknown key outside', envelope('PING', {}, { extra: 1 }), 'BAD_SCHEMA'],
    ['an unknown key inside', sync({ admin: true }), 'BAD_SCHEMA'],
    ['a missing epoch', envelope('SESSION_SYNC', {}), 'BAD_SCHEMA'],
    ['a fractional epoch', sync({ sessionEpoch: 6.5 }), 'BAD_SCHEMA'],
    ['an id that is no uuid', envelope('PING', {}, { id: 'abc' }), 'BAD_SCHEMA'],
    ['our own voice', envelope('PING', {}, { src: 'ext' }), 'BAD_SCHEMA'],
    ['a newer protocol', envelope('PING', {}, { v: 2 }), 'UNSUPPORTED'],
    ['a type of a newer page', envelope('SESSION_EXPORT', {}), 'UNSUPPORTED'],
    ['nothing', null, 'BAD_SCHEMA'],
    ['a list', [], 'BAD_SCHEMA'],
    ['undefined', undefined, 'BAD_SCHEMA'],
    ['a number', 4, 'BAD_SCHEMA'],
  ])('%s', (_, raw, expected) => {
    expect(codeOf({ raw })).toBe(expected);
  });
});

describe('messages without an envelope', () => {
  test.each<[string, unknown]>([
    ['a word', 'PING'],
    ['an object', { type: 'PING' }],
  ])('a bare PING as %s', (_, raw) => {
    expect(receive({ raw })).toMatchObject({ accepted: true, form: 'bare', message: { type: 'PING' } });
  });

  test('fields of the specification are a sign-in with the next epoch', () => {
    expect(receive({ raw: { ext_token: 'a', ext_refreshToken: 'r', userId: 'u' } })).toMatchObject({
      accepted: true,
      form: 'bare',
      message: { type: 'SESSION_SYNC', payload: { ext_token: 'a', ext_refreshToken: 'r', userId: 'u', sessionEpoch: 6 } },
    });
  });

  test.each<[string, unknown]>([
    ['another word', 'PONG'],
    ['no field of ours', { token: 'a' }],
    ['a foreign field among ours', { ext_token: 'a', role: 'ADMIN' }],
    ['a PING with more in it', { type: 'PING', payload: {} }],
    ['an epoch of its own', { ext_token: 'a', sessionEpoch: 99 }],
  ])('refused: %s', (_, raw) => {
    expect(receive({ raw })).toMatchObject({ accepted: false, form: 'bare', code: 'BAD_SCHEMA' });
  });

  test('they count against the rate', () => {
    let gate: MessageGate = emptyGate;
    for (let i = 0; i < 5; i += 1) gate = remember(gate, 'SESSION_SYNC', null, nowMs);
    expect(codeOf({ raw: { leftDays: 3 } }, { gate })).toBe('RATE_LIMITED');
  });
});

describe('epochs', () => {
  const sync = (sessionEpoch: number) => envelope('SESSION_SYNC', { sessionEpoch });
  const clear = (sessionEpoch: number) => envelope('SESSION_CLEAR', { sessionEpoch, reason: 'logout' });
  test.each<[string, unknown, Partial<Surroundings>, string]>([
    ['an older sign-in', sync(4), {}, 'STALE'],
    ['the same sign-in from another tab', sync(5), {}, 'accepted'],
    ['a newer sign-in', sync(6), {}, 'accepted'],
    ['a sign-in at the epoch that was signed out', sync(5), { clearedEpoch: 5 }, 'STALE'],
    ['an older sign-out', clear(4), {}, 'STALE'],
    ['the current sign-out', clear(5), {}, 'accepted'],
    ['a sign-out far ahead of the clock, which would lock later sign-ins out', clear(Number.MAX_SAFE_INTEGER), {}, 'BAD_SCHEMA'],
    ['a sign-in far ahead of the clock', sync(nowMs + 25 * 60 * 60_000), {}, 'BAD_SCHEMA'],
  ])('%s', (_, raw, around, expected) => {
    expect(codeOf({ raw }, around)).toBe(expected);
  });
});

describe('repetition', () => {
  function accept(raw: unknown, around: Partial<Surroundings> = {}): MessageGate {
    const received = receive({ raw }, around);
    if (!received.accepted) throw new Error(`refused: ${received.code}`);
    return received.gate;
  }

  test('the same id twice', () => {
    const raw = envelope('SESSION_SYNC', { sessionEpoch: 5 });
    expect(codeOf({ raw }, { gate: accept(raw) })).toBe('STALE');
  });

  test('a message kept for longer than ids are remembered', () => {
    expect(codeOf({ raw: envelope('PING', {}, { ts: nowMs - 10 * 60_000 - 1 }) })).toBe('STALE');
    expect(codeOf({ raw: envelope('PING', {}, { ts: nowMs + 10 * 60_000 + 1 }) })).toBe('STALE');
  });

  test('an id pushed out by 200 others still counts as seen', () => {
    const raw = envelope('SESSION_SYNC', { sessionEpoch: 5 });
    let gate = accept(raw);
    for (let i = 1; i <= 200; i += 1) {
      const at = nowMs + i * 1_000;
      gate = accept(envelope('PING', {}, { ts: at }), { gate, nowMs: at });
    }
    expect(gate.seen).toHaveLength(200);
    expect(codeOf({ raw }, { gate, nowMs: nowMs + 201_000 })).toBe('STALE');
  });

  test('a refused message does not use up its id', () => {
    let gate: MessageGate = emptyGate;
    for (let i = 0; i < 5; i += 1) gate = accept(envelope('SESSION_SYNC', { sessionEpoch: 5 }), { gate });
    const raw = envelope('SESSION_SYNC', { sessionEpoch: 5 });
    expect(codeOf({ raw }, { gate })).toBe('RATE_LIMITED');
    expect(codeOf({ raw }, { gate, nowMs: nowMs + 1_001 })).toBe('accepted');
  });

  test.each<[string, () => object, number]>([
    ['PING', () => envelope('PING', {}), 10],
    ['OPEN_PANEL', () => envelope('OPEN_PANEL', {}), 5],
  ])('%s has a rate of its own', (_, make, limit) => {
    let gate: MessageGate = emptyGate;
    for (let i = 0; i < limit; i += 1) gate = accept(make(), { gate });
    expect(codeOf({ raw: make() }, { gate })).toBe('RATE_LIMITED');
    expect(codeOf({ raw: envelope('FILTERS_CHANGED', { rev: 1 }) }, { gate })).toBe('accepted');
  });
});

test('the order of the checks: origin before content, content before epoch, epoch before rate', () => {
  let gate: MessageGate = emptyGate;
  for (let i = 0; i < 5; i += 1) gate = remember(gate, 'SESSION_SYNC', null, nowMs);
  const sender = { ...page, origin: 'https://evil.example' };
  expect(codeOf({ raw: { v: 1 }, sender }, { gate })).toBe('BAD_ORIGIN');
  expect(codeOf({ raw: envelope('SESSION_SYNC', { sessionEpoch: 1, extra: 1 }) }, { gate })).toBe('BAD_SCHEMA');
  expect(codeOf({ raw: envelope('SESSION_SYNC', { sessionEpoch: 1 }) }, { gate })).toBe('STALE');
  expect(codeOf({ raw: envelope('SESSION_SYNC', { sessionEpoch: 5 }) }, { gate })).toBe('RATE_LIMITED');
});

test('a refusal names the message it refuses', () => {
  expect(receive({ raw: envelope('PING', { x: 1 }, { id: 'the-id' }) })).toMatchObject({ id: 'the-id', form: 'envelope' });
  expect(receive({ raw: { v: 1, id: 'x'.repeat(500) } })).toMatchObject({ id: 'x'.repeat(64) });
});
