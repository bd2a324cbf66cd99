import 'fake-indexeddb/auto';
import { ProblemError } from '@headhaul/contracts/http/call';
import type { ErrorCode } from '@headhaul/contracts/http/errors';
import { errorCodes } from '@headhaul/contracts/http/errors';
import type { SessionUser, TokenPair } from '@headhaul/contracts/session';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { person, startMs } from '../testing/person.ts';
import { oneAtATime } from '../testing/storage.ts';
import type { ApiClient } from './api-client.ts';
import { challengeFor } from './handoff.ts';
import { createSession, type SignIn } from './session.ts';
import { nextWakeAtMs } from './session-schedule.ts';
import { openSessionStore } from './session-store.ts';

const minuteMs = 60_000;
const ann = person('0199a000-0000-7000-8000-00000000000a');
const ben = person('0199a000-0000-7000-8000-00000000000b');

function problem(code: ErrorCode | 'unknown', status = code === 'unknown' ? 502 : errorCodes[code].status): ProblemError {
  return new ProblemError({ type: 'about:blank', title: code, status, code, detail: code, instance: '/' });
}
const offline = () => new TypeError('Failed to fetch');

function pair(n: number): TokenPair {
  return { accessToken: `access-${n}`, refreshToken: `refresh-${n}` };
}

/** Waits for the abort, as a call does that the API never answers. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

function setUp() {
  const clock = { nowMs: startMs };
  const api = {
    exchangeCode: vi.fn<ApiClient['exchangeCode']>(async () => ({ token: pair(1), user: ann })),
    refreshToken: vi.fn<ApiClient['refreshToken']>(async () => pair(2)),
    getMe: vi.fn<ApiClient['getMe']>(async () => ann),
    logout: vi.fn<ApiClient['logout']>(async () => undefined),
  };
  const published = vi.fn(async () => undefined);
  const store = openSessionStore(published);
  /** A restarted worker: the same database, nothing in memory. */
  const startWorker = () => createSession({ store, api, withLock: oneAtATime(), nowMs: () => clock.nowMs });
  return { clock, api, store, published, startWorker, session: startWorker() };
}

function codeSignIn(epoch: number, over: Partial<SignIn> = {}): SignIn {
  return { epoch, userId: ann.id, credential: { kind: 'code', code: `code-${epoch}` }, context: {}, ...over };
}

