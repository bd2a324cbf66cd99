import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, problem, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { getSession, setSession } from '../session/session-store.ts';
import { readLiveStream } from './live-stream.ts';
import { parseLiveEvent, staleTags } from './live-tags.ts';
import { retryDelayMs } from './retry.ts';

const rotated = { accessToken: 'access-2', refreshToken: 'refresh-2' };

function stream(text: string): Response {
  return new Response(text, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}

/** Reads until the given number of messages has come, then stops. */
async function readUntil(count: number): Promise<string[]> {
  const leaving = new AbortController();
  const seen: string[] = [];
  await readLiveStream({
    signal: leaving.signal,
    lastEventId: () => null,
    onMessage: ({ name }) => {
      seen.push(name);
      if (seen.length === count) leaving.abort();
    },
  });
  return seen;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  setSession(testSession);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
});

describe('the live stream', () => {
  it('carries the token', async () => {
    const calls = stubNetwork(() => stream('id: 1\nevent: ready\ndata: {}\n\n'));
    expect(await readUntil(1)).toEqual(['ready']);
    expect(calls).toEqual([{ method: 'GET', path: '/api/events', bearer: 'access-1', body: null }]);
  });

  it('comes back after the server ended it and after the network was down', async () => {
    let attempt = 0;
    stubNetwork(() => {
      attempt += 1;
      if (attempt === 2) throw new TypeError('Failed to fetch');
      return stream('id: 1\nevent: ready\ndata: {}\n\n');
    });
    expect(await readUntil(2)).toEqual(['ready', 'ready']);
    expect(attempt).toBe(3);
  });

  it('renews an old token and goes on', async () => {
    const calls = stubNetwork(({ path, bearer }) => {
      if (path === '/api/auth/refresh-token') return json(200, rotated);
      return bearer === 'access-2' ? stream('id: 1\nevent: ready\ndata: {}\n\n') : problem(401, 'session_expired');
    });
    expect(await readUntil(1)).toEqual(['ready']);
    expect(calls.map(({ path }) => path)).toEqual(['/api/events', '/api/auth/refresh-token', '/api/events']);
  });

  it.each([
    ['the refresh is refused', (path: string) => problem(401, path)],
    ['the fresh token is refused too', (path: string) => (path === '/api/auth/refresh-token' ? json(200, rotated) : problem(401, 'x'))],
    ['the session is in conflict', () => problem(409, 'session_conflict')],
  ])('signs out and stops when %s', async (_, answer) => {
    stubNetwork(({ path }) => answer(path));
    await readUntil(1);
    expect(getSession()).toBeNull();
  });

  it('does not start without a session', async () => {
    localStorage.clear();
    const calls = stubNetwork(() => stream(''));
    await readUntil(1);
    expect(calls).toEqual([]);
  });
});

describe('the pause before a new connection', () => {
  it.each([
    [1, 0, 1_000],
    [1, 1, 2_000],
    [3, 1, 8_000],
    [30, 1, 60_000],
  ])('after %i failures in a row with chance %d is %i ms', (failures, random, ms) => {
    expect(retryDelayMs(2_000, failures, random)).toBe(ms);
  });
});

describe('what an event makes stale', () => {
  it.each([
    ['{"type":"team.changed"}', ['Team', 'Me', 'Audit', 'Billing', 'Limits']],
    ['{"type":"billing.changed"}', ['Billing', 'Limits', 'Me', 'Referrals']],
    ['{"type":"limits.changed"}', ['Limits']],
    ['{"type":"referrals.changed"}', ['Referrals', 'Billing']],
    ['{"type":"company.changed"}', ['Company', 'Me', 'Profile', 'Audit', 'Limits']],
    [`{"type":"session.changed","userId":"${testSession.id}"}`, ['Me', 'OpenSessions']],
    ['{"type":"session.changed","userId":"0190a000-0000-7000-8000-00000000000f"}', []],
    ['{"type":"load.changed"}', []],
    ['{half', []],
  ])('%s: %j', (data, tags) => {
    const event = parseLiveEvent(data);
    expect(event === null ? [] : staleTags(event, testSession.id)).toEqual(tags);
  });
});
