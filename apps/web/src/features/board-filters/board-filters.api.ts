import { type BoardFilter, boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';

export const boardFiltersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBoardFilters: build.query({
      ...fromContract(boardFilterEndpoints.listBoardFilters),
      providesTags: ['BoardFilters', 'BoardFilterUses'],
    }),
    getActiveBoardFilters: build.query({ ...fromContract(boardFilterEndpoints.getActiveBoardFilters), providesTags: ['BoardFilters'] }),
    chooseBoardFilter: build.mutation({ ...fromContract(boardFilterEndpoints.chooseBoardFilter), invalidatesTags: ['BoardFilters'] }),
    createBoardFilter: build.mutation({
      ...creates(boardFilterEndpoints.createBoardFilter),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(showFilter(data))).catch(() => undefined);
      },
      invalidatesTags: ['BoardFilters', 'Audit'],
    }),
    updateBoardFilter: build.mutation({
      ...fromContract(boardFilterEndpoints.updateBoardFilter),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(({ data }) => dispatch(showFilter(data))).catch(() => undefined);
      },
      invalidatesTags: ['BoardFilters', 'Audit'],
    }),
    deleteBoardFilter: build.mutation({
      ...fromContract(boardFilterEndpoints.deleteBoardFilter),
      invalidatesTags: ['BoardFilters', 'Audit'],
    }),
  }),
});

type CacheState = Parameters<typeof boardFiltersApi.util.selectCachedArgsForQuery>[0];

/** A saved filter is in the list at once, so that the page can open it before the list is fetched anew. */
function showFilter(filter: BoardFilter) {
  return (dispatch: ThunkDispatch<CacheState, unknown, UnknownAction>): void => {
    dispatch(
      boardFiltersApi.util.updateQueryData('listBoardFilters', undefined, ({ filters }) => {
        const at = filters.findIndex(({ id }) => id === filter.id);
        if (at < 0) filters.push(filter);
        else filters[at] = filter;
      }),
    );
  };
}

// The page shows the failure of the list itself, and nobody waits for the other.
suppressToastOf('listBoardFilters', 'getActiveBoardFilters');
