import { type EmailAnswer, type EmailRow, type EmailState, emailEndpoints } from '@headhaul/contracts/mail/emails';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';

export interface EmailQuery {
  search?: string;
  accountId?: string;
  userId?: string;
  brokerId?: string;
  loadId?: string;
  state?: EmailState;
  answer?: EmailAnswer | 'NONE';
  /** The first and the last day, such as 2026-11-12. */
  from?: string;
  to?: string;
  limit?: number;
}

interface EmailPage {
  emails: EmailRow[];
  nextCursor: string | null;
}

const list = fromContract(emailEndpoints.listEmails);
const changesEmails = { invalidatesTags: ['Emails', 'EmailAccounts', 'EmailStats'] } as const;

export const emailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listEmails: build.infiniteQuery<EmailPage, EmailQuery, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg, pageParam }) => list.query({ query: { ...queryArg, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
      providesTags: ['Emails'],
    }),
    getEmail: build.query({ ...fromContract(emailEndpoints.getEmail), providesTags: ['Emails'] }),
    checkEmail: build.mutation(fromContract(emailEndpoints.checkEmail)),
    sendEmail: build.mutation({ ...creates(emailEndpoints.sendEmail), ...changesEmails }),
    sendTestEmail: build.mutation({ ...fromContract(emailEndpoints.sendTestEmail), ...changesEmails }),
    cancelEmail: build.mutation({ ...fromContract(emailEndpoints.cancelEmail), ...changesEmails }),
    resolveEmail: build.mutation({ ...fromContract(emailEndpoints.resolveEmail), ...changesEmails }),
    resendEmail: build.mutation({ ...fromContract(emailEndpoints.resendEmail), ...changesEmails }),
    answerEmail: build.mutation({ ...fromContract(emailEndpoints.answerEmail), ...changesEmails }),
    getEmailFunnel: build.query({ ...fromContract(emailEndpoints.getEmailFunnel), providesTags: ['EmailStats'] }),
  }),
});

suppressToastOf('listEmails', 'getEmail', 'checkEmail', 'getEmailFunnel');
