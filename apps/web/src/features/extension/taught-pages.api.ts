import { taughtPageEndpoints } from '@headhaul/contracts/boards/taught-pages';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const taughtPagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCompanyPages: build.query({ ...fromContract(taughtPageEndpoints.listCompanyPages), providesTags: ['BoardPages'] }),
    agreeToPage: build.mutation({ ...fromContract(taughtPageEndpoints.agreeToPage), invalidatesTags: ['BoardPages', 'Audit'] }),
    removeCompanyPage: build.mutation({ ...fromContract(taughtPageEndpoints.removeCompanyPage), invalidatesTags: ['BoardPages', 'Audit'] }),
  }),
});

// The section shows the failure of the list itself.
suppressToastOf('listCompanyPages');
