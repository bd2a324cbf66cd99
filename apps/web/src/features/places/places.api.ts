import type { Answer } from '@headhaul/contracts/http/endpoint';
import { maxPlacesLocated, placeEndpoints } from '@headhaul/contracts/places';
import type { Point } from '@headhaul/domain/places/distance';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

const locate = fromContract(placeEndpoints.locatePlaces);
const daySeconds = 86_400;

/** Cities that were asked for in this tab, found or not: they don't move. */
const known = new Map<string, Point | null>();

export const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPlaces: build.query({ ...fromContract(placeEndpoints.searchPlaces), keepUnusedDataFor: daySeconds }),
    /** Where these cities lie, each written "Omaha, NE"; null where nobody knows. */
    locateCities: build.query<Readonly<Record<string, Point | null>>, readonly string[]>({
      queryFn: async (cities, _store, _options, ask) => {
        const unknown = cities.filter((city) => !known.has(city));
        const parts = Array.from({ length: Math.ceil(unknown.length / maxPlacesLocated) }, (_, part) =>
          unknown.slice(part * maxPlacesLocated, (part + 1) * maxPlacesLocated),
        );
        await Promise.all(
          parts.map(async (addresses) => {
            const { data } = await ask(locate.query({ body: { addresses } }));
            // A place that isn't found stays so; a server that didn't answer is asked again.
            const { points = [] } = (data ?? {}) as Partial<Answer<typeof placeEndpoints.locatePlaces>>;
            for (const [at, point] of points.entries()) known.set(addresses[at] ?? '', point);
          }),
        );
        return { data: Object.fromEntries(cities.map((city) => [city, known.get(city) ?? null])) };
      },
      keepUnusedDataFor: daySeconds,
    }),
  }),
});
