import { companyEndpoints } from '@headhaul/contracts/company';
import { api } from '../api/api.ts';
import { fromContract } from '../api/contract-endpoint.ts';

/** What every screen asks of the company, for its clock; changing the company is its own feature's. */
export const officeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyCompany: build.query({ ...fromContract(companyEndpoints.getMyCompany), providesTags: ['Company'] }),
  }),
});
