import { call, ProblemError } from '@headhaul/contracts/http/call';
import { type Session, sessionEndpoints } from '@headhaul/contracts/session';
import type { SessionEnd } from '@headhaul/contracts/session-end';
import { apiBase, requestTimeoutMs } from '../api/api-base.ts';
import { endSession } from './end-session.ts';
import { getSession, setSession } from './session-store.ts';

/**
 * `unreachable`: the server did not refuse, so the session is kept and the caller's error is shown. When the server says why it refuses,
 * the session ends here, because a person who was removed or has deleted the account leaves nothing in the browser.
 */
export type RefreshOutcome = 'refreshed' | 'refused' | 'unreachable';

/** Failures that are temporary. Any other error answer to a refresh is a refusal. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/**
 * One refresh at a time in the whole browser: the lock is shared by all tabs. A caller that waited for the lock finds a newer token in
 * storage and uses that one.
 */
export function refreshSession(staleAccessToken: string): Promise<RefreshOutcome> {
  return navigator.locks.request('hh.refresh-session', async () => {
    const session = getSession();
    if (session === null) return 'refused';
    if (session.token.accessToken !== staleAccessToken) return 'refreshed';
    setSession({ ...session, isRefreshingToken: true });
    return rotate(session);
  });
}

async function rotate(session: Session): Promise<RefreshOutcome> {
  try {
    const token = await call(
      sessionEndpoints.refreshToken,
      { body: { refreshToken: session.token.refreshToken } },
      { base: apiBase, credentials: 'include', signal: AbortSignal.timeout(requestTimeoutMs) },
    );
    return keep({ token }) ? 'refreshed' : 'refused';
  } catch (error) {
    if (error instanceof ProblemError && !isPassing(error.problem.status)) {
      const { ended, status } = error.problem;
      if (ended !== undefined) await endSessionAs(ended, session);
      else if (status === 409) endSession('logout');
      return 'refused';
    }
    keep({});
    return 'unreachable';
  }
}

/** The code is loaded for the few whom it concerns. If it doesn't load, the session ends without a word. */
async function endSessionAs(ended: SessionEnd, session: Session): Promise<void> {
  const told = await import('./session-end.ts').catch(() => null);
  if (told === null) endSession(ended.reason.startsWith('ended') ? 'refresh_failed' : 'logout');
  else told.endSessionFor(ended, session);
}

/** The user may have signed out during the refresh. The session then stays ended. */
function keep(change: Partial<Session>): boolean {
  const current = getSession();
  if (current === null) return false;
  setSession({ ...current, ...change, isRefreshingToken: false });
  return true;
}
