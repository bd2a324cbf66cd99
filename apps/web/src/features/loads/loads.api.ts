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

// The list shows its own error, and its counts and totals then show dashes, so these calls need no toast.
suppressToastOf('listLoads', 'getLoadTotals', 'getLoadCounts', 'countLoads', 'listEditing');

/** The calls that read loads. The calls that change them are in `changes.api.ts`. */
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
    /** The number of loads for each of these sets of filters, in their order. Null where the call failed. */
    countLoads: build.query<(number | null)[], LoadFilterQuery[]>({
      queryFn: async (sets, _store, _options, ask) => {
        const answers = await Promise.all(sets.map((query) => ask(totals.query({ query }))));
        return { data: answers.map(({ data }) => (data as { loads: number } | undefined)?.loads ?? null) };
      },
      providesTags: ['LoadCounts'],
    }),
    getLoad: build.query({
      ...fromContract(loadEndpoints.getLoad),
      // With or without a suppressed toast it is the same load, so only the id is in the key.
      serializeQueryArgs: ({ endpointName, queryArgs: { params } }) => `${endpointName} ${params.id}`,
      // An answer that was on its way while the load changed is older than the load on screen.
      merge: (shown, came) => (came.version < shown.version ? shown : came),
      // The company's terms and percentage count where nothing was saved on the load.
      providesTags: (_load, _failure, { params }) => [{ type: 'Load', id: params.id }, 'Company'],
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
