import { bridgeMarker, type PongPayload, type WebMessage } from '@headhaul/contracts/extension-messages';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocks, testSession } from '../../testing/browser-doubles.ts';
import { endSession } from '../session/end-session.ts';
import { setSession } from '../session/session-store.ts';
import { readStored, storageKeys } from '../storage-keys.ts';
import { checkExtension } from './extension-state.ts';
import { syncExtension } from './extension-sync.ts';
import { nextSessionEpoch } from './session-epoch.ts';

const pong: PongPayload = {
  extVersion: '1.6.2',
  protocol: { min: 1, max: 1 },
  browser: 'chrome',
  caps: [],
  signedInUserId: null,
  sessionEpoch: 5,
  boards: [],
  handoffChallenge: 'c'.repeat(43),
};

function reply(type: string, payload: unknown) {
  return { v: 1, type, id: crypto.randomUUID(), ts: 1, src: 'ext', payload };
}

/** An extension that is reached by `chrome.runtime`. It replies with what `answer` returns, and stays silent on undefined. */
function stubRuntime(answer: (message: WebMessage, nth: number) => unknown): WebMessage[] {
  const seen: WebMessage[] = [];
  vi.stubGlobal('chrome', {
    runtime: {
      sendMessage: (_id: string, message: WebMessage, done: (value: unknown) => void) => {
        seen.push(message);
        const value = answer(message, seen.length);
        if (value !== undefined) done(value);
      },
    },
  });
  return seen;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

async function check() {
  const checking = checkExtension();
  await vi.advanceTimersByTimeAsync(2_000);
  return checking;
}

describe('looking for the extension', () => {
  it('present when it answers with a PONG we understand', async () => {
    stubRuntime(() => reply('PONG', pong));
    expect(await check()).toEqual({ kind: 'present', pong });
  });

  it('present when only the second, longer try is answered', async () => {
    const seen = stubRuntime((_, nth) => (nth === 2 ? reply('PONG', pong) : undefined));
    expect((await check()).kind).toBe('present');
    expect(seen).toHaveLength(2);
  });

  it('absent after both tries stay silent', async () => {
    expect(await check()).toEqual({ kind: 'absent' });
  });

  it('outdated when we share no protocol version', async () => {
    stubRuntime(() => reply('PONG', { ...pong, extVersion: '9.0.0', protocol: { min: 2, max: 3 } }));
    expect(await check()).toEqual({ kind: 'outdated', extVersion: '9.0.0' });
  });

  it('outdated when it answers as older ones did', async () => {
    stubRuntime(() => ({ type: 'PONG', extVersion: '1.3.0' }));
    expect(await check()).toEqual({ kind: 'outdated', extVersion: '1.3.0' });
  });

  it('stays as it was when the extension is only busy', async () => {
    stubRuntime(() => reply('PONG', pong));
    await check();
    stubRuntime((message) => reply('NACK', { id: message.id, code: 'RATE_LIMITED' }));
    expect((await check()).kind).toBe('present');
  });

  it.each([
    ['BAD_ORIGIN', 'absent'],
    ['UNSUPPORTED', 'outdated'],
  ])('a PING refused with %s means %s', async (code, kind) => {
    stubRuntime((message) => reply('NACK', { id: message.id, code }));
    expect((await check()).kind).toBe(kind);
  });

  it('asks the bridge on the page when no id of ours is installed', async () => {
    vi.stubGlobal('chrome', {
      runtime: {
        lastError: { message: 'Could not establish connection.' },
        sendMessage: (_id: string, _message: WebMessage, done: (value: unknown) => void) => done(undefined),
      },
    });
    vi.spyOn(window, 'postMessage').mockImplementation(((message: { fx: string; v: number }, origin: string, ports: MessagePort[]) => {
      expect(message).toMatchObject({ fx: bridgeMarker, v: 1, msg: { type: 'PING' } });
      expect(origin).toBe(window.location.origin);
      ports[0]?.postMessage(reply('PONG', pong));
    }) as typeof window.postMessage);
    const checking = checkExtension();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await checking).kind).toBe('present');
  });
});

describe('signing the extension in', () => {
  it.each([
    { mc: '1284417', isBillActive: true, isSingleDispatcher: false, blockExtension: false },
    { mc: null, isBillActive: false, isSingleDispatcher: true, blockExtension: true },
  ])('hands over a one-time code when it is signed in as nobody: $mc', async ({ mc, isBillActive, ...said }) => {
    setSession({ ...testSession, mc, isBillActive });
    let signedInUserId: string | null = null;
    const seen = stubRuntime((message) => {
      if (message.type !== 'SESSION_SYNC') return reply('PONG', { ...pong, signedInUserId });
      signedInUserId = message.payload.userId ?? null;
      return reply('ACK', { id: message.id });
    });
    const challenges: string[] = [];
    await syncExtension(async (challenge) => {
      challenges.push(challenge);
      return 'the-code';
    });
    expect(challenges).toEqual([pong.handoffChallenge]);
    expect(seen.map(({ type }) => type)).toEqual(['PING', 'SESSION_SYNC', 'PING']);
    expect(seen[1]?.payload).toMatchObject({ tokenKind: 'code', ext_token: 'the-code', userId: testSession.id, ...said });
  });

  it('leaves it alone when it is already ours', async () => {
    setSession(testSession);
    const seen = stubRuntime(() => reply('PONG', { ...pong, signedInUserId: testSession.id }));
    await syncExtension(() => Promise.reject(new Error('no code is needed')));
    expect(seen.map(({ type }) => type)).toEqual(['PING']);
  });

  it('tells it when the session ends', () => {
    setSession(testSession);
    const seen = stubRuntime((message) => reply('ACK', { id: message.id }));
    endSession('logout');
    expect(seen).toMatchObject([{ type: 'SESSION_CLEAR', payload: { reason: 'logout' } }]);
  });
});

it('the session epoch only grows, also past the extension and a clock that went back', () => {
  const first = nextSessionEpoch();
  const future = Date.now() + 1_000_000;
  const second = nextSessionEpoch(future);
  expect(second).toBe(future + 1);
  expect(nextSessionEpoch()).toBe(second + 1);
  expect(second).toBeGreaterThan(first);
  expect(readStored(storageKeys.sessionEpoch)).toBe(second + 1);
});
