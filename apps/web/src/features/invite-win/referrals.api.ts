import { referralEndpoints } from '@headhaul/contracts/referrals';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';

export const referralsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReferrals: build.query({ ...fromContract(referralEndpoints.getReferrals), providesTags: ['Referrals'] }),
    sendInvitations: build.mutation({ ...creates(referralEndpoints.sendInvitations), invalidatesTags: ['Referrals'] }),
    remindInvitation: build.mutation({ ...fromContract(referralEndpoints.remindInvitation), invalidatesTags: ['Referrals'] }),
  }),
});

suppressToastOf('getReferrals');
