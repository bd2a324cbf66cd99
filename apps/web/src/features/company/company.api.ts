import { companyEndpoints } from '@headhaul/contracts/company';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const companyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyCompany: build.query({ ...fromContract(companyEndpoints.getMyCompany), providesTags: ['Company'] }),
    updateMyCompany: build.mutation({
      ...fromContract(companyEndpoints.updateMyCompany),
      invalidatesTags: ['Company', 'Me', 'Profile', 'Audit'],
    }),
    uploadLogo: build.mutation({ ...fromContract(companyEndpoints.uploadLogo), invalidatesTags: ['Company', 'Audit'] }),
    removeLogo: build.mutation({ ...fromContract(companyEndpoints.removeLogo), invalidatesTags: ['Company', 'Audit'] }),
  }),
});
