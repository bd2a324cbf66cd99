import { teamEndpoints } from '@headhaul/contracts/team';
import { api } from '../../../shared/api/api.ts';
import { creates, fromContract } from '../../../shared/api/contract-endpoint.ts';

export const inviteApi = api.injectEndpoints({
  endpoints: (build) => ({
    inviteTeamMembers: build.mutation({
      ...creates(teamEndpoints.inviteTeamMembers),
      invalidatesTags: ['Team', 'Audit'],
    }),
    getTeamLink: build.query({ ...fromContract(teamEndpoints.getTeamLink), providesTags: ['TeamLink'] }),
    rotateTeamLink: build.mutation({ ...fromContract(teamEndpoints.rotateTeamLink), invalidatesTags: ['TeamLink', 'Audit'] }),
  }),
});

/** The page that the link opens: the sign-in page on this origin. */
export function teamLinkTarget(): { query: { redirectTo: string } } {
  return { query: { redirectTo: `${window.location.origin}/oauth/login` } };
}
