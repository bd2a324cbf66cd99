import { fleetEndpoints } from '@headhaul/contracts/fleet';
import { profitEndpoints } from '@headhaul/contracts/profit';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

// The cards say in place that they failed.
suppressToastOf('findProfit', 'getLoadProfit', 'findNets', 'getNetFigures', 'getRates');

export const profitApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRates: build.query({ ...fromContract(profitEndpoints.getRates), providesTags: ['Company'] }),
    updateRates: build.mutation({ ...fromContract(profitEndpoints.updateRates), invalidatesTags: ['Company', 'Audit'] }),
    updateTruck: build.mutation({ ...fromContract(fleetEndpoints.updateTruck), invalidatesTags: ['Fleet', 'Drivers'] }),
    // A question, although it is sent by POST: it changes nothing.
    findProfit: build.query({
      ...fromContract(profitEndpoints.findProfit),
      providesTags: ['Company', 'Drivers', 'Fleet'],
      keepUnusedDataFor: 10,
    }),
    getLoadProfit: build.query({
      ...fromContract(profitEndpoints.getLoadProfit),
      providesTags: ['Load', 'Company', 'Drivers', 'Fleet'],
      keepUnusedDataFor: 10,
    }),
    findNets: build.query({
      ...fromContract(profitEndpoints.findNets),
      providesTags: ['Loads', 'Company', 'Drivers', 'Fleet'],
      keepUnusedDataFor: 30,
    }),
    getNetFigures: build.query({ ...fromContract(profitEndpoints.getNetFigures), providesTags: ['Stats', 'Company', 'Fleet'] }),
  }),
});
