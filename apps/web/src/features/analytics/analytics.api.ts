import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLoadStats: build.query({ ...fromContract(loadStatsEndpoints.getLoadStats), providesTags: ['Stats'] }),
    getLoadStatsByDrivers: build.query({ ...fromContract(loadStatsEndpoints.getLoadStatsByDrivers), providesTags: ['Stats'] }),
    getTopLanes: build.query({ ...fromContract(loadStatsEndpoints.getTopLanes), providesTags: ['Stats'] }),
    getTopBrokers: build.query({ ...fromContract(loadStatsEndpoints.getTopBrokers), providesTags: ['Stats', 'Brokers'] }),
  }),
});
