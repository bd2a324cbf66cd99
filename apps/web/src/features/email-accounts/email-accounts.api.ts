import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const emailAccountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listEmailAccounts: build.query({ ...fromContract(emailAccountEndpoints.listEmailAccounts), providesTags: ['EmailAccounts'] }),
    connectEmailAccount: build.mutation(fromContract(emailAccountEndpoints.connectEmailAccount)),
    connectSmtp: build.mutation({
      ...fromContract(emailAccountEndpoints.connectSmtp),
      invalidatesTags: (account) => (account === undefined ? [] : ['EmailAccounts', 'EmailTemplates', 'Limits', 'Me', 'Audit']),
    }),
    updateEmailAccount: build.mutation({
      ...fromContract(emailAccountEndpoints.updateEmailAccount),
      invalidatesTags: ['EmailAccounts', 'Audit'],
    }),
    disconnectEmailAccount: build.mutation({
      ...fromContract(emailAccountEndpoints.disconnectEmailAccount),
      invalidatesTags: ['EmailAccounts', 'Emails', 'Limits', 'Me', 'Audit'],
    }),
  }),
});

// The screens show these errors themselves.
suppressToastOf('listEmailAccounts', 'connectEmailAccount', 'connectSmtp');
