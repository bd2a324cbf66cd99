import { companyEndpoints } from '@headhaul/contracts/company';
import { fromContract } from '../../shared/api/contract-endpoint.ts';
import { officeApi } from '../../shared/time/office.api.ts';

export const companyApi = officeApi.injectEndpoints({
  endpoints: (build) => ({
    updateMyCompany: build.mutation({
      ...fromContract(companyEndpoints.updateMyCompany),
      invalidatesTags: ['Company', 'Me', 'Profile', 'Audit'],
    }),
    uploadLogo: build.mutation({ ...fromContract(companyEndpoints.uploadLogo), invalidatesTags: ['Company', 'Audit'] }),
    removeLogo: build.mutation({ ...fromContract(companyEndpoints.removeLogo), invalidatesTags: ['Company', 'Audit'] }),
  }),
});
