import { signInEndpoints } from '@headhaul/contracts/sign-ins';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const signInsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSignIns: build.query({ ...fromContract(signInEndpoints.listSignIns), providesTags: ['SignIns'] }),
    endSignIn: build.mutation({ ...fromContract(signInEndpoints.endSignIn), invalidatesTags: ['SignIns', 'OpenSessions', 'Audit'] }),
    endOtherSignIns: build.mutation({
      ...fromContract(signInEndpoints.endOtherSignIns),
      invalidatesTags: ['SignIns', 'OpenSessions', 'Audit'],
    }),
    confirmSignIn: build.mutation({ ...fromContract(signInEndpoints.confirmSignIn), invalidatesTags: ['SignIns', 'Audit'] }),
  }),
});

suppressToastOf('listSignIns');
