import { call, ProblemError } from '@headhaul/contracts/http/call';
import { useEffect, useState } from 'react';
import { apiBase, requestTimeoutMs } from '../../shared/api/api-base.ts';

export type InviteState =
  /** No invite, or we don't know of it yet. */
  | { kind: 'none' }
  /** To a team; or, as a referral, to Headhaul: the person then works in a company of their own. */
  | { kind: 'open'; isReferral: boolean; inviterName: string; companyName: string; email: string | null }
  /** Used, taken back or too old. */
  | { kind: 'dead' };

async function previewInvite(token: string): Promise<InviteState> {
  try {
    // Most who sign in have no invite.
    const { teamEndpoints } = await import('@headhaul/contracts/team');
    const { kind, ...preview } = await call(
      teamEndpoints.previewInvite,
      { query: { token } },
      { base: apiBase, signal: AbortSignal.timeout(requestTimeoutMs) },
    );
    return { kind: 'open', isReferral: kind === 'referral', ...preview };
  } catch (failure) {
    const isRefused = failure instanceof ProblemError && failure.problem.status < 500 && failure.problem.status !== 429;
    return isRefused ? { kind: 'dead' } : { kind: 'none' };
  }
}

/** Who invites to what. Signing in waits for nothing: a preview that never comes leaves the page as it is. */
export function useInvite(token: string | null): InviteState {
  const [invite, setInvite] = useState<InviteState>({ kind: 'none' });

  useEffect(() => {
    setInvite({ kind: 'none' });
    if (!token) return;
    let isCurrent = true;
    void previewInvite(token).then((found) => {
      if (isCurrent) setInvite(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [token]);

  return invite;
}