/** Long enough for a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 120_000 });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('sign-in', () => {
  test('redeems the code with the verifier behind the announced challenge, then changes it', async () => {
    const { api, store, session, published } = setUp();
    const { verifier } = await store.read();
    expect((await store.read()).verifier).toBe(verifier);

    expect(await session.signIn(codeSignIn(1, { context: { leftDays: 5 } }))).toBe('done');

    expect(api.exchangeCode.mock.calls[0]?.[0]).toEqual({ code: 'code-1', verifier });
    const state = await store.read();
    expect(state).toMatchObject({ epoch: 1, session: { user: ann, ...pair(1) }, context: { leftDays: 5 } });
    expect(state.verifier).not.toBe(verifier);
    expect(await challengeFor(state.verifier)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(published).toHaveBeenCalled();
  });

  test('a refused code leaves nobody signed in and keeps the verifier', async () => {
    const { api, store, session } = setUp();
    const { verifier } = await store.read();
    api.exchangeCode.mockRejectedValue(problem('invalid_code'));
    expect(await session.signIn(codeSignIn(1))).toBe('STALE');
    expect(await store.read()).toMatchObject({ session: null, verifier });
  });

  test('a failed sign-in keeps the same person’s session and ends another’s', async () => {
    const { api, store, session } = setUp();
    await session.signIn(codeSignIn(1));
    api.exchangeCode.mockRejectedValue(offline());
    expect(await session.signIn(codeSignIn(2))).toBe('INTERNAL');
    expect((await store.read()).session).toMatchObject(pair(1));
    expect(await session.signIn(codeSignIn(3, { userId: ben.id }))).toBe('INTERNAL');
    expect((await store.read()).session).toBeNull();
  });

  test('another person than announced is not signed in, and the tokens are ended', async () => {
    const { api, store, session } = setUp();
    api.exchangeCode.mockResolvedValue({ token: pair(1), user: ben });
    expect(await session.signIn(codeSignIn(1))).toBe('INTERNAL');
    expect((await store.read()).session).toBeNull();
    expect(api.logout).toHaveBeenCalledWith('access-1');
  });

  test('two tabs with codes for one challenge: the second finds the work done', async () => {
    const { api, session } = setUp();
    expect(await Promise.all([session.signIn(codeSignIn(1)), session.signIn(codeSignIn(1))])).toEqual(['done', 'done']);
    expect(api.exchangeCode).toHaveBeenCalledTimes(1);
  });

  test('an older epoch, or the one signed out, does nothing', async () => {
    const { api, session, store } = setUp();
    await session.signIn(codeSignIn(5));
    expect(await session.signIn(codeSignIn(4))).toBe('STALE');
    await session.clear(6);
    expect(await session.signIn(codeSignIn(6))).toBe('STALE');
    expect(api.exchangeCode).toHaveBeenCalledTimes(1);
    expect((await store.read()).session).toBeNull();
    expect(await session.signIn(codeSignIn(7))).toBe('done');
  });

  test('a sign-out during the exchange wins', async () => {
    const { api, session, store } = setUp();
    api.exchangeCode.mockImplementation((_, signal) => hang(signal));
    const signingIn = session.signIn(codeSignIn(1));
    await until(() => expect(api.exchangeCode).toHaveBeenCalled());
    expect(await session.clear(2)).toBe('done');
    expect(await signingIn).not.toBe('done');
    expect((await store.read()).session).toBeNull();
  });

  test('a pair of tokens is checked against the API before it is kept', async () => {
    const { api, session, store } = setUp();
    const credential = { kind: 'pair', token: pair(7), expiresAtMs: startMs + minuteMs } as const;
    expect(await session.signIn(codeSignIn(1, { credential }))).toBe('done');
    expect(api.getMe).toHaveBeenCalledWith('access-7');
    expect((await store.read()).session).toMatchObject({ ...pair(7), expiresAtMs: startMs + minuteMs });
    api.getMe.mockRejectedValue(problem('not_signed_in'));
    expect(await session.signIn(codeSignIn(2, { userId: ben.id, credential }))).toBe('STALE');
    expect((await store.read()).session).toBeNull();
  });
});

describe('sign-out', () => {
  test('forgets everything, then tells the API, whose silence does not matter', async () => {
    const { api, session, store } = setUp();
    await session.signIn(codeSignIn(1, { context: { accountId: 'a' } }));
    api.logout.mockRejectedValue(offline());
    expect(await session.clear(2)).toBe('done');
    expect(await store.read()).toMatchObject({ epoch: 2, clearedEpoch: 2, session: null, context: {} });
    expect(api.logout).toHaveBeenCalledWith('access-1');
    expect(await session.clear(1)).toBe('STALE');
  });
});

describe('fields without tokens', () => {
  test('absent leaves, null clears, another person is refused', async () => {
    const { session, store } = setUp();
    expect(await session.updateContext(1, ann.id, { leftDays: 3 })).toBe('STALE');
    await session.signIn(codeSignIn(1, { context: { accountId: 'a', leftDays: 9 } }));
    expect(await session.updateContext(2, ann.id, { leftDays: null })).toBe('done');
    expect(await store.read()).toMatchObject({ epoch: 2, context: { accountId: 'a', leftDays: null } });
    expect(await session.updateContext(3, ben.id, { leftDays: 1 })).toBe('STALE');
    expect((await store.read()).epoch).toBe(2);
  });
});

describe('refresh', () => {
  async function signedIn() {
    const parts = setUp();
    await parts.session.signIn(codeSignIn(1));
    parts.clock.nowMs += 8 * minuteMs;
    return parts;
  }

  test('at 80% of the token’s life, once for all who ask', async () => {
    const { api, session, store, clock } = await signedIn();
    clock.nowMs -= 1;
    expect(await session.resume()).toBe('confirmed');
    expect(api.refreshToken).not.toHaveBeenCalled();
    clock.nowMs += 1;
    expect(await Promise.all([session.resume(), session.resume(), session.refresh('access-1')])).toEqual(Array(3).fill('confirmed'));
    expect(api.refreshToken).toHaveBeenCalledTimes(1);
    const { session: stored } = await store.read();
    expect(stored).toMatchObject({ ...pair(2), issuedAtMs: clock.nowMs, expiresAtMs: clock.nowMs + 10 * minuteMs });
    expect(stored?.rotating).toBeUndefined();
  });

  test('is written down before the call', async () => {
    const { api, session, store, clock } = await signedIn();
    let seen: unknown;
    api.refreshToken.mockImplementation(async () => {
      seen = (await store.read()).session?.rotating;
      return pair(2);
    });
    await session.resume();
    expect(seen).toEqual({ startedAtMs: clock.nowMs, failures: 0 });
  });

  test('a worker that died between the call and the write repeats it with the same token', async () => {
    const { api, session, store, startWorker } = await signedIn();
    api.refreshToken.mockImplementationOnce((_, signal) => hang(signal));
    void session.resume();
    await until(() => expect(api.refreshToken).toHaveBeenCalledTimes(1));
    expect((await store.read()).session?.rotating).toBeDefined();

    expect(await startWorker().resume()).toBe('confirmed');
    expect(api.refreshToken.mock.calls.map(([token]) => token)).toEqual(['refresh-1', 'refresh-1']);
    expect((await store.read()).session).toMatchObject(pair(2));
  });

  test('after such a death a refusal is a sign-out', async () => {
    const { api, session, store, startWorker } = await signedIn();
    api.refreshToken.mockImplementationOnce((_, signal) => hang(signal));
    void session.resume();
    await until(() => expect(api.refreshToken).toHaveBeenCalledTimes(1));
    api.refreshToken.mockRejectedValueOnce(problem('refresh_refused'));
    expect(await startWorker().resume()).toBe('signed_out');
    expect((await store.read()).session).toBeNull();
  });

  test('a lost answer is asked for again at once', async () => {
    const { api, session, store } = await signedIn();
    api.refreshToken.mockRejectedValueOnce(offline());
    expect(await session.resume()).toBe('confirmed');
    expect((await store.read()).session).toMatchObject(pair(2));
  });

  test.each<[string, () => unknown]>([
    ['no network', offline],
    ['a restarting API', () => problem('unavailable')],
    ['too many requests', () => problem('too_many_requests')],
    ['a proxy’s own refusal', () => problem('unknown', 403)],
  ])('%s is not a sign-out, and the pauses grow', async (_, failure) => {
    const { api, session, store, clock } = await signedIn();
    api.refreshToken.mockImplementation(async () => Promise.reject(failure()));
    const pauses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      expect(await session.resume()).toBe('unreachable');
      const { session: kept } = await store.read();
      expect(kept).toMatchObject(pair(1));
      if (kept) pauses.push(nextWakeAtMs(kept, clock.nowMs) - clock.nowMs);
    }
    expect(pauses).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
    api.refreshToken.mockImplementation(async () => pair(2));
    expect(await session.resume()).toBe('confirmed');
  });

  test.each<[ErrorCode]>([['malformed_request'], ['refresh_refused'], ['not_allowed'], ['session_conflict']])(
    '%s signs out',
    async (code) => {
      const { api, session, store } = await signedIn();
      api.refreshToken.mockRejectedValue(problem(code));
      expect(await session.resume()).toBe('signed_out');
      expect(await store.read()).toMatchObject({ session: null, epoch: 1 });
      expect(api.refreshToken).toHaveBeenCalledTimes(1);
    },
  );

  test('a refusal with a reason is kept for the popup until the next sign-in, or until the web app signs out', async () => {
    const { api, session, store } = await signedIn();
    const ended = { reason: 'left', at: '2026-11-16T16:31:00.000Z', companyName: 'Acme', byName: null, worksElsewhere: false } as const;
    api.refreshToken.mockRejectedValue(new ProblemError({ ...problem('refresh_refused').problem, ended }));
    expect(await session.resume()).toBe('signed_out');
    expect((await store.read()).ended).toEqual(ended);
    await session.signIn(codeSignIn(2));
    expect((await store.read()).ended).toBeNull();
    expect([await session.refresh('access-1'), (await store.read()).ended]).toEqual(['signed_out', ended]);
    await session.clear(2);
    expect((await store.read()).ended).toBeNull();
  });

  test('a newer sign-in stops it and its late answer is thrown away', async () => {
    const { api, session, store } = await signedIn();
    api.exchangeCode.mockResolvedValue({ token: pair(9), user: ben });
    api.refreshToken.mockImplementation((_, signal) => hang(signal));
    const refreshing = session.resume();
    await until(() => expect(api.refreshToken).toHaveBeenCalled());
    expect(await session.signIn(codeSignIn(2, { userId: ben.id }))).toBe('done');
    await refreshing;
    expect((await store.read()).session).toMatchObject({ user: ben, ...pair(9) });
  });

  test('an answer that arrives after a sign-out changes nothing', async () => {
    const { api, session, store } = await signedIn();
    let answer: (token: TokenPair) => void = () => undefined;
    api.refreshToken.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const refreshing = session.resume();
    await until(() => expect(api.refreshToken).toHaveBeenCalled());
    await session.clear(2);
    answer(pair(2));
    expect(await refreshing).toBe('signed_out');
    expect((await store.read()).session).toBeNull();
  });

  test('a failed sign-in takes the answer of the refresh that it stopped', async () => {
    const { api, session, store } = await signedIn();
    api.refreshToken.mockImplementationOnce((_, signal) => hang(signal));
    api.exchangeCode.mockRejectedValue(problem('invalid_code'));
    const refreshing = session.resume();
    await until(() => expect(api.refreshToken).toHaveBeenCalledTimes(1));
    expect(await session.signIn(codeSignIn(2))).toBe('STALE');
    await refreshing;
    expect((await store.read()).session).toMatchObject(pair(2));
  });
});

describe('confirmation', () => {
  test('on wake after 15 minutes without one', async () => {
    const { api, session, store, clock } = setUp();
    const credential = { kind: 'pair', token: pair(1), expiresAtMs: startMs + 600 * minuteMs } as const;
    await session.signIn(codeSignIn(1, { credential }));
    api.getMe.mockClear();
    clock.nowMs += 15 * minuteMs;
    await session.resume();
    expect(api.getMe).not.toHaveBeenCalled();
    clock.nowMs += 1;
    api.getMe.mockResolvedValue({ ...ann, companyName: 'New name' });
    expect(await session.resume()).toBe('confirmed');
    expect((await store.read()).session).toMatchObject({ confirmedAtMs: clock.nowMs, user: { companyName: 'New name' } });
  });

  test('a spent token is refreshed and asked again; a second refusal signs out', async () => {
    const { api, session, store } = setUp();
    await session.signIn(codeSignIn(1));
    api.getMe.mockRejectedValueOnce(problem('session_expired'));
    expect(await session.confirm()).toBe('confirmed');
    expect(api.getMe.mock.calls.map(([token]) => token)).toEqual(['access-1', 'access-2']);

    api.getMe.mockRejectedValue(problem('session_expired'));
    expect(await session.confirm()).toBe('signed_out');
    expect((await store.read()).session).toBeNull();
    expect(api.refreshToken).toHaveBeenCalledTimes(2);
  });

  test.each<[string, () => unknown, string]>([
    ['a revoked session', () => problem('session_conflict'), 'signed_out'],
    ['silence', offline, 'unreachable'],
  ])('%s', async (_, failure, expected) => {
    const { api, session, store } = setUp();
    await session.signIn(codeSignIn(1));
    api.getMe.mockRejectedValue(failure());
    expect(await session.confirm()).toBe(expected);
    expect((await store.read()).session === null).toBe(expected === 'signed_out');
  });
});

describe('an answer about a session that was replaced meanwhile', () => {
  test.each<[string, (give: { ann: () => void; refusal: () => void }) => void]>([
    ['with the old person', ({ ann: answer }) => answer()],
    ['with a refusal', ({ refusal }) => refusal()],
  ])('%s does not touch the new one', async (_, answer) => {
    const { api, session, store } = setUp();
    await session.signIn(codeSignIn(1));
    const { promise, resolve, reject } = Promise.withResolvers<SessionUser>();
    api.getMe.mockReturnValueOnce(promise);
    const confirming = session.confirm();
    await until(() => expect(api.getMe).toHaveBeenCalled());
    api.exchangeCode.mockResolvedValue({ token: pair(9), user: ben });
    await session.signIn(codeSignIn(2, { userId: ben.id }));
    answer({ ann: () => resolve(ann), refusal: () => reject(problem('session_conflict')) });
    await confirming;
    expect((await store.read()).session).toMatchObject({ user: ben, ...pair(9) });
  });
});

test('a stored state that does not match is discarded', async () => {
  const { store } = setUp();
  await store.change((state) => ({ ...state, epoch: 'seven' as unknown as number }));
  expect(await store.read()).toMatchObject({ epoch: 0, session: null });
});
