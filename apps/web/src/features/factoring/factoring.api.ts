import { type FactorListPreview, factoringEndpoints } from '@headhaul/contracts/factoring';
import { api } from '../../shared/api/api.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';
import { fileTimeoutMs } from '../../shared/api/save-file.ts';
import { callSignedIn, toFailure } from '../../shared/session/signed-in-call.ts';

export const factoringApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFactoring: build.query({ ...fromContract(factoringEndpoints.getFactoring), providesTags: ['Factoring'] }),
    updateFactoring: build.mutation({
      ...fromContract(factoringEndpoints.updateFactoring),
      invalidatesTags: (saved) => (saved === undefined ? [] : ['Factoring', 'Brokers', 'Me', 'Audit']),
    }),
    // A file over a slow line needs longer than the usual timeout.
    uploadFactorList: build.mutation<FactorListPreview, { file: File; listedOn: string; isQuiet: boolean }>({
      queryFn: async ({ file, listedOn }) => {
        try {
          return { data: await callSignedIn(factoringEndpoints.uploadFactorList, { body: { file, listedOn } }, fileTimeoutMs) };
        } catch (failure) {
          return { error: toFailure(failure) };
        }
      },
    }),
    applyFactorList: build.mutation({
      ...fromContract(factoringEndpoints.applyFactorList),
      invalidatesTags: (applied) => (applied === undefined ? [] : ['Factoring', 'Brokers', 'Audit']),
    }),
    removeFactorList: build.mutation({
      ...fromContract(factoringEndpoints.removeFactorList),
      invalidatesTags: ['Factoring', 'Brokers', 'Audit'],
    }),
    findBrokerFactor: build.query({ ...fromContract(factoringEndpoints.findBrokerFactor), providesTags: ['Factoring'] }),
    checkBrokerFactor: build.mutation({
      ...creates(factoringEndpoints.checkBrokerFactor),
      invalidatesTags: (asked) => (asked === undefined ? [] : ['Factoring']),
    }),
  }),
});
