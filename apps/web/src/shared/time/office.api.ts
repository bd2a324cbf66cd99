import { companyEndpoints } from '@headhaul/contracts/company';
import { api } from '../api/api.ts';
import { suppressToastOf } from '../api/api-failure.ts';
import { fromContract } from '../api/contract-endpoint.ts';

/** The company, which every screen needs for its time zone. The company feature has the endpoints that change it. */
export const officeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyCompany: build.query({ ...fromContract(companyEndpoints.getMyCompany), providesTags: ['Company'] }),
  }),
});

// No toast: the screen that shows the company shows the failure itself. Other screens use this computer's clock until the company has
// loaded.
suppressToastOf('getMyCompany');
