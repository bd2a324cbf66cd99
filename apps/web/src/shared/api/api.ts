import { queryCacheSeconds } from '@headhaul/contracts/constants';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';

/** The kinds of data that can become stale. Live events and changes name the stale kinds. Every query names the kinds it shows. */
export const apiTags = [
  'Me',
  'Company',
  'Team',
  'TeamLink',
  'Profile',
  'OpenSessions',
  'SignIns',
  'Audit',
  'Loads',
  'Load',
  'LoadCounts',
  'Drivers',
  'Brokers',
  'Factoring',
  'Fleet',
  'Views',
  'BoardFilters',
  'BoardFilterUses',
  'BoardPages',
  'Stats',
  'Imports',
  'Exports',
  'Billing',
  'Limits',
  'Referrals',
  'EmailAccounts',
  'EmailTemplates',
  'Emails',
  'EmailStats',
] as const;
export type ApiTag = (typeof apiTags)[number];

/** The one cache. Features add their endpoints with `api.injectEndpoints` in their `.api.ts`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: queryCacheSeconds,
  tagTypes: apiTags,
  endpoints: () => ({}),
});
