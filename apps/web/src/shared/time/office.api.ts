import { companyEndpoints } from '@headhaul/contracts/company';
import { api } from '../api/api.ts';
import { suppressToastOf } from '../api/api-failure.ts';
import { fromContract } from '../api/contract-endpoint.ts';

/** What every screen asks of the company, for its clock; changing the company is its own feature's. */
export const officeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyCompany: build.query({ ...fromContract(companyEndpoints.getMyCompany), providesTags: ['Company'] }),
  }),
});

// Where the company itself is shown, that it didn't come is said there; everywhere else the clock is the reader's own until it does.
suppressToastOf('getMyCompany');
