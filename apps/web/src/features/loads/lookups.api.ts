import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { placeEndpoints } from '@headhaul/contracts/places';
import { teamEndpoints } from '@headhaul/contracts/team';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

/** What the pickers of the load form and the list filters ask for: people, brokers and places. */
export const loadLookupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pickBrokers: build.query({ ...fromContract(brokerEndpoints.suggestBrokers), providesTags: ['Brokers'] }),
    pickTeammates: build.query({ ...fromContract(teamEndpoints.listTeamMembers), providesTags: ['Team'] }),
    pickPlaces: build.query(fromContract(placeEndpoints.searchPlaces)),
  }),
});
