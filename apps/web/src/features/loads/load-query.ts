import type { LoadFilters, LoadPage, LoadSort } from '@headhaul/contracts/loads/list';
import type { InfiniteData } from '@reduxjs/toolkit/query';

type FlagName = 'withoutDriver' | 'needsAttention' | 'deleted';
/** What narrows a list, as it is written into an address. */
export type LoadFilterQuery = Partial<Omit<LoadFilters, FlagName>> & Partial<Record<FlagName, 'true' | 'false'>>;
/** What a list is asked for, without the place in it. Two lists asked for the same are one. */
export type LoadQuery = LoadFilterQuery & { sort?: LoadSort; order?: 'asc' | 'desc'; limit?: number };
export type LoadList = InfiniteData<LoadPage, string | null>;
