import { documentEndpoints } from '@headhaul/contracts/documents';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const storageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStorage: build.query({ ...fromContract(limitEndpoints.getStorage), providesTags: ['Limits'] }),
    emptyTrash: build.mutation({ ...fromContract(documentEndpoints.emptyTrash), invalidatesTags: ['Limits', 'Audit'] }),
  }),
});
