import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { json, problem, stubLocks, stubNetwork, testSession, testUser } from '../../testing/browser-doubles.ts';
import { sessionApi } from '../session/session.api.ts';
import { getSession, setSession } from '../session/session-store.ts';
import { storageKeys } from '../storage-keys.ts';
import { api } from './api.ts';

function makeStore() {
  return configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) });
}

function getMe(store: ReturnType<typeof makeStore>) {
  return store.dispatch(sessionApi.endpoints.getMe.initiate(undefined, { forceRefetch: true }));
}

function createCode(store: ReturnType<typeof makeStore>) {
  return store.dispatch(sessionApi.endpoints.createHandoffCode.initiate({ body: { challenge: 'c'.repeat(43) } }));
}

const rotated = { accessToken: 'access-2', refreshToken: 'refresh-2' };

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  setSession(testSession);
});

describe('a call with a valid access token', () => {
  it('carries the token and takes over what the server says about the user', async () => {
    const calls = stubNetwork(() => json(200, { ...testUser, name: 'Nina Maria' }));
    await getMe(makeStore());
    expect(calls).toEqual([{ method: 'GET', path: '/api/users/me', bearer: 'access-1', body: null }]);
    expect(getSession()?.name).toBe('Nina Maria');
  });

  it('is an error when the answer breaks the contract', async () => {
    stubNetwork(() => json(200, { ...testUser, email: 7 }));
    expect((await getMe(makeStore())).error).toMatchObject({ status: 'PARSING_ERROR' });
  });
});

describe('a call answered with 401', () => {
  it('refreshes the token and is sent once more', async () => {
    const calls = stubNetwork(({ path, bearer }) => {
      if (path === '/api/auth/refresh-token') return json(200, rotated);
      return bearer === 'access-2' ? json(200, testUser) : problem(401, 'session_expired');
    });
    expect((await getMe(makeStore())).data).toEqual(testUser);
    expect(calls.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/api/users/me', 'access-1'],
      ['/api/auth/refresh-token', null],
      ['/api/users/me', 'access-2'],
    ]);
    expect(calls[1]?.body).toEqual({ refreshToken: 'refresh-1' });
    expect(getSession()).toMatchObject({ token: rotated, isRefreshingToken: false });
  });

  it('shares one refresh with the other calls of that moment', async () => {
    const calls = stubNetwork(({ path, bearer }) => {
      if (path === '/api/auth/refresh-token') return json(200, rotated);
      if (bearer !== 'access-2') return problem(401, 'session_expired');
      return path === '/api/auth/handoff' ? json(200, { code: 'x', expiresInSeconds: 60 }) : json(200, testUser);
    });
    const store = makeStore();
    const [me, code] = await Promise.all([getMe(store), createCode(store)]);
    expect(me.data).toEqual(testUser);
    expect(code.data?.code).toBe('x');
    expect(calls.filter(({ path }) => path === '/api/auth/refresh-token')).toHaveLength(1);
  });

  it('uses the token another tab has rotated meanwhile', async () => {
    const calls = stubNetwork(({ bearer }) => {
      if (bearer === 'access-2') return json(200, testUser);
      localStorage.setItem(storageKeys.session.name, JSON.stringify({ ...testSession, token: rotated }));
      return problem(401, 'session_expired');
    });
    await getMe(makeStore());
    expect(calls.map(({ path }) => path)).toEqual(['/api/users/me', '/api/users/me']);
  });

  it.each([400, 401, 403])('signs out when the refresh is refused with %i', async (status) => {
    stubNetwork(({ path }) => (path === '/api/auth/refresh-token' ? problem(status, 'refresh_refused') : problem(401, 'session_expired')));
    expect((await getMe(makeStore())).error).toMatchObject({ status: 401 });
    expect(getSession()).toBeNull();
  });

  it('signs out when the fresh token is refused as well, and asks no third time', async () => {
    const calls = stubNetwork(({ path }) => (path === '/api/auth/refresh-token' ? json(200, rotated) : problem(401, 'not_signed_in')));
    await getMe(makeStore());
    expect(getSession()).toBeNull();
    expect(calls).toHaveLength(3);
  });

  it('keeps the session when the network is down during the refresh', async () => {
    stubNetwork(({ path }) => {
      if (path === '/api/auth/refresh-token') throw new TypeError('Failed to fetch');
      return problem(401, 'session_expired');
    });
    expect((await getMe(makeStore())).error).toMatchObject({ status: 'FETCH_ERROR' });
    expect(getSession()).toMatchObject({ token: testSession.token, isRefreshingToken: false });
  });

  it('keeps the session when the server restarts during the refresh', async () => {
    stubNetwork(({ path }) => (path === '/api/auth/refresh-token' ? problem(503, 'unavailable') : problem(401, 'session_expired')));
    await getMe(makeStore());
    expect(getSession()?.token).toEqual(testSession.token);
  });

  it('does not bring back a session that ended during the refresh', async () => {
    stubNetwork(({ path }) => {
      if (path !== '/api/auth/refresh-token') return problem(401, 'session_expired');
      localStorage.removeItem(storageKeys.session.name);
      return json(200, rotated);
    });
    await getMe(makeStore());
    expect(getSession()).toBeNull();
  });
});

describe('a call answered with 409', () => {
  it('signs out', async () => {
    const calls = stubNetwork(() => problem(409, 'session_conflict'));
    await getMe(makeStore());
    expect(getSession()).toBeNull();
    expect(calls).toHaveLength(1);
  });
});

describe('a stored session without a refresh token', () => {
  it('is no session', () => {
    localStorage.setItem(storageKeys.session.name, JSON.stringify({ ...testSession, token: { accessToken: 'access-1' } }));
    expect(getSession()).toBeNull();
  });
});
