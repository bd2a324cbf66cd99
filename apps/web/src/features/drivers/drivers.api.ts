import { documentEndpoints } from '@headhaul/contracts/documents';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { fleetEndpoints } from '@headhaul/contracts/fleet';
import { api } from '../../shared/api/api.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';

export const driversApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDrivers: build.query({ ...fromContract(driverEndpoints.listDrivers), providesTags: ['Drivers'] }),
    getDriver: build.query({ ...fromContract(driverEndpoints.getDriver), providesTags: ['Drivers'] }),
    createDriver: build.mutation({ ...creates(driverEndpoints.createDriver), invalidatesTags: ['Drivers', 'Fleet'] }),
    updateDriver: build.mutation({
      ...fromContract(driverEndpoints.updateDriver),
      invalidatesTags: (driver) => (driver === undefined ? [] : ['Drivers', 'Fleet', 'Loads']),
    }),
    archiveDriver: build.mutation({ ...fromContract(driverEndpoints.deleteDriver), invalidatesTags: ['Drivers', 'Fleet', 'Audit'] }),
    restoreDriver: build.mutation({ ...fromContract(driverEndpoints.restoreDriver), invalidatesTags: ['Drivers', 'Fleet', 'Audit'] }),
    changeDriverStatus: build.mutation({ ...fromContract(driverEndpoints.changeDriverStatus), invalidatesTags: ['Drivers'] }),
    listFleet: build.query({ ...fromContract(fleetEndpoints.listFleet), providesTags: ['Fleet'] }),
    listDriverDocuments: build.query({
      ...fromContract(documentEndpoints.listDriverDocuments),
      providesTags: (_documents, _failure, { params }) => [{ type: 'Drivers', id: `documents ${params.id}` }],
    }),
    uploadDriverDocument: build.mutation({
      ...fromContract(documentEndpoints.uploadDriverDocument),
      invalidatesTags: (_document, _failure, { params }) => [{ type: 'Drivers', id: `documents ${params.id}` }],
    }),
    removeDriverDocument: build.mutation({
      ...fromContract(documentEndpoints.removeDocument),
      invalidatesTags: ['Drivers'],
    }),
  }),
});
