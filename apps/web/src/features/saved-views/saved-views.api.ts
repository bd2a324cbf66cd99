import { savedViewEndpoints } from '@headhaul/contracts/saved-views';
import { api } from '../../shared/api/api.ts';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';

export const savedViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listViews: build.query({ ...fromContract(savedViewEndpoints.listViews), providesTags: ['Views'] }),
    createView: build.mutation({ ...creates(savedViewEndpoints.createView), invalidatesTags: ['Views'] }),
    updateView: build.mutation({ ...fromContract(savedViewEndpoints.updateView), invalidatesTags: ['Views'] }),
    deleteView: build.mutation({ ...fromContract(savedViewEndpoints.deleteView), invalidatesTags: ['Views'] }),
  }),
});
