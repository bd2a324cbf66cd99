import { errorCodes } from '@headhaul/contracts/http/errors';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { expect, test, vi } from 'vitest';
import type { Standing } from '../lib/session.ts';
import type { StoredState } from '../lib/session-store.ts';
import { createMailApi } from './mail-api.ts';

const nowMs = 1_800_000_000_000;

function refuse(code: 'session_expired' | 'session_conflict' | 'not_found'): Response {
  const { status } = errorCodes[code];
  return Response.json({ type: 'about:blank', title: code, status, code, detail: code, instance: '/' }, { status });
}

interface Given {
  isSignedIn?: boolean;
  expiresAtMs?: number;
  standing?: Standing;
  answer?: (token: string) => Response;
}

function open({ isSignedIn = true, expiresAtMs = nowMs + 600_000, standing = 'confirmed', answer }: Given) {
  const state = { session: isSignedIn ? { user: { id: 'ann' }, accessToken: 'old', issuedAtMs: nowMs, expiresAtMs } : null } as StoredState;
  const tokens: string[] = [];
  const confirm = vi.fn(async (): Promise<Standing> => 'signed_out');
  const ask = createMailApi({
    base: 'https://api.example',
    fetchWith: async (_, init) => {
      const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
      tokens.push(token);
      return answer?.(token) ?? Response.json({ emailAccounts: [] });
    },
    store: { read: async () => structuredClone(state) },
    session: {
      refresh: async () => {
        if (standing === 'signed_out') state.session = null;
        if (standing === 'confirmed') Object.assign(state.session ?? {}, { accessToken: 'new' });
        return standing;
      },
      confirm,
    },
    nowMs: () => nowMs,
  });
  return { list: (userId = 'ann') => ask(userId, emailAccountEndpoints.listEmailAccounts, {}), tokens, confirm };
}

test('a token that the API refuses is replaced once', async () => {
  const answer = (token: string) => (token === 'old' ? refuse('session_expired') : Response.json({ emailAccounts: [] }));
  const { list, tokens } = open({ answer });
  expect(await list()).toEqual({ ok: true, value: { emailAccounts: [] } });
  expect(tokens).toEqual(['old', 'new']);
});

test.each<[string, Given, string]>([
  ['nobody is signed in', { isSignedIn: false }, 'SIGNED_OUT'],
  ['a used-up token can’t be replaced now', { expiresAtMs: nowMs, standing: 'unreachable' }, 'UNREACHABLE'],
  ['the session has ended', { expiresAtMs: nowMs, standing: 'signed_out' }, 'SIGNED_OUT'],
  ['the new token is refused too', { answer: () => refuse('session_expired') }, 'SIGNED_OUT'],
  ['the API says no', { answer: () => refuse('not_found') }, 'REFUSED'],
  ['something else than the API answers', { answer: () => new Response('Welcome to our hotel') }, 'UNREACHABLE'],
])('%s', async (_, given, failure) => {
  expect(await open(given).list()).toMatchObject({ ok: false, failure });
});

test('an account that changed is asked about, which ends its session', async () => {
  const { list, confirm } = open({ answer: () => refuse('session_conflict') });
  expect(await list()).toEqual({ ok: false, failure: 'SIGNED_OUT' });
  expect(confirm).toHaveBeenCalledOnce();
});

test('a mail of another person is nobody’s while they are signed out', async () => {
  const { list, tokens } = open({});
  expect(await list('ben')).toEqual({ ok: false, failure: 'SIGNED_OUT' });
  expect(tokens).toEqual([]);
});
