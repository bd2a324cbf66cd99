import { documentEndpoints } from '@headhaul/contracts/documents';
import { fromContract } from '../../../shared/api/contract-endpoint.ts';
import { refreshLoad } from '../cache/live-updates.ts';
import { noteOwnChange } from '../cache/local-echo.ts';
import { loadsApi } from '../loads.api.ts';

/**
 * The calls of one load's screens, beside those for the load itself. Uploads use `documents/upload.ts`, because they show their
 * progress.
 */
export const loadDetailsApi = loadsApi.injectEndpoints({
  endpoints: (build) => ({
    removeLoadDocument: build.mutation<null, { loadId: string; documentId: string }>({
      query: ({ documentId }) => fromContract(documentEndpoints.removeDocument).query({ params: { documentId } }),
      onQueryStarted: async ({ loadId }, { dispatch, queryFulfilled }) => {
        noteOwnChange(loadId);
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (isDone) await refreshLoad(dispatch, loadId);
      },
    }),
  }),
});
