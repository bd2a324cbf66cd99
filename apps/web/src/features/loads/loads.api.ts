import type { LoadPage } from '@headhaul/contracts/loads/list';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { LoadEvent } from '@headhaul/contracts/loads/record';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';
import type { LoadFilterQuery, LoadQuery } from './load-query.ts';

interface EventPage {
  events: LoadEvent[];
  nextCursor: string | null;
}

const list = fromContract(loadEndpoints.listLoads);
const totals = fromContract(loadEndpoints.getLoadTotals);
const history = fromContract(loadEndpoints.listLoadEvents);

// The list has its own way to say that it didn't come; its counts and totals show dashes beside it.
suppressToastOf('listLoads', 'getLoadTotals', 'getLoadCounts', 'countLoads', 'listEditing');

/** What is asked of the server; what changes it is in `changes.api.ts`. */
export const loadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLoads: build.infiniteQuery<LoadPage, LoadQuery, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => list.query({ query: { ...queryArg, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
      // Comparing ten thousand rows with each other takes longer than drawing the thirty that are seen.
      structuralSharing: false,
      providesTags: ['Loads'],
    }),
    getLoadTotals: build.query({ ...totals, providesTags: ['LoadCounts'] }),
    getLoadCounts: build.query({ ...fromContract(loadEndpoints.getLoadCounts), providesTags: ['LoadCounts'] }),
    /** How many loads each of these sets of filters has, in their order; null where it could not be told. */
    countLoads: build.query<(number | null)[], LoadFilterQuery[]>({
      queryFn: async (sets, _store, _options, ask) => {
        const answers = await Promise.all(sets.map((query) => ask(totals.query({ query }))));
        return { data: answers.map(({ data }) => (data as { loads: number } | undefined)?.loads ?? null) };
      },
      providesTags: ['LoadCounts'],
    }),
    getLoad: build.query({
      ...fromContract(loadEndpoints.getLoad),
      // With its toast suppressed or not, it is the same load.
      serializeQueryArgs: ({ endpointName, queryArgs: { params } }) => `${endpointName} ${params.id}`,
      // An answer that was on its way while the load changed is older than what is shown.
      merge: (shown, came) => (came.version < shown.version ? shown : came),
      providesTags: (_load, _failure, { params }) => [{ type: 'Load', id: params.id }],
    }),
    listLoadEvents: build.infiniteQuery<EventPage, { id: string }, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg: { id }, pageParam }) => history.query({ params: { id }, query: pageParam === null ? {} : { cursor: pageParam } }),
      providesTags: (_events, _failure, { id }) => [{ type: 'Load', id: `history ${id}` }],
    }),
    listOwnPlaces: build.query(fromContract(loadEndpoints.listOwnPlaces)),
    listEditing: build.query({ ...fromContract(loadEndpoints.listEditing), keepUnusedDataFor: 0 }),
  }),
});
