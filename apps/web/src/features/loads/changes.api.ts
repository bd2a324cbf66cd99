import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import { creates, fromContract } from '../../shared/api/contract-endpoint.ts';
import { type CacheDispatch, cachedRow, dropDeleted, dropFromCache, putInCache, takeOver, takeOverRow } from './cache/cached-loads.ts';
import { noteOwnChange } from './cache/local-echo.ts';
import { markSaving } from './cache/saving.ts';
import { showAtOnce } from './cache/show-at-once.ts';
import { loadsApi } from './loads.api.ts';
import { canMove, movedRow, tonuRow } from './status/moves.ts';

interface Running<T> {
  dispatch: CacheDispatch;
  queryFulfilled: Promise<{ data: T }>;
}

interface OnLoad {
  params: { id: string };
}

/** Shows a change at once, then the server's answer. Takes the change back when the call failed. */
async function follow({ params: { id } }: OnLoad, { dispatch, queryFulfilled }: Running<Load>, change?: (row: LoadRow) => LoadRow) {
  const answered = change === undefined ? null : showAtOnce(dispatch, id, change);
  noteOwnChange(id);
  const saved = markSaving([id]);
  const answer = await queryFulfilled.catch(() => null);
  if (answer !== null) {
    noteOwnChange(id);
    dispatch(takeOver(answer.data));
  }
  answered?.(answer === null);
  saved();
}

/** What a changed load makes stale, apart from the load itself, which the answer contains. */
const staleAfter = (load: Load | undefined) =>
  load === undefined ? [] : (['LoadCounts', 'Drivers', 'Brokers', 'Stats', { type: 'Load', id: `history ${load.id}` }] as const);

/** An endpoint that returns the changed load. */
function changing<E extends Endpoint>(endpoint: E) {
  const contract = fromContract(endpoint);
  return {
    ...contract,
    onQueryStarted: (input: Parameters<typeof contract.query>[0], running: Running<Load>) => follow(input as OnLoad, running),
    invalidatesTags: staleAfter,
  };
}

/** The endpoints that change loads. Each answer is written into every open list, so that no list is fetched again. */
export const loadChangesApi = loadsApi.injectEndpoints({
  endpoints: (build) => ({
    createLoad: build.mutation({
      ...creates(loadEndpoints.createLoad),
      onQueryStarted: async (_input, { dispatch, queryFulfilled }) => {
        const created = await queryFulfilled.catch(() => null);
        if (created === null) return;
        noteOwnChange(created.data.id);
        dispatch(takeOver(created.data));
      },
      invalidatesTags: staleAfter,
    }),
    updateLoad: build.mutation(changing(loadEndpoints.updateLoad)),
    deleteLoad: build.mutation({
      ...fromContract(loadEndpoints.deleteLoad),
      onQueryStarted: async ({ params: { id } }, { dispatch, queryFulfilled }) => {
        const before = dispatch(cachedRow(id));
        dispatch(dropFromCache(id));
        noteOwnChange(id);
        const isDeleted = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (before === null) return;
        dispatch(isDeleted ? dropDeleted(before) : putInCache(before));
      },
      invalidatesTags: (_answer, failure) => (failure === undefined ? ['LoadCounts', 'Drivers', 'Brokers', 'Stats'] : []),
    }),
    restoreLoad: build.mutation(changing(loadEndpoints.restoreLoad)),
    changeLoadStatus: build.mutation({
      ...fromContract(loadEndpoints.changeLoadStatus),
      onQueryStarted: (input, running) => follow(input, running, (row) => movedRow(row, input.body, new Date().toISOString())),
      invalidatesTags: staleAfter,
    }),
    markTonu: build.mutation({
      ...fromContract(loadEndpoints.markTonu),
      onQueryStarted: (input, running) => follow(input, running, (row) => tonuRow(row, input.body, new Date().toISOString())),
      invalidatesTags: staleAfter,
    }),
    undoLoadStatus: build.mutation(changing(loadEndpoints.undoLoadStatus)),
    changeManyStatuses: build.mutation({
      ...fromContract(loadEndpoints.changeManyStatuses),
      onQueryStarted: async ({ body }, { dispatch, queryFulfilled }) => {
        const at = new Date().toISOString();
        const move = (row: LoadRow) => (canMove(row.status, body.newStatus) ? movedRow(row, body, at) : row);
        const shown = body.ids.map((id) => ({ id, answered: showAtOnce(dispatch, id, move) }));
        noteOwnChange(...body.ids);
        const saved = markSaving(body.ids);
        const answer = await queryFulfilled.catch(() => null);
        noteOwnChange(...body.ids);
        const done = answer?.data.done ?? [];
        const isDone = new Set(done.map(({ id }) => id));
        for (const row of done) dispatch(takeOverRow(row));
        for (const { id, answered } of shown) answered(!isDone.has(id));
        saved();
      },
      invalidatesTags: ['LoadCounts', 'Drivers', 'Brokers', 'Stats'],
    }),
    assignLoad: build.mutation(changing(loadEndpoints.assignLoad)),
    setStopTimes: build.mutation(changing(loadEndpoints.setStopTimes)),
    addFee: build.mutation({ ...changing(loadEndpoints.addFee), ...creates(loadEndpoints.addFee) }),
    changeFee: build.mutation(changing(loadEndpoints.changeFee)),
    removeFee: build.mutation(changing(loadEndpoints.removeFee)),
    addNote: build.mutation({ ...changing(loadEndpoints.addNote), ...creates(loadEndpoints.addNote) }),
    removeNote: build.mutation(changing(loadEndpoints.removeNote)),
    tellEditing: build.mutation(fromContract(loadEndpoints.tellEditing)),
  }),
});
