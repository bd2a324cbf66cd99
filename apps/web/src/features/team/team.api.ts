import { type TeamPage, teamEndpoints } from '@headhaul/contracts/team';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

const list = fromContract(teamEndpoints.listTeamMembers);

export const teamApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTeamMembers: build.infiniteQuery<TeamPage, { search: string }, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg: { search }, pageParam }) =>
        list.query({ query: { ...(search === '' ? {} : { search }), ...(pageParam === null ? {} : { cursor: pageParam }) } }),
      providesTags: ['Team'],
    }),
    resendInvite: build.mutation({ ...fromContract(teamEndpoints.resendInvite), invalidatesTags: ['Team', 'Audit'] }),
    changeTeamMember: build.mutation({ ...fromContract(teamEndpoints.changeTeamMember), invalidatesTags: ['Team', 'Audit'] }),
    makeOwner: build.mutation({ ...fromContract(teamEndpoints.makeOwner), invalidatesTags: ['Team', 'Me', 'Audit'] }),
    removeTeamMember: build.mutation({ ...fromContract(teamEndpoints.removeTeamMember), invalidatesTags: ['Team', 'Audit'] }),
    /** Not cached, because an older answer could name mailboxes that are gone. */
    getDeparture: build.query({ ...fromContract(teamEndpoints.getDeparture), keepUnusedDataFor: 0 }),
    removeAndHandOver: build.mutation({
      ...fromContract(teamEndpoints.removeAndHandOver),
      invalidatesTags: ['Team', 'Audit', 'SignIns', 'EmailAccounts', 'Emails'],
    }),
    leaveTeam: build.mutation(fromContract(teamEndpoints.leaveTeam)),
  }),
});

suppressToastOf('getDeparture');
