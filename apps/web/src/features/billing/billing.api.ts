import { billingEndpoints } from '@headhaul/contracts/billing';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBillingInfo: build.query({ ...fromContract(billingEndpoints.getBillingInfo), providesTags: ['Billing'] }),
    getSubscription: build.query({ ...fromContract(billingEndpoints.getSubscription), providesTags: ['Billing'] }),
    getStatusMessage: build.query({ ...fromContract(billingEndpoints.getStatusMessage), providesTags: ['Billing'] }),
    getMyPlan: build.query({ ...fromContract(limitEndpoints.getMyPlan), providesTags: ['Limits'] }),
    startCheckout: build.mutation(fromContract(billingEndpoints.startCheckout)),
    openPortal: build.mutation(fromContract(billingEndpoints.openPortal)),
  }),
});

// The screens show these errors in place of the figures, so no toast is needed.
suppressToastOf('getBillingInfo', 'getSubscription', 'getStatusMessage', 'getMyPlan', 'startCheckout', 'openPortal');
