import { sessionEndpoints } from '@headhaul/contracts/session';
import { api } from '../api/api.ts';
import { fromContract } from '../api/contract-endpoint.ts';
import { updateSessionUser } from './session-store.ts';

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query({
      ...fromContract(sessionEndpoints.getMe),
      providesTags: ['Me'],
      onQueryStarted: async (_, { queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer !== null) updateSessionUser(answer.data);
      },
    }),
    logout: build.mutation(fromContract(sessionEndpoints.logout)),
    createHandoffCode: build.mutation(fromContract(sessionEndpoints.createHandoffCode)),
  }),
});
