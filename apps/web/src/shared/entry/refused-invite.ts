import { ProblemError } from '@headhaul/contracts/http/call';
import type { ErrorCode } from '@headhaul/contracts/http/errors';
import { teamEndpoints } from '@headhaul/contracts/team';
import { callSignedIn } from '../session/signed-in-call.ts';
import { entryPaths, type InviteStep } from './entry-routing.ts';

/** The sign-in page says more about an invite for another address, and about one of a team that has ended. Null for the others. */
export async function findInvitePage(step: InviteStep, failure: unknown): Promise<string | null> {
  const code = failure instanceof ProblemError ? failure.problem.code : '';
  const [name, token] = step.kind === 'join' ? ['inviteToken', step.inviteToken] : ['token', step.token];
  const page = `${entryPaths.login}?${new URLSearchParams({ [name]: token })}`;
  if (code === ('wrong_account' satisfies ErrorCode)) return page;
  if (code !== ('invalid_invite' satisfies ErrorCode)) return null;
  return callSignedIn(teamEndpoints.getEndedInvite, { query: { token } }).then(
    () => page,
    () => null,
  );
}
