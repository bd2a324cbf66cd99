import { call, ProblemError } from '@headhaul/contracts/http/call';
import { useEffect, useState } from 'react';
import { apiBase, requestTimeoutMs } from '../../shared/api/api-base.ts';

export type InviteState =
  /** No invite, or nobody answered. */
  | { kind: 'none' }
  | { kind: 'loading' }
  /** An invite to a team, or, as a referral, to Headhaul. After a referral the person works in their own company. */
  | { kind: 'open'; isReferral: boolean; inviterName: string; companyName: string; email: string | null; expiresAt: string | null }
  /** Used, revoked or expired. */
  | { kind: 'dead' };

async function previewInvite(token: string): Promise<InviteState> {
  try {
    // Loaded on demand, because most users have no invite.
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

/** An inviter without a name is named by the company. */
export function formatInvitation({ inviterName, companyName }: { inviterName: string; companyName: string }): string {
  return inviterName === companyName ? `${companyName} invited you` : `${inviterName} invited you to ${companyName}`;
}

/** Loads who invites the user to which company. Signing in does not wait for it, and without an answer the page stays as it is. */
export function useInvite(token: string | null): InviteState {
  const [invite, setInvite] = useState<InviteState>({ kind: token ? 'loading' : 'none' });

  useEffect(() => {
    setInvite({ kind: token ? 'loading' : 'none' });
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
