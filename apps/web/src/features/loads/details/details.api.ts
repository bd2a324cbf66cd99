import { documentEndpoints } from '@headhaul/contracts/documents';
import { type Place, placeEndpoints, placeLabel } from '@headhaul/contracts/places';
import { fromContract } from '../../../shared/api/contract-endpoint.ts';
import { refreshLoad } from '../cache/live-updates.ts';
import { noteOwnChange } from '../cache/local-echo.ts';
import { loadsApi } from '../loads.api.ts';

const searchPlaces = fromContract(placeEndpoints.searchPlaces);
/** Places that were asked for in this tab: they don't move, and neither do their clocks. */
const knownPlaces = new Map<string, Place | null>();

/** What one load's screens ask for beside the load itself. Uploads go by `load-details-upload.ts`, because they show how far they are. */
export const loadDetailsApi = loadsApi.injectEndpoints({
  endpoints: (build) => ({
    /** Where these places lie and which clock goes there, each written "Conley, GA 30288"; null where nobody knows. */
    locatePlaces: build.query<Readonly<Record<string, Place | null>>, readonly string[]>({
      queryFn: async (labels, _store, _options, ask) => {
        const unknown = labels.filter((label) => !knownPlaces.has(label));
        await Promise.all(
          unknown.map(async (label) => {
            const { data } = await ask(searchPlaces.query({ query: { search: label, limit: 10 } }));
            const { places = [] } = (data ?? {}) as { places?: Place[] };
            const named = label.toLowerCase();
            const found =
              places.find((place) => placeLabel(place).toLowerCase() === named) ?? (/\d{5}$/.test(label) ? places[0] : undefined);
            if (data !== undefined) knownPlaces.set(label, found ?? null);
          }),
        );
        return { data: Object.fromEntries(labels.map((label) => [label, knownPlaces.get(label) ?? null])) };
      },
    }),
    removeLoadDocument: build.mutation<null, { loadId: string; documentId: string }>({
      query: ({ documentId }) => fromContract(documentEndpoints.removeDocument).query({ params: { documentId } }),
      onQueryStarted: async ({ loadId }, { dispatch, queryFulfilled }) => {
        noteOwnChange(loadId);
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (isDone) await refreshLoad(dispatch, loadId);
      },
    }),
  }),
});
