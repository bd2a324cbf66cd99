import { ExtensionMessage, type PongPayload } from '@headhaul/contracts/extension-messages';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type HandlerParts, handleMessage } from './handle-message.ts';
import { emptyGate } from './message-gate.ts';
import { detectBrowser } from './pong.ts';
import { type Incoming, receiveMessage } from './receive-message.ts';

const webOrigin = 'https://app.headhaul.example';
const extensionId = 'a'.repeat(32);
const nowMs = 1_800_000_000_000;
const pong: PongPayload = {
  extVersion: '0.1.0',
  protocol: { min: 1, max: 1 },
  browser: 'chrome',
  caps: [],
  signedInUserId: null,
  sessionEpoch: 5,
  boards: [],
  handoffChallenge: 'c'.repeat(43),
};

function setUp() {
  const session = {
    signIn: vi.fn<HandlerParts['session']['signIn']>(async () => 'done'),
    updateContext: vi.fn<HandlerParts['session']['updateContext']>(async () => 'done'),
    clear: vi.fn<HandlerParts['session']['clear']>(async () => 'done'),
    confirmCompany: vi.fn<HandlerParts['session']['confirmCompany']>(async () => undefined),
  };
  const chooseMailbox = vi.fn<HandlerParts['chooseMailbox']>(async () => undefined);
  const refreshMailboxes = vi.fn<HandlerParts['refreshMailboxes']>();
  const refreshFilters = vi.fn<HandlerParts['refreshFilters']>(async () => undefined);
  const openPanel = vi.fn<HandlerParts['openPanel']>(async () => true);
  const calls = () => session.signIn.mock.calls.length + session.updateContext.mock.calls.length + session.clear.mock.calls.length;
  async function send(
    raw: unknown,
    channel: Incoming['channel'] = 'external',
    sender: Incoming['sender'] = { origin: webOrigin, frameId: 0 },
  ) {
    const from = channel === 'bridge' && sender.id === undefined ? { ...sender, id: extensionId } : sender;
    const around = { webOrigins: [webOrigin], extensionId, nowMs, gate: emptyGate, epoch: 5, clearedEpoch: -1 };
    const received = receiveMessage({ channel, sender: from, raw }, around);
    const parts = { session, describe: async () => pong, chooseMailbox, refreshMailboxes, refreshFilters, openPanel };
    return handleMessage(received, channel, nowMs, parts);
  }
  return { session, calls, send, chooseMailbox, refreshMailboxes, refreshFilters, openPanel };
}

function envelope(type: string, payload: object) {
  return { v: 1, type, id: crypto.randomUUID(), ts: nowMs, src: 'web', payload };
}

