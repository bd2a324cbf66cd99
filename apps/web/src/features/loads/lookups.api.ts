import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { placeEndpoints } from '@headhaul/contracts/places';
import { teamEndpoints } from '@headhaul/contracts/team';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

/** What a list of loads is narrowed by and a load is made of: people, brokers and places, as its pickers ask for them. */
export const loadLookupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pickBrokers: build.query({ ...fromContract(brokerEndpoints.suggestBrokers), providesTags: ['Brokers'] }),
    pickTeammates: build.query({ ...fromContract(teamEndpoints.listTeamMembers), providesTags: ['Team'] }),
    pickPlaces: build.query(fromContract(placeEndpoints.searchPlaces)),
  }),
});
