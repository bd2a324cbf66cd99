import type { Answer } from '@headhaul/contracts/http/endpoint';
import { type LocatedPoint, maxAddressLength, maxPlacesLocated, placeEndpoints } from '@headhaul/contracts/places';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

type Points = Readonly<Record<string, LocatedPoint | null>>;

const locate = fromContract(placeEndpoints.locatePlaces);
const daySeconds = 86_400;

// Miles and clocks that don't come are missing where they would stand; nobody asked for them by a press.
suppressToastOf('locatePlaces');

/** Places that were asked for in this tab, found or not: they don't move, and neither do their clocks. */
let known: Points = {};

export const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPlaces: build.query({ ...fromContract(placeEndpoints.searchPlaces), keepUnusedDataFor: daySeconds }),
    locatePlaces: build.query<Points, readonly string[]>({
      queryFn: async (labels, _store, _options, ask) => {
        // What is too long for the server is no place to it, and would have the others refused.
        const unknown = labels.filter((label) => !Object.hasOwn(known, label) && label.trim().length <= maxAddressLength);
        const parts = Array.from({ length: Math.ceil(unknown.length / maxPlacesLocated) }, (_, part) =>
          unknown.slice(part * maxPlacesLocated, (part + 1) * maxPlacesLocated),
        );
        const failures = await Promise.all(
          parts.map(async (addresses) => {
            const { data, error } = await ask(locate.query({ body: { addresses } }));
            const { points = [] } = (data ?? {}) as Partial<Answer<typeof placeEndpoints.locatePlaces>>;
            known = { ...known, ...Object.fromEntries(points.map((point, at) => [addresses[at] ?? '', point])) };
            return error;
          }),
        );
        // A place that isn't found stays so for a day; a server that didn't answer is asked again.
        const failure = failures.find((error) => error !== undefined);
        if (failure !== undefined) return { error: failure };
        return { data: Object.fromEntries(labels.map((label) => [label, known[label] ?? null])) };
      },
      keepUnusedDataFor: daySeconds,
    }),
  }),
});

/**
 * Where these places lie, each written "Omaha, NE" or "Conley, GA 30288"; nothing where nobody knows. Until the answer is there, and
 * when it doesn't come, what this tab has learned before.
 */
export function useLocatedPlaces(labels: readonly string[]): Points {
  const { data } = placesApi.useLocatePlacesQuery(labels, { skip: labels.length === 0 });
  return data ?? known;
}