describe('answers', () => {
  test('PING in each form', async () => {
    const { send } = setUp();
    expect(ExtensionMessage.parse(await send(envelope('PING', {})))).toMatchObject({ type: 'PONG', payload: pong });
    expect(await send('PING')).toEqual({ type: 'PONG', ...pong });
    expect(await send({ type: 'PING' }, 'bridge')).toEqual({ type: 'PONG', ...pong });
  });

  test('an answer names the message it belongs to', async () => {
    const { send } = setUp();
    const raw = envelope('SESSION_CLEAR', { sessionEpoch: 6, reason: 'logout' });
    expect(ExtensionMessage.parse(await send(raw))).toMatchObject({ type: 'ACK', payload: { id: raw.id } });
  });

  test('a mailbox that is chosen on the web is the one that sends', async () => {
    const { send, chooseMailbox, calls } = setUp();
    expect(await send(envelope('ACCOUNT_SELECT', { accountId: 'desk' }))).toMatchObject({ type: 'ACK' });
    expect(chooseMailbox).toHaveBeenCalledExactlyOnceWith('desk');
    expect(calls()).toBe(0);
  });

  test('filters that changed on the web are fetched', async () => {
    const { send, refreshFilters, calls } = setUp();
    expect(await send(envelope('FILTERS_CHANGED', { rev: 12 }), 'bridge')).toMatchObject({ type: 'ACK' });
    expect(refreshFilters).toHaveBeenCalledExactlyOnceWith(12);
    expect(calls()).toBe(0);
  });

  test('a code signs in on both channels', async () => {
    const { send, session } = setUp();
    for (const channel of ['external', 'bridge'] as const) {
      const payload = { ext_token: 'code', tokenKind: 'code', userId: 'u', sessionEpoch: 6, leftDays: 4 };
      expect(await send(envelope('SESSION_SYNC', payload), channel)).toMatchObject({ type: 'ACK' });
    }
    expect(session.signIn).toHaveBeenCalledTimes(2);
    expect(session.signIn).toHaveBeenCalledWith({
      epoch: 6,
      userId: 'u',
      credential: { kind: 'code', code: 'code' },
      context: { leftDays: 4 },
    });
  });

  test.each<[string, unknown]>([
    ['in an envelope', envelope('SESSION_SYNC', { ext_token: 'a', ext_refreshToken: 'r', sessionEpoch: 6 })],
    ['named as a pair', envelope('SESSION_SYNC', { ext_token: 'a', ext_refreshToken: 'r', tokenKind: 'pair', sessionEpoch: 6 })],
    ['without an envelope', { ext_token: 'a', ext_refreshToken: 'r' }],
  ])('tokens %s are taken from the page, never over the bridge', async (_, raw) => {
    const { send, session } = setUp();
    expect(await send(raw, 'bridge')).toMatchObject({ type: 'NACK' });
    expect(session.signIn).not.toHaveBeenCalled();
    expect(await send(raw, 'external')).toMatchObject({ type: 'ACK' });
    expect(session.signIn.mock.calls[0]?.[0]).toMatchObject({ epoch: 6, credential: { kind: 'pair' } });
  });

  test.each<[string, unknown]>([
    ['in an envelope', envelope('SESSION_SYNC', { ext_token: null, ext_refreshToken: null, userId: null, sessionEpoch: 6 })],
    ['without', { ext_token: null, ext_refreshToken: null, userId: null }],
  ])('tokens set to null sign out, %s', async (_, raw) => {
    const { send, session } = setUp();
    expect(await send(raw)).toMatchObject({ type: 'ACK' });
    expect(session.clear).toHaveBeenCalledWith(6);
  });

  test('half a pair is refused', async () => {
    const { send, calls } = setUp();
    for (const half of [{ ext_token: 'a' }, { ext_refreshToken: 'r' }])
      expect(await send(half)).toEqual({ type: 'NACK', code: 'BAD_SCHEMA' });
    expect(calls()).toBe(0);
  });

  test('the fields of the specification are kept, an absent one is left alone', async () => {
    const { send, session } = setUp();
    const account = { id: 'm1', email: 'ann@northline.example', provider: 'google', hasValidTemplate: true };
    const said = { accountId: 'm1', blockExtension: true, isSingleDispatcher: false, leftDays: 3, account, factoringId: 'F-1' };
    expect(await send(envelope('SESSION_SYNC', { ...said, userId: 'u', sessionEpoch: 5 }))).toMatchObject({ type: 'ACK' });
    expect(session.updateContext).toHaveBeenCalledWith(5, 'u', said);
    await send(envelope('SESSION_SYNC', { leftDays: null, sessionEpoch: 5 }));
    expect(session.updateContext).toHaveBeenLastCalledWith(5, undefined, { leftDays: null });
  });

  test('mailboxes are asked for anew when one is disconnected, but not by a message that was refused', async () => {
    const { send, session, refreshMailboxes } = setUp();
    const reset = () => envelope('SESSION_SYNC', { resetAccounts: true, accountId: null, account: null, sessionEpoch: 5 });
    expect(await send(reset())).toMatchObject({ type: 'ACK' });
    expect(refreshMailboxes).toHaveBeenCalledTimes(1);
    session.updateContext.mockResolvedValue('STALE');
    expect(await send(reset())).toMatchObject({ type: 'NACK' });
    expect(refreshMailboxes).toHaveBeenCalledTimes(1);
  });

  test('the company that the web app names is looked at, but not for a message that was refused', async () => {
    const { send, session } = setUp();
    const inCompany = () => envelope('SESSION_SYNC', { companyId: 'c2', userId: 'u', sessionEpoch: 5 });
    expect(await send(inCompany())).toMatchObject({ type: 'ACK' });
    expect(session.updateContext).toHaveBeenLastCalledWith(5, 'u', {});
    expect(session.confirmCompany).toHaveBeenCalledExactlyOnceWith('c2');
    session.updateContext.mockResolvedValue('STALE');
    await send(inCompany());
    expect(session.confirmCompany).toHaveBeenCalledTimes(1);
  });

  test('changed templates and filters are fetched, and the panel is opened', async () => {
    const { send, refreshMailboxes, refreshFilters, openPanel } = setUp();
    expect(await send(envelope('TEMPLATES_CHANGED', { accountId: 'm1' }))).toMatchObject({ type: 'ACK' });
    expect(refreshMailboxes).toHaveBeenCalledOnce();
    expect(await send(envelope('FILTERS_CHANGED', { rev: 7 }))).toMatchObject({ type: 'ACK' });
    expect(refreshFilters).toHaveBeenCalledWith(7);
    expect(await send(envelope('OPEN_PANEL', {}))).toMatchObject({ type: 'ACK' });
    expect(openPanel).toHaveBeenCalledOnce();
  });

  test('what this browser can’t do is said so', async () => {
    const { send, openPanel } = setUp();
    openPanel.mockResolvedValue(false);
    expect(await send(envelope('OPEN_PANEL', {}))).toMatchObject({ type: 'NACK', payload: { code: 'UNSUPPORTED' } });
  });

  test('a failure inside is a NACK, not silence', async () => {
    const { send, session } = setUp();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    session.clear.mockRejectedValue(new Error('disk full'));
    const reply = await send(envelope('SESSION_CLEAR', { sessionEpoch: 6, reason: 'logout' }));
    expect(reply).toMatchObject({ type: 'NACK', payload: { code: 'INTERNAL' } });
  });
});

