import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { api } from '../../../shared/api/api.ts';
import { suppressToastOf } from '../../../shared/api/api-failure.ts';
import { fromContract } from '../../../shared/api/contract-endpoint.ts';

// The palette shows a failure itself, in place of the results.
suppressToastOf('jumpToLoads', 'jumpToDrivers', 'jumpToBrokers');

/**
 * The searches of the command palette (Ctrl K). They are separate from the endpoints of the lists, because a list on screen is kept up to
 * date row by row, and these results are gone a moment later.
 */
export const paletteApi = api.injectEndpoints({
  endpoints: (build) => ({
    jumpToLoads: build.query({ ...fromContract(loadEndpoints.listLoads), providesTags: ['Loads'] }),
    jumpToDrivers: build.query({ ...fromContract(driverEndpoints.listDrivers), providesTags: ['Drivers'] }),
    jumpToBrokers: build.query({ ...fromContract(brokerEndpoints.suggestBrokers), providesTags: ['Brokers'] }),
  }),
});
