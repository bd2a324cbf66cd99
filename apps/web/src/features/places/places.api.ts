import type { Answer } from '@headhaul/contracts/http/endpoint';
import { type LocatedPoint, maxAddressLength, maxPlacesLocated, placeEndpoints } from '@headhaul/contracts/places';
import { api } from '../../shared/api/api.ts';
import { suppressToastOf } from '../../shared/api/api-failure.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

type Points = Readonly<Record<string, LocatedPoint | null>>;

const locate = fromContract(placeEndpoints.locatePlaces);
const daySeconds = 86_400;

// No toast on failure: missing miles and local times leave gaps, and no user action asked for them.
suppressToastOf('locatePlaces');

/** All places that this tab has asked for, found or not. Their location and time zone do not change. */
let known: Points = {};

export const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPlaces: build.query({ ...fromContract(placeEndpoints.searchPlaces), keepUnusedDataFor: daySeconds }),
    locatePlaces: build.query<Points, readonly string[]>({
      queryFn: async (labels, _store, _options, ask) => {
        // Leave out texts that are too long. They are not places, and the server would refuse the whole request.
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
        // A place that was not found is not asked for again. A failed request is.
        const failure = failures.find((error) => error !== undefined);
        if (failure !== undefined) return { error: failure };
        return { data: Object.fromEntries(labels.map((label) => [label, known[label] ?? null])) };
      },
      keepUnusedDataFor: daySeconds,
    }),
  }),
});

/**
 * The locations of places written "Omaha, NE" or "Conley, GA 30288". Null for unknown places. While the request runs, and when it fails,
 * returns what this tab already knows.
 */
export function useLocatedPlaces(labels: readonly string[]): Points {
  const { data } = placesApi.useLocatePlacesQuery(labels, { skip: labels.length === 0 });
  return data ?? known;
}
