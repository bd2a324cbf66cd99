import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../../../shared/api/api.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { loadChangesApi } from '../changes.api.ts';
import type { LoadQuery } from '../load-query.ts';
import { loadsApi } from '../loads.api.ts';
import { queueMoves } from '../status/offline-queue.ts';
import { rowsOf } from './cached-lists.ts';
import { refreshLoad } from './live-updates.ts';

const active: LoadQuery = { status: ['IN_TRANSIT', 'AT_DELIVERY', 'DELIVERED', 'PROBLEM'], sort: 'PICKUP', order: 'asc' };
let numbers = 100;

function whole(row: LoadRow, version: number, status: LoadRow['status']): Load {
  return { ...wholeLoad(row, status), version };
}

/** A store that shows a rolling load and a list of it. Each call is answered when the test says so. */
async function openLoad() {
  const row = loadRow({ n: numbers++, status: 'IN_TRANSIT', version: 5 });
  let waiting: { call: SentCall; answer: (response: Response) => void }[] | null = null;
  const listOf = (load: LoadRow) => json(200, { loads: [load], nextCursor: null });
  stubNetwork((call) => {
    if (waiting === null) return call.path === '/api/loads' ? listOf(row) : json(200, wholeLoad(row, row.status));
    const { promise, resolve } = Promise.withResolvers<Response>();
    waiting.push({ call, answer: resolve });
    return promise;
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const list = store.dispatch(loadsApi.endpoints.listLoads.initiate(active));
  const open = store.dispatch(loadsApi.endpoints.getLoad.initiate({ params: { id: row.id } }));
  await Promise.all([list, open]);
  waiting = [];
  const held = waiting;
  return {
    store,
    row,
    list,
    open,
    /** Waits until this many calls have no answer yet, then returns them. */
    waitFor: (count: number) =>
      expect
        .poll(() => held.length)
        .toBe(count)
        .then(() => held),
    listOf,
    shown: () => ({
      list: rowsOf(loadsApi.endpoints.listLoads.select(active)(store.getState()).data).map(({ version, status }) => [version, status]),
      open: loadsApi.endpoints.getLoad.select({ params: { id: row.id } })(store.getState()).data?.version,
    }),
    change: (newStatus: LoadRow['status']) =>
      store.dispatch(loadChangesApi.endpoints.changeLoadStatus.initiate({ params: { id: row.id }, body: { newStatus } })),
  };
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  setSession(testSession);
});

describe('a load that is shown', () => {
  it('stays the newer one when two refreshes are answered in the wrong order', async () => {
    const { store, row, waitFor, shown } = await openLoad();
    const refreshes = [refreshLoad(store.dispatch, row.id), refreshLoad(store.dispatch, row.id)];
    const [first, second] = await waitFor(2);
    second?.answer(json(200, whole(row, 7, 'DELIVERED')));
    await refreshes[1];
    first?.answer(json(200, whole(row, 6, 'AT_DELIVERY')));
    await refreshes[0];
    expect(shown()).toEqual({ list: [[7, 'DELIVERED']], open: 7 });
  });

  it('stays the newer one when a list comes that was asked for before it changed', async () => {
    const { store, row, list, waitFor, listOf, shown } = await openLoad();
    const again = list.refetch();
    await waitFor(1);
    const refreshed = refreshLoad(store.dispatch, row.id);
    const [asked, refresh] = await waitFor(2);
    refresh?.answer(json(200, whole(row, 6, 'AT_DELIVERY')));
    await refreshed;
    asked?.answer(listOf(row));
    await again;
    expect(shown()).toEqual({ list: [[6, 'AT_DELIVERY']], open: 6 });
  });

  it('stays the newer one when the load itself comes that was asked for before it changed', async () => {
    const { store, row, open, waitFor, shown } = await openLoad();
    const again = open.refetch();
    await waitFor(1);
    const refreshed = refreshLoad(store.dispatch, row.id);
    const [asked, refresh] = await waitFor(2);
    refresh?.answer(json(200, whole(row, 6, 'AT_DELIVERY')));
    await refreshed;
    asked?.answer(json(200, whole(row, 5, 'IN_TRANSIT')));
    await again;
    expect(shown()).toEqual({ list: [[6, 'AT_DELIVERY']], open: 6 });
  });

  it('stays the newer one when an own change is refused after a teammate’s came', async () => {
    const { store, row, waitFor, shown, change } = await openLoad();
    const changed = change('AT_DELIVERY');
    await waitFor(1);
    const refreshed = refreshLoad(store.dispatch, row.id);
    const [own, refresh] = await waitFor(2);
    refresh?.answer(json(200, whole(row, 6, 'DELIVERED')));
    await refreshed;
    own?.answer(problem(422, 'move_not_allowed'));
    await changed;
    expect(shown()).toEqual({ list: [[6, 'DELIVERED']], open: 6 });
  });

  it('stays in the bin when a list comes that was asked for before', async () => {
    const { store, row, list, waitFor, listOf, shown } = await openLoad();
    const again = list.refetch();
    await waitFor(1);
    const deleted = store.dispatch(loadChangesApi.endpoints.deleteLoad.initiate({ params: { id: row.id } }));
    const [asked, deletion] = await waitFor(2);
    deletion?.answer(new Response(null, { status: 204 }));
    await deleted;
    asked?.answer(listOf(row));
    await again;
    expect(shown().list).toEqual([]);
  });

  it('stays away when a list comes before the answer of the deletion, or a teammate changed it meanwhile', async () => {
    const { store, row, list, waitFor, listOf, shown } = await openLoad();
    const again = list.refetch();
    await waitFor(1);
    const deleted = store.dispatch(loadChangesApi.endpoints.deleteLoad.initiate({ params: { id: row.id } }));
    await waitFor(2);
    const refreshed = refreshLoad(store.dispatch, row.id);
    const [asked, deletion, refresh] = await waitFor(3);
    refresh?.answer(json(200, whole(row, 6, 'AT_DELIVERY')));
    await refreshed;
    asked?.answer(listOf(row));
    await again;
    deletion?.answer(new Response(null, { status: 204 }));
    await deleted;
    expect(shown().list).toEqual([]);
    const late = refreshLoad(store.dispatch, row.id);
    (await waitFor(4))[3]?.answer(json(200, whole(row, 6, 'AT_DELIVERY')));
    await late;
    expect(shown().list).toEqual([]);
  });

  it('comes back out of the bin', async () => {
    const { store, row, waitFor, shown } = await openLoad();
    const deleted = store.dispatch(loadChangesApi.endpoints.deleteLoad.initiate({ params: { id: row.id } }));
    (await waitFor(1))[0]?.answer(new Response(null, { status: 204 }));
    await deleted;
    const restored = store.dispatch(loadChangesApi.endpoints.restoreLoad.initiate({ params: { id: row.id }, query: {} }));
    (await waitFor(2))[1]?.answer(json(200, whole(row, 7, 'IN_TRANSIT')));
    await restored;
    expect(shown().list).toEqual([[7, 'IN_TRANSIT']]);
  });

  it('stays the newer one after a change of many, when a list comes that was asked for before', async () => {
    const { store, row, list, waitFor, listOf, shown } = await openLoad();
    const again = list.refetch();
    await waitFor(1);
    const body = { ids: [row.id], newStatus: 'AT_DELIVERY' as const };
    const changed = store.dispatch(loadChangesApi.endpoints.changeManyStatuses.initiate({ body }));
    const [asked, many] = await waitFor(2);
    many?.answer(json(200, { done: [{ ...row, version: 6, status: 'AT_DELIVERY' }], refused: [] }));
    await changed;
    asked?.answer(listOf(row));
    await again;
    expect(shown().list).toEqual([[6, 'AT_DELIVERY']]);
  });

  it('stays in a list that it entered while an older answer was on its way', async () => {
    const { store, row, list, waitFor, shown } = await openLoad();
    const again = list.refetch();
    await waitFor(1);
    const other = loadRow({ n: numbers++, status: 'IN_TRANSIT', version: 1 });
    const refreshed = refreshLoad(store.dispatch, other.id);
    const [asked, refresh] = await waitFor(2);
    refresh?.answer(json(200, whole(other, 2, 'DELIVERED')));
    await refreshed;
    asked?.answer(json(200, { loads: [row], nextCursor: null }));
    await again;
    expect(shown().list).toContainEqual([2, 'DELIVERED']);
    expect(shown().list).toHaveLength(2);
  });

  it('is as it was when two changes of it are refused, in whatever order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { waitFor, shown, change } = await openLoad();
      const changes = [change('AT_DELIVERY'), change('PROBLEM')];
      const held = await waitFor(2);
      for (const at of order) {
        held[at]?.answer(problem(422, 'move_not_allowed'));
        await changes[at];
      }
      expect(shown()).toEqual({ list: [[5, 'IN_TRANSIT']], open: 5 });
    }
  });

  it('shows a change that waits in the browser in every list and on its page, also when they come anew', async () => {
    const { store, row, list, open, waitFor, listOf, shown } = await openLoad();
    const wait = (from: LoadRow['status'], to: LoadRow['status']) =>
      queueMoves([{ loadId: row.id, loadNumber: row.loadNumber, from, to, reason: '', paidAmountCents: null }]);
    wait('IN_TRANSIT', 'AT_DELIVERY');
    wait('AT_DELIVERY', 'DELIVERED');
    const again = [list.refetch(), open.refetch()];
    for (const { call, answer } of await waitFor(2))
      answer(call.path === '/api/loads' ? listOf(row) : json(200, whole(row, 5, 'IN_TRANSIT')));
    await Promise.all(again);
    expect(shown()).toEqual({ list: [[5, 'DELIVERED']], open: 5 });
    expect(loadsApi.endpoints.getLoad.select({ params: { id: row.id } })(store.getState()).data?.status).toBe('DELIVERED');
  });
});
