import { call, ProblemError } from '@headhaul/contracts/http/call';
import type { Answer, Endpoint, SentExactly } from '@headhaul/contracts/http/endpoint';
import type { ErrorCode } from '@headhaul/contracts/http/errors';
import { sessionEndpoints } from '@headhaul/contracts/session';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { apiBase, requestTimeoutMs } from '../api/api-base.ts';
import { askToConfirm, type Purpose } from './confirm-person.ts';
import { endSession } from './end-session.ts';
import { refreshSession } from './refresh-session.ts';
import { getSession } from './session-store.ts';

function hasStatus(failure: unknown, status: number): boolean {
  return failure instanceof ProblemError && failure.problem.status === status;
}

export function isSignInAgain(failure: unknown): boolean {
  return failure instanceof ProblemError && failure.problem.code === ('sign_in_again' satisfies ErrorCode);
}

/** A failed call in the error format of RTK Query, for a `queryFn`. */
export function toFailure(failure: unknown): FetchBaseQueryError {
  if (failure instanceof ProblemError) return { status: failure.problem.status, data: failure.problem };
  return { status: 'FETCH_ERROR', error: String(failure) };
}

/**
 * One call with the session's token, without the cache. It is for a sign-in that joins a team or leads to a checkout, which doesn't wait
 * for the cache's code, and for files, which may need more time than other calls. Screens use the cache.
 */
export async function callSignedIn<E extends Endpoint>(
  endpoint: E,
  input: SentExactly<E>,
  timeoutMs: number = requestTimeoutMs,
  purpose: Purpose = endpoint,
): Promise<Answer<E>> {
  const idempotencyKey = crypto.randomUUID();
  const attempt = (accessToken: string) =>
    call(endpoint, input, {
      base: apiBase,
      credentials: 'include',
      headers: { authorization: `Bearer ${accessToken}`, ...(endpoint.method === 'POST' ? { 'idempotency-key': idempotencyKey } : {}) },
      signal: AbortSignal.timeout(timeoutMs),
    });

  const session = getSession();
  if (session === null) throw new Error('Nobody is signed in');
  const { accessToken } = session.token;
  try {
    return await attempt(accessToken);
  } catch (failure) {
    if (hasStatus(failure, 409)) endSession('session_conflict');
    if (isSignInAgain(failure) && (await askToConfirm(purpose))) return attempt(getSession()?.token.accessToken ?? accessToken);
    if (!hasStatus(failure, 401)) throw failure;
    const outcome = await refreshSession(accessToken);
    if (outcome === 'refused') endSession('refresh_failed');
    const renewed = getSession();
    // If another person or company has signed in meanwhile in this browser, the first person's call is not sent again.
    const isSame = renewed?.id === session.id && renewed.companyId === session.companyId;
    if (outcome !== 'refreshed' || !isSame) throw failure;
    return attempt(renewed.token.accessToken);
  }
}

/**
 * Asks now for the fresh sign-in that the `later` call would need. Returns false when the person did not confirm. The later call reports
 * any other failure itself.
 */
export async function confirmFirst(later: Purpose): Promise<boolean> {
  return callSignedIn(sessionEndpoints.checkFresh, {}, requestTimeoutMs, later).then(
    () => true,
    (failure: unknown) => !isSignInAgain(failure),
  );
}
