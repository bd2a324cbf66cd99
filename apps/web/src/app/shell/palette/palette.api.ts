import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { api } from '../../../shared/api/api.ts';
import { suppressToastOf } from '../../../shared/api/api-failure.ts';
import { fromContract } from '../../../shared/api/contract-endpoint.ts';

// The palette says it itself, where the results would stand.
suppressToastOf('jumpToLoads', 'jumpToDrivers', 'jumpToBrokers');

/**
 * What Ctrl K looks through. Its own questions, not the lists' ones: a list on screen is kept up to date row by row, and what is
 * found here is gone a moment later.
 */
export const paletteApi = api.injectEndpoints({
  endpoints: (build) => ({
    jumpToLoads: build.query({ ...fromContract(loadEndpoints.listLoads), providesTags: ['Loads'] }),
    jumpToDrivers: build.query({ ...fromContract(driverEndpoints.listDrivers), providesTags: ['Drivers'] }),
    jumpToBrokers: build.query({ ...fromContract(brokerEndpoints.suggestBrokers), providesTags: ['Brokers'] }),
  }),
});
