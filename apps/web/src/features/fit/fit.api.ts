import { fitEndpoints } from '@headhaul/contracts/fit';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

// The menus and lists say in place that it failed, and the form then suggests nobody.
suppressToastOf('findFits', 'findLoadFits', 'findEmptyNear');

export const fitApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A question, although it is sent by POST: it changes nothing. Times to spare get old, so an answer isn't kept long.
    findFits: build.query({ ...fromContract(fitEndpoints.findFits), providesTags: ['Drivers'], keepUnusedDataFor: 10 }),
    findLoadFits: build.query({
      ...fromContract(fitEndpoints.findLoadFits),
      providesTags: ['Drivers', 'Loads'],
      keepUnusedDataFor: 10,
    }),
    findEmptyNear: build.query({
      ...fromContract(fitEndpoints.findEmptyNear),
      providesTags: ['Drivers', 'Loads'],
      keepUnusedDataFor: 10,
    }),
  }),
});
