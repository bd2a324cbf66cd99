import { call, ProblemError } from '@headhaul/contracts/http/call';
import { type SessionUser, sessionEndpoints, type TokenPair } from '@headhaul/contracts/session';
import type { SessionEnd } from '@headhaul/contracts/session-end';

const callTimeoutMs = 10_000;

export interface ApiClient {
  exchangeCode(body: { code: string; verifier: string }, signal: AbortSignal): Promise<{ token: TokenPair; user: SessionUser }>;
  refreshToken(refreshToken: string, signal: AbortSignal): Promise<TokenPair>;
  getMe(accessToken: string): Promise<SessionUser>;
  logout(accessToken: string): Promise<void>;
}

/** 'refused': the API said no, asking again won't help. 'conflict': the account changed. 'unreachable': no answer, or not now. */
export type Failure = 'refused' | 'conflict' | 'unreachable';

export function classifyFailure(error: unknown): Failure {
  // An answer of a proxy or a hotel's sign-in page has no code of ours. It must not sign anybody out.
  if (!(error instanceof ProblemError) || error.problem.code === 'unknown') return 'unreachable';
  const { status } = error.problem;
  if (status === 409) return 'conflict';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unreachable';
}

export function isUnauthorized(error: unknown): boolean {
  return classifyFailure(error) === 'refused' && error instanceof ProblemError && error.problem.status === 401;
}

/** Why the API ended the session, if it says so. */
export function readEnd(error: unknown): SessionEnd | null {
  return error instanceof ProblemError ? (error.problem.ended ?? null) : null;
}

export function createApiClient(base: string, fetchWith: typeof fetch): ApiClient {
  // The extension uses its own tokens. The web app's cookie must never be sent with its calls.
  const options = (signal?: AbortSignal, accessToken?: string) => ({
    base,
    fetch: fetchWith,
    credentials: 'omit' as const,
    signal: AbortSignal.any([AbortSignal.timeout(callTimeoutMs), ...(signal ? [signal] : [])]),
    ...(accessToken === undefined ? {} : { headers: { authorization: `Bearer ${accessToken}` } }),
  });
  return {
    exchangeCode: (body, signal) => call(sessionEndpoints.exchangeCode, { body }, options(signal)),
    refreshToken: (refreshToken, signal) => call(sessionEndpoints.refreshToken, { body: { refreshToken } }, options(signal)),
    getMe: (accessToken) => call(sessionEndpoints.getMe, {}, options(undefined, accessToken)),
    logout: async (accessToken) => void (await call(sessionEndpoints.logout, {}, options(undefined, accessToken))),
  };
}
