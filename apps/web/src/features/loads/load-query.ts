import type { LoadFilters, LoadPage, LoadSort } from '@headhaul/contracts/loads/list';
import type { InfiniteData } from '@reduxjs/toolkit/query';

type FlagName = 'withoutDriver' | 'needsAttention' | 'deleted';
/** The filters of a list, as they are written into a query string. */
export type LoadFilterQuery = Partial<Omit<LoadFilters, FlagName>> & Partial<Record<FlagName, 'true' | 'false'>>;
/** What a list requests, without the page cursor. Two lists with the same query are one in the cache. */
export type LoadQuery = LoadFilterQuery & { sort?: LoadSort; order?: 'asc' | 'desc'; limit?: number };
export type LoadList = InfiniteData<LoadPage, string | null>;
