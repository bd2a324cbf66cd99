import { profileEndpoints } from '@headhaul/contracts/profile';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const setupApi = api.injectEndpoints({
  endpoints: (build) => ({
    completeSetup: build.mutation(fromContract(profileEndpoints.completeSetup)),
  }),
});