describe('random messages', () => {
  const key = fc.constantFrom(
    'v',
    'type',
    'id',
    'ts',
    'src',
    'payload',
    'ext_token',
    'ext_refreshToken',
    'userId',
    'sessionEpoch',
    'tokenKind',
  );
  const type = fc.constantFrom('PING', 'SESSION_SYNC', 'SESSION_CLEAR', 'ACCOUNT_SELECT', 'popup:confirm', '__proto__');
  const value = fc.oneof(fc.jsonValue(), type, fc.constantFrom(1, nowMs, 'web', 'code'), fc.uuid());
  const nearMiss = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value)));
  const anything = fc.oneof(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), fc.jsonValue(), nearMiss);
  const privileged = fc.constantFrom<unknown>(
    envelope('SESSION_SYNC', { ext_token: 'c', tokenKind: 'code', sessionEpoch: 6 }),
    envelope('SESSION_CLEAR', { sessionEpoch: 6, reason: 'logout' }),
    { ext_token: 'a', ext_refreshToken: 'r' },
  );

  test('nothing from a sender we do not trust ever acts or learns who is signed in', async () => {
    const sender = fc
      .record({
        origin: fc.option(fc.oneof(fc.constant(webOrigin), fc.webUrl(), fc.string()), { nil: undefined }),
        frameId: fc.option(fc.oneof(fc.constant(0), fc.integer()), { nil: undefined }),
        documentLifecycle: fc.option(fc.constantFrom('active', 'prerender', 'cached', 'pending_deletion'), { nil: undefined }),
        id: fc.option(fc.oneof(fc.constant(extensionId), fc.string()), { nil: undefined }),
      })
      .filter(({ origin, frameId, documentLifecycle, id }) => {
        const isPage = origin === webOrigin && frameId === 0 && (documentLifecycle ?? 'active') === 'active';
        return !(isPage && id === undefined);
      });
    await fc.assert(
      fc.asyncProperty(sender, fc.oneof(privileged, fc.constant('PING'), anything), async (from, raw) => {
        const { send, calls } = setUp();
        expect(await send(raw, 'external', from)).not.toHaveProperty('signedInUserId');
        expect(calls()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test('noise from the web app itself never signs in, and is always answered', async () => {
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('external', 'bridge') as fc.Arbitrary<Incoming['channel']>, async (raw, channel) => {
        const { send, session } = setUp();
        const reply = await send(raw, channel);
        expect(reply).toHaveProperty('type');
        const isSignIn = typeof raw === 'object' && raw !== null && 'ext_token' in raw && 'ext_refreshToken' in raw;
        if (!isSignIn || channel === 'bridge') expect(session.signIn).not.toHaveBeenCalled();
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'chrome'],
  ['Mozilla/5.0 AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'edge'],
  ['Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
  ['Mozilla/5.0 AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120', 'other'],
])('%s is %s', (userAgent, expected) => {
  expect(detectBrowser(userAgent)).toBe(expected);
});
