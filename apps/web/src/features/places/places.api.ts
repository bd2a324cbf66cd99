import { type Coordinates, placeEndpoints } from '@headhaul/contracts/places';
import type { Point } from '@headhaul/domain/places/distance';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

const locate = fromContract(placeEndpoints.getCoordinates);
const daySeconds = 86_400;

/** Cities that were asked for in this tab, found or not: they don't move. */
const known = new Map<string, Point | null>();

export const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPlaces: build.query({ ...fromContract(placeEndpoints.searchPlaces), keepUnusedDataFor: daySeconds }),
    /** Where these cities lie, each written "Omaha, NE"; null where nobody knows. */
    locateCities: build.query<Readonly<Record<string, Point | null>>, readonly string[]>({
      queryFn: async (cities, _store, _options, ask) => {
        await Promise.all(
          cities
            .filter((city) => !known.has(city))
            .map(async (city) => {
              const { data, error } = await ask(locate.query({ query: { address: city } }));
              const found = data as Coordinates | undefined;
              // A place that isn't found stays so; a server that didn't answer is asked again.
              if (found !== undefined) known.set(city, { lat: found.lat, lng: found.lng });
              else if (error?.status === 404) known.set(city, null);
            }),
        );
        return { data: Object.fromEntries(cities.map((city) => [city, known.get(city) ?? null])) };
      },
      keepUnusedDataFor: daySeconds,
    }),
  }),
});
