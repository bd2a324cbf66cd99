import { ProblemError } from '@headhaul/contracts/http/call';
import { errorCodes } from '@headhaul/contracts/http/errors';
import { expect, test, vi } from 'vitest';
import { callSignedIn } from './call-signed-in.ts';
import type { SessionControl } from './session.ts';
import type { StoredSession, StoredState } from './session-store.ts';

const nowMs = 1_800_000_000_000;

function refused(code: 'session_expired' | 'not_found'): ProblemError {
  return new ProblemError({ type: 'about:blank', title: code, status: errorCodes[code].status, code, detail: code, instance: '/' });
}

function open(session: Partial<StoredSession> | null, standing: Awaited<ReturnType<SessionControl['refresh']>> = 'confirmed') {
  const user = { id: 'ann' } as StoredSession['user'];
  const known = session && { user, accessToken: 'old', issuedAtMs: nowMs, expiresAtMs: nowMs + 600_000, ...session };
  const state = { session: known } as StoredState;
  const refresh = vi.fn<SessionControl['refresh']>(async () => {
    if (standing === 'confirmed') Object.assign(state.session ?? {}, { accessToken: 'new' });
    return standing;
  });
  const parts = { store: { read: async () => structuredClone(state) }, session: { refresh }, nowMs: () => nowMs };
  return { parts, refresh };
}

test('the token of the session is used', async () => {
  const { parts, refresh } = open({});
  expect(await callSignedIn(parts, async (token) => token)).toEqual({ answer: 'old' });
  expect(refresh).not.toHaveBeenCalled();
});

test('nobody calls while nobody is signed in, or while a used-up token can’t be replaced', async () => {
  const run = vi.fn(async () => undefined);
  expect(await callSignedIn(open(null).parts, run)).toBeNull();
  expect(await callSignedIn(open({ expiresAtMs: nowMs }, 'unreachable').parts, run)).toBeNull();
  expect(run).not.toHaveBeenCalled();
});

test('a used-up token is replaced before the call', async () => {
  expect(await callSignedIn(open({ expiresAtMs: nowMs }).parts, async (token) => token)).toEqual({ answer: 'new' });
});

test('a token that the API refuses is replaced once', async () => {
  const { parts, refresh } = open({});
  const run = vi.fn(async (token: string) => {
    if (token === 'old') throw refused('session_expired');
    return token;
  });
  expect(await callSignedIn(parts, run)).toEqual({ answer: 'new' });
  expect(refresh).toHaveBeenCalledExactlyOnceWith('old');
  await expect(callSignedIn(open({}).parts, () => Promise.reject(refused('session_expired')))).rejects.toThrow();
  expect(await callSignedIn(open({}, 'signed_out').parts, () => Promise.reject(refused('session_expired')))).toBeNull();
});

test('another refusal is the caller’s', async () => {
  await expect(callSignedIn(open({}).parts, () => Promise.reject(refused('not_found')))).rejects.toThrow();
});

test('nobody calls in the name of another, also when the account was exchanged before the call or while its token was replaced', async () => {
  const run = vi.fn(async (token: string) => token);
  expect(await callSignedIn(open({}).parts, run, 'ann')).toEqual({ answer: 'old' });
  expect(await callSignedIn(open({}).parts, run, 'ben')).toBeNull();
  const { parts } = open({ expiresAtMs: nowMs });
  const exchanged = { ...parts.session, refresh: async () => 'confirmed' as const };
  let reads = 0;
  const store = {
    read: async () => {
      const state = await parts.store.read();
      reads += 1;
      if (reads > 1 && state.session !== null) Object.assign(state.session, { accessToken: 'of ben', user: { id: 'ben' } });
      return state;
    },
  };
  expect(await callSignedIn({ ...parts, store, session: exchanged }, run, 'ann')).toBeNull();
  expect(run).toHaveBeenCalledExactlyOnceWith('old');
});
