import type { Answer } from '@headhaul/contracts/http/endpoint';
import { type LocatedPoint, maxPlacesLocated, placeEndpoints } from '@headhaul/contracts/places';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

const locate = fromContract(placeEndpoints.locatePlaces);
const daySeconds = 86_400;

/** Places that were asked for in this tab, found or not: they don't move, and neither do their clocks. */
const known = new Map<string, LocatedPoint | null>();

export const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPlaces: build.query({ ...fromContract(placeEndpoints.searchPlaces), keepUnusedDataFor: daySeconds }),
    /** Where these places lie, each written "Omaha, NE" or "Conley, GA 30288"; null where nobody knows. */
    locatePlaces: build.query<Readonly<Record<string, LocatedPoint | null>>, readonly string[]>({
      queryFn: async (labels, _store, _options, ask) => {
        const unknown = labels.filter((label) => !known.has(label));
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
        return { data: Object.fromEntries(labels.map((label) => [label, known.get(label) ?? null])) };
      },
      keepUnusedDataFor: daySeconds,
    }),
  }),
});
