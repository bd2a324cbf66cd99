import { type DataImport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';
import { fileTimeoutMs } from '../../shared/api/save-file.ts';
import { callSignedIn, toFailure } from '../../shared/session/signed-in-call.ts';

export const dataTransferApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A file over a slow line needs longer than the usual timeout.
    uploadImport: build.mutation<DataImport, { file: File; isQuiet: boolean }>({
      queryFn: async ({ file }) => {
        try {
          return { data: await callSignedIn(dataTransferEndpoints.uploadImport, { body: { file } }, fileTimeoutMs) };
        } catch (failure) {
          return { error: toFailure(failure) };
        }
      },
      invalidatesTags: (made) => (made === undefined ? [] : ['Imports']),
    }),
    listImports: build.query({ ...fromContract(dataTransferEndpoints.listImports), providesTags: ['Imports'] }),
    getImport: build.query({ ...fromContract(dataTransferEndpoints.getImport), providesTags: ['Imports'] }),
    /** A POST, but a query: the same file and the same columns always give the same answer. */
    previewImport: build.query(fromContract(dataTransferEndpoints.previewImport)),
    startImport: build.mutation({ ...fromContract(dataTransferEndpoints.startImport), invalidatesTags: ['Imports', 'Audit'] }),
    cancelImport: build.mutation({ ...fromContract(dataTransferEndpoints.cancelImport), invalidatesTags: ['Imports'] }),
    listCompanyExports: build.query({ ...fromContract(dataTransferEndpoints.listCompanyExports), providesTags: ['Exports'] }),
    startCompanyExport: build.mutation({
      ...fromContract(dataTransferEndpoints.startCompanyExport),
      invalidatesTags: ['Exports', 'Audit'],
    }),
    removeCompanyExport: build.mutation({ ...fromContract(dataTransferEndpoints.removeCompanyExport), invalidatesTags: ['Exports'] }),
  }),
});
