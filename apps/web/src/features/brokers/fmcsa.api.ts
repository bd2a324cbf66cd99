import { fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const fmcsaApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBrokerRecord: build.query({ ...fromContract(fmcsaEndpoints.getBrokerRecord), providesTags: ['Brokers'] }),
    /** A mutation, because a lookup is counted, and because the letters of brokers depend on what is found. */
    lookUpBroker: build.mutation({
      ...fromContract(fmcsaEndpoints.lookUpBroker),
      invalidatesTags: (answer) => (answer?.outcome === 'FOUND' ? ['Brokers', 'Limits'] : ['Limits']),
    }),
  }),
});

// The card that asked says what went wrong.
suppressToastOf('getBrokerRecord', 'lookUpBroker');
