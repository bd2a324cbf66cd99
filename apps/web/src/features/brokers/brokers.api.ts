import { type Broker, type BrokerDetails, type BrokerMark, brokerEndpoints } from '@headhaul/contracts/brokers';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../shared/api/api.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';

export interface BrokerQuery {
  search?: string;
  mark?: BrokerMark;
  sort?: 'LAST_LOAD' | 'NAME';
  /** The caller shows failures itself, so no toast appears. */
  isQuiet?: boolean;
}

interface BrokerPage {
  brokers: Broker[];
  nextCursor: string | null;
}

const list = fromContract(brokerEndpoints.listBrokers);

export const brokersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBrokers: build.infiniteQuery<BrokerPage, BrokerQuery, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg: { isQuiet: _, ...query }, pageParam }) =>
        list.query({ query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
      providesTags: ['Brokers'],
    }),
    getBroker: build.query({
      ...fromContract(brokerEndpoints.getBroker),
      providesTags: ['Brokers'],
    }),
    createBroker: build.mutation({ ...creates(brokerEndpoints.createBroker), invalidatesTags: ['Brokers'] }),
    updateBroker: build.mutation({
      ...fromContract(brokerEndpoints.updateBroker),
      invalidatesTags: (broker) => (broker === undefined ? [] : ['Brokers']),
    }),
    markBroker: build.mutation({
      ...fromContract(brokerEndpoints.markBroker),
      // The new mark shows at once. When the server refuses it, the old one comes back.
      onQueryStarted: ({ params: { id }, body: { mark, reason } }, { dispatch, queryFulfilled }) => {
        const takeBack = dispatch(patchBroker(id, { mark, markReason: reason || null }));
        queryFulfilled.catch(takeBack);
      },
      invalidatesTags: (broker) => (broker === undefined ? [] : ['Brokers', 'Audit']),
    }),
  }),
});

type CacheState = Parameters<typeof brokersApi.util.selectCachedArgsForQuery>[0];

/** Changes a broker in every cached answer. Returns a function that undoes the change. */
function patchBroker(id: string, change: Partial<BrokerDetails>) {
  return (dispatch: ThunkDispatch<CacheState, unknown, UnknownAction>, getState: () => CacheState): (() => void) => {
    const lists = brokersApi.util.selectCachedArgsForQuery(getState(), 'listBrokers').map((query) =>
      dispatch(
        brokersApi.util.updateQueryData('listBrokers', query, ({ pages }) => {
          const broker = pages.flatMap(({ brokers }) => brokers).find((one) => one.id === id);
          if (broker) Object.assign(broker, change);
        }),
      ),
    );
    const open = dispatch(brokersApi.util.updateQueryData('getBroker', { params: { id } }, (broker) => void Object.assign(broker, change)));
    return () => {
      for (const patch of [...lists, open]) patch.undo();
    };
  };
}
