import { type CallOptions, call, ProblemError } from '@headhaul/contracts/http/call';
import type { Answer, Endpoint, SentExactly } from '@headhaul/contracts/http/endpoint';
import type { Problem } from '@headhaul/contracts/http/errors';
import { classifyFailure, isUnauthorized } from '../lib/api-client.ts';
import { callSignedIn } from '../lib/call-signed-in.ts';
import type { SessionControl } from '../lib/session.ts';
import type { SessionStore } from '../lib/session-store.ts';

/** `UNREACHABLE`: no answer, or not now; the same call may be made again. `REFUSED`: asking again won't help. */
export type Called<T> =
  | { ok: true; value: T }
  | { ok: false; failure: 'SIGNED_OUT' }
  | { ok: false; failure: 'UNREACHABLE' }
  | { ok: false; failure: 'REFUSED'; problem: Problem };

export interface MailApiParts {
  base: string;
  fetchWith: typeof fetch;
  store: Pick<SessionStore, 'read'>;
  session: Pick<SessionControl, 'refresh' | 'confirm'>;
  nowMs(): number;
}

const callTimeoutMs = 10_000;

/** Calls the API with the worker's session, if it is still that of the person whose mail it is. */
export function createMailApi({ base, fetchWith, store, session, nowMs }: MailApiParts) {
  const signedOut = { ok: false, failure: 'SIGNED_OUT' } as const;
  const unreachable = { ok: false, failure: 'UNREACHABLE' } as const;

  function optionsFor(accessToken: string, key: string | null): CallOptions {
    return {
      base,
      fetch: fetchWith,
      credentials: 'omit',
      signal: AbortSignal.timeout(callTimeoutMs),
      headers: { authorization: `Bearer ${accessToken}`, ...(key === null ? {} : { 'idempotency-key': key }) },
    };
  }

  async function explain(error: unknown): Promise<Exclude<Called<never>, { ok: true }>> {
    if (isUnauthorized(error)) return signedOut;
    const failure = classifyFailure(error);
    if (failure === 'conflict') {
      // The account changed. Asking who it is now ends this session.
      await session.confirm();
      return signedOut;
    }
    return failure === 'refused' && error instanceof ProblemError ? { ok: false, failure: 'REFUSED', problem: error.problem } : unreachable;
  }

  /** `key`: the API does the work once for a key, however often it is asked. Null for a question. */
  return async function ask<E extends Endpoint>(
    userId: string,
    endpoint: E,
    input: SentExactly<E>,
    key: string | null = null,
  ): Promise<Called<Answer<E>>> {
    const run = (accessToken: string) => call(endpoint, input, optionsFor(accessToken, key));
    try {
      const called = await callSignedIn({ store, session, nowMs }, run, userId);
      if (called !== null) return { ok: true, value: called.answer };
      // A session that is still there has a token that can't be replaced now.
      return (await store.read()).session?.user.id === userId ? unreachable : signedOut;
    } catch (error) {
      return explain(error);
    }
  };
}

export type MailApi = ReturnType<typeof createMailApi>;
