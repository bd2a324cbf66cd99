import { profileEndpoints } from '@headhaul/contracts/profile';
import { api, apiTags } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query({ ...fromContract(profileEndpoints.getProfile), providesTags: ['Profile'] }),
    updateProfile: build.mutation({
      ...fromContract(profileEndpoints.updateProfile),
      invalidatesTags: ['Profile', 'Me', 'Team'],
    }),
    listSessions: build.query({ ...fromContract(profileEndpoints.listSessions), providesTags: ['OpenSessions'] }),
    endOneSession: build.mutation({ ...fromContract(profileEndpoints.endSession), invalidatesTags: ['OpenSessions', 'SignIns', 'Audit'] }),
    /** After the switch, all data on every screen belongs to the other company. */
    switchCompany: build.mutation({ ...fromContract(profileEndpoints.switchCompany), invalidatesTags: [...apiTags] }),
    deleteAccount: build.mutation(fromContract(profileEndpoints.deleteAccount)),
  }),
});
