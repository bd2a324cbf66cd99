import { documentEndpoints } from '@headhaul/contracts/documents';
import { fromContract } from '../../../shared/api/contract-endpoint.ts';
import { refreshLoad } from '../cache/live-updates.ts';
import { noteOwnChange } from '../cache/local-echo.ts';
import { loadsApi } from '../loads.api.ts';

/** What one load's screens ask for beside the load itself. Uploads go by `documents/upload.ts`, because they show how far they are. */
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
