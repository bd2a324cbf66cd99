import type { AuditLine } from '@headhaul/contracts/company';
import { companyEndpoints } from '@headhaul/contracts/company';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

const list = fromContract(companyEndpoints.listAudit);

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.infiniteQuery<{ lines: AuditLine[]; nextCursor: string | null }, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ pageParam }) => list.query({ query: pageParam === null ? {} : { cursor: pageParam } }),
      providesTags: ['Audit'],
    }),
  }),
});
