import { queryCacheSeconds } from '@headhaul/contracts/constants';
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query.ts';

/** The one cache. Features add their endpoints with `api.injectEndpoints` in their `.api.ts`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: queryCacheSeconds,
  endpoints: () => ({}),
});
